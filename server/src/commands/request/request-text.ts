import type { Cents } from '@vezne/domain/money';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { SecondPersonRequest } from '../../db/read/four-eyes-requests.ts';
import { toTransactionId } from '../../ids.ts';
import { correctDeposit } from '../../usecases/deposits/correct.ts';
import { examineOperation } from '../../usecases/ledger/operation.ts';
import { readCorrection, readOperation } from '../../usecases/four-eyes/details.ts';
import type { RefusedRequest } from '../../usecases/four-eyes/end.ts';
import type { Books } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { amountText, columns, indented } from '../layout.ts';
import { accountText } from '../names.ts';
import type { Names } from '../names.ts';
import { REQUEST_REFUSALS } from '../refusal-texts.ts';
import { transactionRows } from '../transaction/transaction-rows.ts';

/** What a request asks for in one line: `settled_to_partner 150000.00 TRY, Acme`. */
export function requestText({ action, details }: SecondPersonRequest, names: Names): string {
  if (action === 'deposit.correct') {
    const { transactionId, actualCents } = readCorrection(details);
    return `correct ${toTransactionId(transactionId)} to ${amountText(actualCents)}`;
  }
  const wish = readOperation(details);
  const accounts = operationPosting(wish).transfers.map(
    ({ debit, credit }) => `debit ${accountText(debit, names)}, credit ${accountText(credit, names)}`,
  );
  return `${wish.kind} ${amountText(wish.amountCents)}: ${accounts.join('; ')}`;
}

/** A request for programs, its amounts and ids like those of every other command. */
export function requestValues(request: SecondPersonRequest): object {
  const { action, details } = request;
  if (action === 'ledger.post') return { ...request, details: readOperation(details) };
  const correction = readCorrection(details);
  return { ...request, details: { ...correction, transactionId: toTransactionId(correction.transactionId) } };
}

/** What would happen if somebody confirmed it now: the transfers, or why it can't be confirmed. */
export interface Outlook {
  posting: Posting | undefined;
  refused: RefusedRequest | undefined;
  /** What it is about, where that is a transaction. */
  subject: string[];
}

export async function outlookOf(
  { pool }: Books,
  { action, details, note, askedBy }: SecondPersonRequest,
): Promise<Outlook> {
  if (action === 'ledger.post') {
    const wish = readOperation(details);
    const { refused } = await examineOperation(pool, wish);
    return { posting: operationPosting(wish), refused, subject: [] };
  }
  const wish = readCorrection(details);
  const row = (await findDecisionRows(pool, [wish.transactionId], STATEMENT_OPTIONS)).get(wish.transactionId);
  if (row === undefined) return { posting: undefined, refused: 'not_found', subject: [] };
  const subject = ['The deposit as it is now', ...indented(transactionRows(row, undefined))];
  const actor = { kind: 'command_line', name: askedBy } as const;
  const plan = correctDeposit({ ...wish, note, actor }).plan(row, undefined);
  if (typeof plan === 'string') return { posting: undefined, refused: plan, subject };
  const after = [
    'The deposit as it would be',
    ...indented(correctedRows(wish.actualCents, plan.amounts ?? row)),
  ];
  const refused = row.seen === wish.seen ? undefined : 'changed';
  return { posting: plan.posting, refused, subject: [...subject, ...after] };
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

/** The same in lines for whoever thinks about confirming it. */
export function outlookLines({ posting, refused, subject }: Outlook, id: string, names: Names): string[] {
  if (refused !== undefined)
    return [...subject, `It can't be confirmed as things are. ${REQUEST_REFUSALS[refused]({ id })}`];
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
