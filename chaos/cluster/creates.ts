/** Creates of both kinds, each sent until it is acknowledged, and repeats of what was. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { depositBody, turkishIban, withdrawalBody } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import type { Random } from '../random.ts';
import type { ClientLog, RepeatLine } from './client-log.ts';
import { digestOf } from './partner-client.ts';
import type { PartnerClient } from './partner-client.ts';
import { untilGivenUp } from './patience.ts';

/** Three in ten are withdrawals. */
const WITHDRAWALS_OF_TEN = 3;
/** After each failure twice as long. A partner that hammers on would be an overload, which is another run's affair. */
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 5_000;
/** Above the numbers of our own accounts. */
const PAYOUT_IBANS = 1_000_000;
/** So many are remembered for repeats: the newest take the places of older ones by chance. */
const REMEMBERED = 20_000;
/**
 * Half of the repeats are of the last ones, because what is lost in a fault was written just before it: of five seconds, and for the partner that
 * is paused those since its last pause.
 */
const LAST = { main: 500, paused: 50 };

export interface Created {
  reference: string;
  type: TransactionType;
  id: string;
  path: string;
  body: string;
  digest: string;
  /** Of a deposit: its page. */
  pagePath?: string;
}

export interface Creates {
  /** Creates until it is acknowledged. Undefined: it never was, and that is noted. */
  create(number: number): Promise<Created | undefined>;
  /** Sends something that was acknowledged once more. */
  repeatAny(): Promise<void>;
}

export function createCreates(
  of: RepeatLine['of'],
  partner: TestPartner,
  { client, log, random }: { client: PartnerClient; log: ClientLog; random: Random },
): Creates {
  const remembered: Created[] = [];
  const last: Created[] = [];
  const remember = (created: Created): void => {
    if (last.push(created) > LAST[of]) last.shift();
    if (remembered.length < REMEMBERED) remembered.push(created);
    else remembered[random.below(REMEMBERED)] = created;
  };
  return {
    async create(number) {
      const { type, path, fields } = transactionNo(number, of, random);
      const body = JSON.stringify(fields);
      const { externalReference: reference } = fields;
      const amountCents = Math.round(Number(fields.amount) * 100);
      const sent = {
        partnerId: partner.id,
        reference,
        type,
        amountCents,
        player: fields.customer.id,
        ...('withdrawalAccount' in fields ? { iban: fields.withdrawalAccount.iban } : {}),
      };
      for (const attempt of untilGivenUp()) {
        const { text, ...reply } = await client.create(partner, path, body);
        const line = { kind: 'create', ...sent, attempt, ...reply } as const;
        if (reply.status < 200 || reply.status >= 300) {
          log.note(line);
          await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
          continue;
        }
        const { transaction } = JSON.parse(text) as { transaction: { id: string; hostedUrl?: string } };
        const { id, hostedUrl } = transaction;
        const digest = digestOf(text);
        log.note({ ...line, id, digest });
        const created = { reference, type, id, path, body, digest, ...pageOf(hostedUrl) };
        remember(created);
        return created;
      }
      log.note({ kind: 'givenUp', at: Date.now(), act: 'create', of: reference });
      return undefined;
    },
    async repeatAny() {
      if (remembered.length === 0) return;
      const { path, body, reference, digest } = random.pick(random.below(2) === 0 ? last : remembered);
      const { text, ...reply } = await client.create(partner, path, body);
      const isAnswered = reply.status >= 200 && reply.status < 300;
      const same = isAnswered ? { isSame: digestOf(text) === digest } : {};
      log.note({ kind: 'repeat', of, partnerId: partner.id, reference, ...reply, ...same });
    },
  };
}

function pageOf(hostedUrl: string | undefined): { pagePath?: string } {
  return hostedUrl === undefined ? {} : { pagePath: new URL(hostedUrl).pathname };
}

/** Each has a player and an IBAN of its own: what one hand decides for a player adds up over the day. */
function transactionNo(number: number, of: string, random: Random) {
  const amount = `${100 + random.below(900)}.00`;
  const customer = { id: `player-${of}-${number}`, username: 'ayse', fullName: 'Ayşe Işık' };
  const common = { amount, customer, externalReference: `${of}-${number}` };
  if (of === 'paused' || number % 10 >= WITHDRAWALS_OF_TEN)
    return { type: 'deposit', path: '/v1/deposits', fields: depositBody(common) } as const;
  const iban = turkishIban(PAYOUT_IBANS + number);
  const withdrawalAccount = { bankName: 'Ziraat', accountHolderName: 'Ayşe Işık', iban };
  const fields = withdrawalBody({ ...common, withdrawalAccount });
  return { type: 'withdrawal', path: '/v1/withdrawals', fields } as const;
}
