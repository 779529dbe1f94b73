import type { Posting } from '@vezne/domain/postings';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import type { PlannedDecision } from '../../usecases/confirmation/decisions.ts';
import { changeLines } from '../change-text.ts';
import { amountText, indented, indentedTable } from '../layout.ts';
import { accountText } from '../names.ts';
import type { Names } from '../names.ts';
import { stateText } from '../state-text.ts';
import { transactionRows } from '../transaction/transaction-rows.ts';
import { changeAsked, postingOf } from './request-text.ts';

/** What a second person agrees to: the transaction as it is and as it would be, and what the books get. */
export function previewLines(
  request: FourEyesRequest,
  planned: readonly PlannedDecision[],
  names: Names,
): string[] {
  const [first, ...others] = planned;
  if (first === undefined) return [...changedLines(request), ...operationLines(request, names)];
  if (others.length > 0) return bulkLines(planned, names);
  return [
    `The ${first.row.type} as it is now`,
    ...indented(transactionRows(first.row, undefined)),
    `The ${first.row.type} as it would be`,
    ...indented(rowsAfter(first)),
    ...saidLines(request, names),
    ...postingLines(first.change.posting ?? undefined, names),
  ];
}

function changedLines(request: FourEyesRequest): string[] {
  const heading = request.status === 'open' ? 'What changes' : 'What was asked';
  // Of an operation that has ended, the line above says what was asked.
  if (postingOf(request) !== undefined && request.status !== 'open') return [];
  return changeLines(changeAsked(request), heading, '');
}

/** Of one that has ended, the books themselves tell. */
function operationLines(request: FourEyesRequest, names: Names): string[] {
  return request.status === 'open' ? postingLines(postingOf(request), names) : [];
}

function rowsAfter({ row, change }: PlannedDecision): string[][] {
  const { actualAmountCents, amounts } = change;
  return [
    ['state', stateText(change.to)],
    ...(actualAmountCents === undefined || actualAmountCents === null
      ? []
      : [['came', amountText(actualAmountCents)]]),
    ...(amounts === undefined
      ? []
      : [
          ['commission', amountText(amounts.commissionCents)],
          [paidLabel(row), amountText(amounts.playerAmountCents)],
        ]),
  ];
}

function paidLabel({ type }: DecisionRow): string {
  return type === 'deposit' ? 'player is credited' : 'player is paid';
}

/** These stand above already. */
const SHOWN_ABOVE = new Set(['status', 'stage', 'amount', 'actualAmount', 'note']);

/** What the first person says to have seen or read. */
function saidLines(request: FourEyesRequest, names: Names): string[] {
  const said = Object.entries(changeAsked(request).after).filter(([key]) => !SHOWN_ABOVE.has(key));
  if (said.length === 0) return [];
  // Accounts by their IBANs: nobody knows an id.
  const after = Object.fromEntries(
    said.map(([key, value]) =>
      key.endsWith('AccountId')
        ? [key.slice(0, -'Id'.length), names.get(String(value)) ?? value]
        : [key, value],
    ),
  );
  return changeLines({ before: {}, after }, `What ${request.askedBy} says`, '');
}

/** Every deposit of a bulk: whoever confirms has seen all of them. */
function bulkLines(planned: readonly PlannedDecision[], names: Names): string[] {
  const rows = planned.map(({ row }) => [
    toTransactionId(row.id),
    amountText(row.amountCents),
    row.referenceCode ?? '',
    row.customerFullName,
    names.get(row.bankAccountId ?? '') ?? '',
    row.partnerName,
  ]);
  const headings = ['id', 'asked for', 'code', 'player', 'paid to', 'partner'];
  return ['Approved with what was asked for', ...indentedTable(headings, rows)];
}

function postingLines(posting: Posting | undefined, names: Names): string[] {
  if (posting === undefined) return [];
  const transfers = posting.transfers.map(({ debit, credit, amountCents }) => [
    amountText(amountCents),
    `debit ${accountText(debit, names)}`,
    `credit ${accountText(credit, names)}`,
  ]);
  return ['If it is confirmed, the books get', ...indented(transfers)];
}
