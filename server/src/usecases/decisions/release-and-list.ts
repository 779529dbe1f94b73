import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { PayoutInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { Database } from '../../db/schema.ts';
import { releaseTaken } from '../../db/write/payouts/payouts-in-hand.ts';

export interface ReleasedWork {
  /** Back in the queue. */
  payoutsReleased: PayoutInHand[];
  /** Their money may be on its way: each is handed over, or released by a person who looked at the bank. */
  payoutsAuthorised: PayoutInHand[];
}

/** Releases what is taken of these locked payouts, and names what is authorised. */
export async function releaseAndList(
  trx: Transaction<Database>,
  payouts: readonly PayoutInHand[],
  by: { actor: Person; because: AuditAction },
): Promise<ReleasedWork> {
  const ids = payouts.map(({ id }) => id);
  const released = new Set(ids.length === 0 ? [] : await releaseTaken(trx, { ids, ...by }));
  return {
    payoutsReleased: payouts.filter(({ id }) => released.has(id)),
    payoutsAuthorised: payouts.filter(({ stage }) => stage === 'authorised'),
  };
}
