import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAgent, post } from '../../server/test/harness/client.ts';
import type { Answer, Credentials } from '../../server/test/harness/client.ts';
import { depositBody, turkishIban, withdrawalBody } from '../../server/test/harness/factories.ts';
import type { Random } from '../random.ts';
import type { Journal } from './journal.ts';

/** A create is tried until it is answered. Longer than any of our processes is away. */
const ANSWERED_WITHIN_MS = 60_000;
const PAUSE_MS = 20;
/** One create in so many is sent again after its success. */
const REPEAT_ONE_IN = 10;
/** Above the numbers of our own accounts. */
const PAYOUT_IBANS = 1_000_000;

export interface CreatingPartner {
  /** Creates a transaction, whatever it takes, and notes what it was told. */
  create(number: number): Promise<void>;
  /** Requests without an answer so far. */
  readonly unanswered: number;
  close(): void;
}

export function createPartner(
  credentials: Credentials,
  { urls, journal, random }: { urls: () => readonly string[]; journal: Journal; random: Random },
): CreatingPartner {
  const agent = createAgent();
  let unanswered = 0;

  async function sendUntilAnswered(path: string, body: unknown): Promise<Answer> {
    const giveUpMs = performance.now() + ANSWERED_WITHIN_MS;
    for (;;) {
      try {
        return await post(random.pick(urls()), credentials, path, body, agent);
      } catch (error) {
        unanswered += 1;
        if (performance.now() > giveUpMs) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  return {
    async create(number) {
      const customer = { id: `player-${number}`, username: 'ayse', fullName: 'Ayşe Işık' };
      const amountCents = 10_000 + random.below(100_000);
      const common = { amount: (amountCents / 100).toFixed(2), customer };
      const iban = turkishIban(PAYOUT_IBANS + number);
      const [type, path, body] =
        number % 2 === 0
          ? (['deposit', '/v1/deposits', depositBody(common)] as const)
          : ([
              'withdrawal',
              '/v1/withdrawals',
              withdrawalBody({
                ...common,
                withdrawalAccount: { bankName: 'Ziraat', accountHolderName: 'Ayşe Işık', iban },
              }),
            ] as const);
      const reference = body.externalReference;
      const answer = await sendUntilAnswered(path, body);
      if (answer.status === 503) {
        journal.note({ kind: 'refused', reference });
        return;
      }
      assert.equal(answer.status, 201, answer.text);
      const { id: transactionId } = (answer.json as { transaction: { id: string } }).transaction;
      journal.note({ kind: 'created', type, reference, transactionId, amountCents });
      if (random.below(REPEAT_ONE_IN) > 0) return;
      const repeat = await sendUntilAnswered(path, body);
      assert.equal(repeat.status, 201, repeat.text);
      assert.equal(repeat.text, answer.text, 'a retry gets the same transaction');
    },
    get unanswered() {
      return unanswered;
    },
    close: () => agent.destroy(),
  };
}
