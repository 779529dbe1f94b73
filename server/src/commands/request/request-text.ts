import { formatIban } from '@vezne/domain/iban';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import type { RequestedAction } from '../../usecases/decisions/requested-actions.ts';
import { BULK_REQUEST } from '../../usecases/deposits/approve-in-bulk.ts';
import { readStoredInput } from '../../usecases/four-eyes/stored-input.ts';
import { payoutIdOf } from '../../usecases/ledger/misdirected.ts';
import { readOperation } from '../../usecases/ledger/operation-details.ts';
import { OPERATION_REQUEST } from '../../usecases/ledger/post.ts';
import { detailsText } from '../change-text.ts';
import { amountText } from '../layout.ts';
import { accountText } from '../names.ts';
import type { Names } from '../names.ts';

/** What a request changes, as it was stored. */
export interface AskedChange {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function changeAsked({ before, after }: FourEyesRequest): AskedChange {
  return { before: (before ?? {}) as AskedChange['before'], after: (after ?? {}) as AskedChange['after'] };
}

type Text = (request: FourEyesRequest, after: Record<string, unknown>, names: Names) => string;

/** Requests about money, in the words of an operator. */
const MONEY_TEXTS: Readonly<Record<RequestedAction | typeof BULK_REQUEST | typeof OPERATION_REQUEST, Text>> =
  {
    'deposit.approve': (request, { actualAmount }, names) =>
      `approve ${subjectText(request, names)} with ${String(actualAmount)} TRY`,
    'deposit.correct': (request, after, names) =>
      `correct ${subjectText(request, names)} to ${rightText(after, names)}`,
    'withdrawal.correct': (request, after, names) =>
      `correct ${subjectText(request, names)} to ${rightText(after, names)}`,
    'withdrawal.return_payout': (request, { arrivedAmount, fee }, names) =>
      `return ${subjectText(request, names)}, of which ${String(arrivedAmount)} TRY arrived, less ${String(fee)} TRY`,
    'withdrawal.authorise': (request, { amount }, names) =>
      `authorise ${subjectText(request, names)}, ${String(amount)} TRY`,
    [BULK_REQUEST]: (_, { deposits, sum }) =>
      `approve ${String(deposits)} deposits, ${String(sum)} TRY in all`,
    [OPERATION_REQUEST](request, _, names) {
      const operation = readOperation(request.details);
      const accounts = operationPosting(operation).transfers.map(
        ({ debit, credit }) => `debit ${accountText(debit, names)}, credit ${accountText(credit, names)}`,
      );
      const payoutId = payoutIdOf(operation);
      const payout = payoutId === null ? '' : `, of ${toTransactionId(payoutId)}`;
      const refusedId = 'refusedTransactionId' in operation ? operation.refusedTransactionId : undefined;
      const of = refusedId === undefined ? '' : ` of the refused ${toTransactionId(refusedId)}`;
      return `${operation.kind} ${amountText(operation.amountCents)}${of}: ${accounts.join('; ')}${payout}`;
    },
  };

/** What a correction changes: the amount that came, the account, or both. */
function rightText({ actualAmount, bankAccountId }: Record<string, unknown>, names: Names): string {
  return [
    ...(typeof actualAmount === 'string' ? [`${actualAmount} TRY`] : []),
    ...(typeof bankAccountId === 'string' ? [names.get(bankAccountId) ?? bankAccountId] : []),
  ].join(' at ');
}

function isAboutMoney(action: string): action is keyof typeof MONEY_TEXTS {
  return Object.hasOwn(MONEY_TEXTS, action);
}

/** What a request asks for, in one line: `partner.set Acme: credit line 0.00 TRY -> 500.00 TRY`. */
export function requestText(request: FourEyesRequest, names: Names): string {
  const { action } = request;
  const { before, after } = changeAsked(request);
  if (isAboutMoney(action)) return MONEY_TEXTS[action](request, after, names);
  const what = `${action} ${subjectText(request, names)}`;
  // Of something new the name is enough for a line; vezne request show has the rest.
  return Object.keys(before).length === 0 ? what : `${what}: ${detailsText({ before, after })}`;
}

/** What it is about, as other commands call it. Something new is known by the name that it shall have. */
function subjectText(request: FourEyesRequest, names: Names): string {
  const { subjectType, subjectId } = request;
  if (subjectId === null) return '';
  if (subjectType === 'transaction') return toTransactionId(subjectId);
  const { iban, handle, name, url } = changeAsked(request).after;
  const shallBe = typeof iban === 'string' ? formatIban(iban) : (handle ?? name ?? url);
  return names.get(subjectId) ?? (typeof shallBe === 'string' ? shallBe : subjectId);
}

/** The transfers that a confirmation makes, if it is an operation of the books. */
export function postingOf({ action, details }: FourEyesRequest): Posting | undefined {
  return action === OPERATION_REQUEST ? operationPosting(readOperation(details)) : undefined;
}

/** Whether whoever confirms has to type where the money came from. */
export function needsSenderIban({ action, details }: FourEyesRequest): boolean {
  return action === OPERATION_REQUEST && readOperation(details).kind === 'returned_to_sender';
}

/** A request for programs, with ids as in every other command. */
export function requestValues(request: FourEyesRequest): object {
  const { subjectType, subjectId, details } = request;
  return {
    ...request,
    // Amounts are stored as cents; programs get them as every other amount.
    details: readStoredInput(details ?? {}),
    subjectId: subjectType === 'transaction' && subjectId !== null ? toTransactionId(subjectId) : subjectId,
  };
}
