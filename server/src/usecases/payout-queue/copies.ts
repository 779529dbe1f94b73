import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { insertPayoutCopy } from '../../db/write/payouts/payout-copies.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { seesWholeIban } from './hands.ts';

const OPTIONS = { timeoutMs: 5_000 };

export interface Copy {
  transactionId: string;
  field: 'iban' | 'holder' | 'amount';
  actor: SignedInPerson;
}

/** Somebody copied what a bank's form asks for. The audit log keeps it once for each person, authorisation and field. */
export async function recordCopy(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  { transactionId, field, actor }: Copy,
): Promise<void> {
  refuseUnlessMay(actor, 'withdrawal.copy_details');
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row?.type !== 'withdrawal') throw refused('transaction_not_found', { transactionId });
  const { status, stage, takenBy, authorisedBy } = row;
  const isAuthorised = status === 'waiting_confirmation' && stage === 'authorised';
  if (isAuthorised && !seesWholeIban(row, actor))
    throw refused('not_the_taker', { transactionId, status, stage });
  const copy = { transactionId, field, actor, takenBy, authorisedBy };
  // A repeat after a lost answer finds its own row, and writes nothing more.
  const isKept = isAuthorised && (await retry.run(async () => await insertPayoutCopy(pool, copy, OPTIONS)));
  if (!isKept) throw refused('state_conflict', { transactionId, status, stage });
}
