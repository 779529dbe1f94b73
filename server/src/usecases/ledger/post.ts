import type pg from 'pg';
import { hasLedgerOperation } from '../../db/read/ledger-operations.ts';
import { insertFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import type { Actor } from '../decisions/request.ts';
import { operationDetails } from '../four-eyes/details.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { examineOperation, plannedOperation } from './operation.ts';
import type { OperationWish, RefusedOperation } from './operation.ts';
import { postOnce } from './post-once.ts';
import { refusalOfPosting } from './refusal-of-posting.ts';

export type PostedOperation =
  | { outcome: 'posted'; operationId: string }
  /** It takes two people, and now waits for the second. */
  | { outcome: 'asked'; requestId: string }
  | { outcome: 'refused'; reason: RefusedOperation };

const OPTIONS = { timeoutMs: 5_000 };

/**
 * Posts an operation, or asks for the second person that it takes: always for an adjustment, and for anything else above the
 * four-eyes amount. The id makes it one operation, however often it is tried: whoever doesn't know what became of a try gives the
 * same id again.
 */
export async function postLedgerOperation(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  { id, wish, note, actor }: { id: string; wish: OperationWish; note: string; actor: Actor },
): Promise<PostedOperation> {
  if (await hasLedgerOperation(pool, id, OPTIONS)) return { outcome: 'posted', operationId: id };
  const { refused, needsSecondPerson } = await examineOperation(pool, wish);
  if (refused) return { outcome: 'refused', reason: refused };
  if (needsSecondPerson) {
    const author = { actorKind: actor.kind, actor: actor.name };
    const request = { id, action: 'ledger.post', details: operationDetails(wish), note, author } as const;
    await insertFourEyesRequest(pool, request, OPTIONS);
    return { outcome: 'asked', requestId: id };
  }
  const operation = await plannedOperation(pool, { id, wish, note, actor });
  const reason = await refusalOfPosting(async () => await postOnce(pool, operation, retry));
  return reason === undefined ? { outcome: 'posted', operationId: id } : { outcome: 'refused', reason };
}
