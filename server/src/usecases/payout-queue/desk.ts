import type { SignedInPerson } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type { Context } from '../../context.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { createRetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { Decision } from '../decisions/decision.ts';
import { createDecisions } from '../decisions/decisions.ts';
import { orRefused } from '../decisions/or-refused.ts';
import type { Decided } from '../decisions/or-refused.ts';
import { postLedgerOperation } from '../ledger/post.ts';
import { RefusedError, refused } from '../refusal.ts';
import { recordCopy } from './copies.ts';
import type { Copy } from './copies.ts';
import { withFigures } from './figures.ts';

/** What operators do with payouts at the console. Nobody claims one: taking it is a state of the payout itself. */
export interface PayoutDesk {
  /** What the person says that the bank shows is told back with a refusal. */
  decide(decision: Decision & { actor: SignedInPerson }, bankBalanceCents?: Cents): Promise<Decided>;
  /** Returns the id of the request: it always waits for a second person. */
  bookMisdirection(booking: Misdirection): Promise<string>;
  recordCopy(copy: Copy): Promise<void>;
}

export interface Misdirection {
  /** Of the press. */
  id: string;
  payoutId: string;
  bankAccountId: string;
  amountCents: Cents;
  note: string;
  actor: SignedInPerson;
}

/** How long we look for the outcome of a lost answer while the person waits. */
const KNOWN_WITHIN_MS = 15_000;

export function createPayoutDesk({ pool, clock, log, tracing }: Context): PayoutDesk {
  const retry = createRetryUntilSettled({ clock, log, boundMs: KNOWN_WITHIN_MS, isForPeople: true });
  const decisions = createDecisions({ pool, log, retry, tracing });
  return {
    async decide(decision, bankBalanceCents) {
      const result = await decisions.submit(decision);
      if (result.outcome !== 'refused') return orRefused(result);
      const { transactionId } = decision;
      throw new RefusedError(await withFigures(pool, result.refusal, { transactionId, bankBalanceCents }));
    },
    async bookMisdirection({ id, note, actor, ...booked }) {
      const request = { kind: 'misdirected_sent', ...booked } as const;
      const posted = await postLedgerOperation({ pool, retry }, { id, request, note, actor });
      // The same id with another reason: the first one stands, and whoever sent this must not read that theirs does.
      if (posted.recordedBefore !== undefined)
        throw refused('pressed_otherwise', { transactionId: booked.payoutId });
      ringQueue(pool, [booked.payoutId]);
      return id;
    },
    recordCopy: async (copy) => await recordCopy({ pool, retry }, copy),
  };
}
