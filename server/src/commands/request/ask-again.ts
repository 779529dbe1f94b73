import type { FourEyesRequest } from '../../db/read/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import { BULK_REQUEST } from '../../usecases/deposits/approve-in-bulk.ts';
import { OPERATION_REQUEST } from '../../usecases/ledger/post.ts';

/** Requests whose command has another name than their action. The commands of the books are in one group. */
const COMMANDS: Readonly<Record<string, string>> = {
  'terms.set': 'partner terms',
  [OPERATION_REQUEST]: 'ledger',
};

/** What a person runs to ask for the same anew, once a request is over or out of date. Each of these runs as it stands. */
export function askAgainCommand({
  action,
  subjectType,
  subjectId,
}: Pick<FourEyesRequest, 'action' | 'subjectType' | 'subjectId'>): string {
  if (action === BULK_REQUEST) return 'vezne transaction list --waiting deposits';
  // It shows what can be done from where the transaction is now, with its new fingerprint.
  if (subjectType === 'transaction' && subjectId !== null) {
    return `vezne transaction show ${toTransactionId(subjectId)}`;
  }
  return `vezne ${COMMANDS[action] ?? action.replace('.', ' ').replaceAll('_', '-')} --help`;
}
