import { createHash } from 'node:crypto';
import type pg from 'pg';
import { maskIban, normalizeIban } from '@vezne/domain/iban';
import { ZERO_CENTS } from '@vezne/domain/money';
import { findNamedDeposit, findOtherUnallocated, isOwnIban } from '../../db/read/desk/refused-money.ts';
import type { NamedDeposit } from '../../db/read/desk/refused-money.ts';
import type { StatementOptions } from '../../db/statement.ts';
import { toTransactionId } from '../../ids.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';
import type { OperationRequest } from './operation-request.ts';

/** In the form in which IBANs are compared. */
export function withCheckedIban(request: OperationRequest): OperationRequest {
  return request.iban === undefined ? request : { ...request, iban: checkedIban(request.iban) };
}

function checkedIban(text: string): string {
  const iban = normalizeIban(text);
  if (iban === undefined) throw refused('iban_invalid', { text });
  return iban;
}

/**
 * What a request keeps of an IBAN that both people type. Whoever confirms must not be able to read it there: they would copy
 * what they should look up at the bank.
 */
export function withoutIban(request: OperationRequest): object {
  const { iban, ...rest } = request;
  return iban === undefined ? rest : { ...rest, ibanDigest: digestOf(request, iban) };
}

/** What people read of it until it is confirmed. */
export function shownRequest(request: OperationRequest): object {
  const { iban } = request;
  const refusedId = 'refusedTransactionId' in request ? request.refusedTransactionId : undefined;
  return {
    ...request,
    ...(iban === undefined ? {} : { iban: maskIban(iban) }),
    ...(refusedId === undefined ? {} : { refusedTransactionId: toTransactionId(refusedId) }),
    ...('payoutId' in request && request.payoutId !== undefined
      ? { payoutId: toTransactionId(request.payoutId) }
      : {}),
  };
}

/** The request with the IBAN, typed again by the second person. */
export function withTypedIban(
  stored: OperationRequest & { ibanDigest?: string },
  { requestId, iban }: { requestId: string; iban: string | undefined },
): OperationRequest {
  const { ibanDigest, ...request } = stored;
  if (ibanDigest === undefined) return request;
  if (iban === undefined) throw refused('sender_iban_needed', { requestId });
  const typed = checkedIban(iban);
  if (digestOf(request, typed) !== ibanDigest) throw refused('sender_iban_differs', { requestId });
  return { ...request, iban: typed };
}

function digestOf(request: OperationRequest, iban: string): string {
  const subject = 'refusedTransactionId' in request ? (request.refusedTransactionId ?? '') : '';
  return createHash('sha256').update(`${subject} ${iban}`).digest('hex');
}

/** Why an operation can't move the refused money that it names, as far as that shows before anything is locked. */
export async function refusedMoneyProblem(
  pool: pg.Pool,
  request: OperationRequest,
  options: StatementOptions,
): Promise<RefusedError | undefined> {
  const { iban } = request;
  if (iban !== undefined && (await isOwnIban(pool, iban, options))) {
    return refused('return_to_own_account', { iban });
  }
  if (!('refusedTransactionId' in request) || request.refusedTransactionId === undefined) {
    return await unnamedProblem(pool, request, options);
  }
  const { refusedTransactionId: transactionId } = request;
  const deposit = await findNamedDeposit(pool, transactionId, options);
  if (deposit?.type !== 'deposit' || deposit.status !== 'rejected') {
    return refused('refused_money_not_found', { transactionId });
  }
  return request.kind === 'adjusted'
    ? adjustmentProblem(request, deposit)
    : outProblem(request, { transactionId, bankAccountId: request.bankAccountId }, deposit);
}

/**
 * An adjustment that names no deposit takes only what other adjustments put there: what is open of a deposit would leave a second
 * time, credited or sent back. The database compares it again, under the lock of the account.
 */
async function unnamedProblem(
  pool: pg.Pool,
  request: OperationRequest,
  options: StatementOptions,
): Promise<RefusedError | undefined> {
  const bankAccountId = takenUnnamed(request);
  if (bankAccountId === undefined) return undefined;
  const otherCents = (await findOtherUnallocated(pool, bankAccountId, options)) ?? ZERO_CENTS;
  return request.amountCents > otherCents ? refused('refused_money_unnamed', { otherCents }) : undefined;
}

/** The account from which an adjustment takes unallocated money without a deposit's name. */
export function takenUnnamed(request: OperationRequest): string | undefined {
  if (request.kind !== 'adjusted' || request.debit.kind !== 'unallocated') return undefined;
  return request.refusedTransactionId === undefined ? request.debit.bankAccountId : undefined;
}

interface Out {
  transactionId: string;
  bankAccountId: string;
}

function outProblem(
  { amountCents }: Pick<OperationRequest, 'amountCents'>,
  { transactionId, bankAccountId }: Out,
  deposit: NamedDeposit,
): RefusedError | undefined {
  if (deposit.bankAccountId !== bankAccountId) return refused('refused_money_not_found', { transactionId });
  const { openCents } = deposit;
  return amountCents > openCents
    ? refused('refused_money_exceeded', { transactionId, openCents })
    : undefined;
}

/** An adjustment that names a deposit says that more or less of it came, or to another account. */
function adjustmentProblem(
  request: Extract<OperationRequest, { kind: 'adjusted' }>,
  deposit: NamedDeposit,
): RefusedError | undefined {
  const { debit, credit, refusedTransactionId: transactionId = '' } = request;
  if ((debit.kind === 'unallocated') === (credit.kind === 'unallocated')) {
    return refused('refused_money_mismatch', { transactionId });
  }
  if (debit.kind === 'unallocated') {
    return outProblem(request, { transactionId, bankAccountId: debit.bankAccountId }, deposit);
  }
  const isElsewhere =
    credit.kind === 'unallocated' &&
    deposit.amountCents > 0n &&
    credit.bankAccountId !== deposit.bankAccountId;
  return isElsewhere ? refused('refused_money_mismatch', { transactionId }) : undefined;
}
