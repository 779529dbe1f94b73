import { commandLineActor } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { FourEyesRequest } from '../../db/read/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import { readCorrection } from '../../usecases/deposits/ask-correction.ts';
import { correctDeposit } from '../../usecases/deposits/decide.ts';
import { readOperation } from '../../usecases/ledger/operation-details.ts';
import { examineOperation } from '../../usecases/ledger/operation.ts';
import { RefusedError, refusal } from '../../usecases/refusal.ts';
import type { Refusal, StaffRefusalCode } from '../../usecases/refusal.ts';
import type { Books } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { amountText, columns, indented } from '../layout.ts';
import { accountText } from '../names.ts';
import type { Names } from '../names.ts';
import { isStaffRefusal, refusalText } from '../refusal-texts.ts';
import { transactionRows } from '../transaction/transaction-rows.ts';

/** What a request asks for, in one line: `settled_to_partner 150000.00 TRY, Acme`. */
export function requestText({ action, details }: FourEyesRequest, names: Names): string {
  if (action === 'deposit.correct') {
    const { transactionId, actualCents } = readCorrection(details);
    return `correct ${toTransactionId(transactionId)} to ${amountText(actualCents)}`;
  }
  const operation = readOperation(details);
  const accounts = operationPosting(operation).transfers.map(
    ({ debit, credit }) => `debit ${accountText(debit, names)}, credit ${accountText(credit, names)}`,
  );
  return `${operation.kind} ${amountText(operation.amountCents)}: ${accounts.join('; ')}`;
}

/** A request for programs, with amounts and ids as in every other command. */
export function requestValues(request: FourEyesRequest): object {
  const { action, details } = request;
  if (action === 'ledger.post') return { ...request, details: readOperation(details) };
  const { transactionId, fingerprint: seen, actualCents } = readCorrection(details);
  return { ...request, details: { transactionId: toTransactionId(transactionId), seen, actualCents } };
}

/** What would happen if it were confirmed now: the transfers, or why it can't be confirmed. */
export interface Outlook {
  posting: Posting | undefined;
  refusal: Refusal<StaffRefusalCode> | undefined;
  /** The transaction that it is about, if there is one. */
  subject: string[];
}

export async function outlookOf(
  { pool }: Books,
  { action, details, note, askedBy }: FourEyesRequest,
): Promise<Outlook> {
  if (action === 'ledger.post') {
    const operation = readOperation(details);
    return {
      posting: operationPosting(operation),
      refusal: await refusalOf(examineOperation(pool, operation)),
      subject: [],
    };
  }
  const correction = readCorrection(details);
  const { transactionId } = correction;
  const row = (await findDecisionRows(pool, [transactionId], STATEMENT_OPTIONS)).get(transactionId);
  if (row === undefined) {
    return { posting: undefined, refusal: refusal('transaction_not_found', { transactionId }), subject: [] };
  }
  const { status, stage } = row;
  const subject = ['The deposit as it is now', ...indented(transactionRows(row, undefined))];
  const actor = commandLineActor(askedBy);
  const change = correctDeposit({ ...correction, note, actor }).change(row, undefined);
  if (typeof change === 'string') {
    return { posting: undefined, refusal: refusal(change, { transactionId, status, stage }), subject };
  }
  const after = [
    'The deposit as it would be',
    ...indented(correctedRows(correction.actualCents, change.amounts ?? row)),
  ];
  const changed = refusal('transaction_changed', { transactionId, status, stage });
  return {
    posting: change.posting,
    refusal: row.fingerprint === correction.fingerprint ? undefined : changed,
    subject: [...subject, ...after],
  };
}

async function refusalOf(examined: Promise<unknown>): Promise<Outlook['refusal']> {
  try {
    await examined;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError && isStaffRefusal(error.refusal)) return error.refusal;
    throw error;
  }
}

function correctedRows(
  actualCents: Cents,
  { commissionCents, playerAmountCents }: Pick<DecisionRow, 'commissionCents' | 'playerAmountCents'>,
): string[][] {
  return [
    ['came', amountText(actualCents)],
    ['commission', amountText(commissionCents)],
    ['player is credited', amountText(playerAmountCents)],
  ];
}

/** The same in lines, for a person who considers confirming it. */
export function outlookLines(
  { posting, refusal: reason, subject }: Outlook,
  id: string,
  names: Names,
): string[] {
  if (reason !== undefined)
    return [...subject, `It can't be confirmed as things are. ${refusalText(reason)}`];
  const transfers = (posting?.transfers ?? []).map(({ debit, credit, amountCents }) => [
    amountText(amountCents),
    `debit ${accountText(debit, names)}`,
    `credit ${accountText(credit, names)}`,
  ]);
  return [
    ...subject,
    'If it is confirmed, the books get',
    ...columns(transfers).map((line) => `  ${line}`),
    `If all of it is right, another person than the one who asked confirms it: vezne request confirm ${id} --as NAME`,
    `If it is wrong: vezne request withdraw ${id}`,
  ];
}
