import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { isTaken } from '../../db/constraint.ts';
import { hasLedgerOperation } from '../../db/read/ledger-operations.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { insertFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import { postOperation } from '../../db/write/ledger/operations.ts';
import type { NewOperation } from '../../db/write/ledger/operations.ts';
import { refused } from '../refusal.ts';
import { operationDetails } from './operation-details.ts';
import { examineOperation, newOperation } from './operation.ts';
import type { OperationRequest } from './operation.ts';

export type PostedOperation =
  | { outcome: 'posted'; operationId: string }
  /** It needs two people, and now waits for the second. */
  | { outcome: 'asked'; requestId: string };

const OPTIONS = { timeoutMs: 5_000 };

/**
 * Posts an operation, or requests a second person for it: always for an adjustment, and above the four-eyes amount for
 * anything else. The id makes repeated attempts one operation. A person who doesn't know how an attempt ended uses the same
 * id again.
 */
export async function postLedgerOperation(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  { id, request, note, actor }: { id: string; request: OperationRequest; note: string; actor: Person },
): Promise<PostedOperation> {
  if (await hasLedgerOperation(pool, id, OPTIONS)) return { outcome: 'posted', operationId: id };
  const { needsSecondPerson } = await examineOperation(pool, request);
  if (needsSecondPerson) {
    const details = operationDetails(request);
    await insertFourEyesRequest(pool, { id, action: 'ledger.post', details, note, actor }, OPTIONS);
    return { outcome: 'asked', requestId: id };
  }
  const operation = await newOperation(pool, { id, request, note, actor });
  await refusingPosting(async () => await postOnce(pool, operation, retry));
  return { outcome: 'posted', operationId: id };
}

const SAME_OPERATION = 'ledger_operation_pkey';

/**
 * Posts an operation, even when connections break. An attempt whose answer was lost may have been posted. The next attempt
 * must not post it again. It must also not be refused because of the balance that the first attempt lowered.
 */
async function postOnce(pool: pg.Pool, operation: NewOperation, retry: RetryUntilSettled): Promise<boolean> {
  return await retry.run(async (attempt) => {
    try {
      if (await postOperation(pool, operation, OPTIONS)) return true;
    } catch (error) {
      if (isTaken(error, SAME_OPERATION)) return true;
      throw error;
    }
    return attempt > 1 && (await hasLedgerOperation(pool, operation.id, OPTIONS));
  });
}

/** Two people may report the same arrival at once. Both checks pass, and the database accepts one. */
const ARRIVES_ONCE = 'ledger_operation_arrives_once';

/** Runs a posting, and turns what only the database can detect into refusals. */
export async function refusingPosting(post: () => Promise<boolean>): Promise<void> {
  let isPosted: boolean;
  try {
    isPosted = await post();
  } catch (error) {
    throw isTaken(error, ARRIVES_ONCE) ? refused('transfer_already_arrived') : error;
  }
  if (!isPosted) throw refused('balance_exceeded');
}
