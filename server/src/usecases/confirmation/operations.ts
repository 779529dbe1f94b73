import { OPERATION_ACTIONS } from '@vezne/domain/audit-actions';
import { postOperationWithin } from '../../db/write/ledger/operations.ts';
import { readOperation } from '../ledger/operation-details.ts';
import { examineOperation, newOperation } from '../ledger/operation.ts';
import { OPERATION_REQUEST, refusingPosting } from '../ledger/post.ts';
import { withTypedIban } from '../ledger/refused-money.ts';
import { refused } from '../refusal.ts';
import { refuseUnlessMayConfirm } from './may-confirm.ts';
import type { Confirmation, Prepared } from './prepared.ts';

export async function prepareOperation({
  pool,
  asked,
  actor,
  senderIban,
  isPreview = false,
}: Confirmation): Promise<Prepared | undefined> {
  if (asked.action !== OPERATION_REQUEST) return undefined;
  const { id, details, note, askedBy, askedById } = asked;
  const stored = readOperation(details);
  refuseUnlessMayConfirm(actor, OPERATION_ACTIONS[stored.kind]);
  const request = isPreview ? stored : withTypedIban(stored, { requestId: id, iban: senderIban });
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
    await refusingPosting({ id, request }, async () => await postOperationWithin(client, operation));
    return { operationId: id, ...(request.iban === undefined ? {} : { sentTo: request.iban }) };
  };
}
