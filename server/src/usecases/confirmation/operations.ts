import { postOperationWithin } from '../../db/write/ledger/operations.ts';
import { readOperation } from '../ledger/operation-details.ts';
import { examineOperation, newOperation } from '../ledger/operation.ts';
import { OPERATION_REQUEST, refusingPosting } from '../ledger/post.ts';
import { refused } from '../refusal.ts';
import type { Confirmation, Prepared } from './prepared.ts';

export async function prepareOperation({ pool, asked, actor }: Confirmation): Promise<Prepared | undefined> {
  if (asked.action !== OPERATION_REQUEST) return undefined;
  const { id, details, note, askedBy, askedById } = asked;
  const request = readOperation(details);
  const { said, fingerprint } = await examineOperation(pool, request, actor);
  if (fingerprint !== asked.fingerprint) throw refused('subject_changed', { requestId: id });
  const operation = await newOperation(pool, {
    id,
    request,
    note: note ?? '',
    actor,
    said,
    alone: [],
    asked: { askedBy: { id: askedById, name: askedBy } },
  });
  return async ({ client }) => {
    await refusingPosting(async () => await postOperationWithin(client, operation));
    return { operationId: id };
  };
}
