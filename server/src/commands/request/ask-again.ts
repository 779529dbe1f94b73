import type { LedgerOperation } from '@vezne/domain/postings';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import { BULK_REQUEST } from '../../usecases/deposits/approve-in-bulk.ts';
import { readOperation } from '../../usecases/ledger/operation-details.ts';
import { OPERATION_REQUEST } from '../../usecases/ledger/post.ts';

/** Requests whose command has another name than their action. */
const COMMANDS: Readonly<Record<string, string>> = {
  'staff.set_roles': 'staff roles',
  'partner_person.invite': 'partner invite',
  'terms.set': 'partner terms',
};

const LEDGER_COMMANDS: Readonly<Record<LedgerOperation['kind'], string>> = {
  settled_to_partner: 'settle',
  topped_up: 'top-up',
  internal_transfer_sent: 'send',
  internal_transfer_arrived: 'arrive',
  internal_transfer_returned: 'returned',
  bank_fee_charged: 'fee',
  misdirected_sent: 'misdirected',
  misdirected_recovered: 'recovered',
  returned_to_sender: 'return-to-sender',
  adjusted: 'adjust',
};

/** What a person runs to ask for the same anew, once a request is over or out of date. Each is whole, as a test compares. */
export function askAgainCommand({
  action,
  subjectType,
  subjectId,
  details,
}: Pick<FourEyesRequest, 'action' | 'subjectType' | 'subjectId' | 'details'>): string {
  if (action === BULK_REQUEST) return 'vezne transaction list --waiting deposits';
  // It shows what can be done from where the transaction is now, with its new fingerprint.
  if (subjectType === 'transaction' && subjectId !== null) {
    return `vezne transaction show ${toTransactionId(subjectId)}`;
  }
  if (action === OPERATION_REQUEST) {
    return `vezne ledger ${LEDGER_COMMANDS[readOperation(details).kind]} --help`;
  }
  return `vezne ${COMMANDS[action] ?? action.replace('.', ' ').replaceAll('_', '-')} --help`;
}
