import { createHash } from 'node:crypto';
import type pg from 'pg';
import { accountKey } from '@vezne/domain/accounts';
import type { Person, StoredPerson } from '@vezne/domain/actor';
import { ZERO_CENTS, addCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { operationPosting } from '@vezne/domain/postings';
import type { LedgerOperation } from '@vezne/domain/postings';
import type { AloneAmount } from '@vezne/domain/transaction-change';
import { operationReasons } from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { accountsOfPosting, createLedgerAccountIds } from '../../db/read/ledger/accounts.ts';
import { readOperationFacts } from '../../db/read/ledger/operations.ts';
import type { OperationFacts } from '../../db/read/ledger/operations.ts';
import { findPayoutOutside } from '../../db/read/payouts/misdirected-payouts.ts';
import type { StatementOptions } from '../../db/statement.ts';
import type { NewOperation } from '../../db/write/ledger/operations.ts';
import { movementsOf, transfersOf } from '../../db/write/ledger/posting.ts';
import { coverOf } from '../bank-accounts/cover.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';
import { plainValues } from '../plain-values.ts';
import { operationsSubject } from './alone.ts';
import { misdirectedProblem, payoutIdOf } from './misdirected.ts';
import type { OperationRequest } from './operation-request.ts';
import { refusedMoneyProblem } from './refused-money.ts';

export type { OperationRequest } from './operation-request.ts';

const STATEMENT_OPTIONS: StatementOptions = { timeoutMs: 5_000 };

/** Operations in which we ourselves move money out of one of our bank accounts. */
const LEAVING: ReadonlySet<LedgerOperation['kind']> = new Set([
  'settled_to_partner',
  'internal_transfer_sent',
  'returned_to_sender',
]);

/** Always two people: money that leaves by a word alone, or for a stranger. */
const BY_TWO: ReadonlySet<LedgerOperation['kind']> = new Set([
  'adjusted',
  'misdirected_sent',
  'returned_to_sender',
]);

export interface ExaminedOperation {
  /** Why it takes a second person; empty if it does not. */
  reasons: TwoPeopleReason[];
  /** What it adds to the day's sums if one hand posts it. */
  alone: AloneAmount[];
  /** What the person typed of the bank's balance, if it mattered, and where a settlement goes. */
  said: Readonly<Record<string, unknown>>;
  /** Of what the second person relies on besides the operation itself: who the partner is, and where it is paid to. */
  fingerprint: string;
}

/**
 * Checks an operation as far as possible before its balances are locked. Refuses it, or says whether it needs a second
 * person.
 */
export async function examineOperation(
  pool: pg.Pool,
  request: OperationRequest,
  actor: Person,
): Promise<ExaminedOperation> {
  const subject = operationsSubject(actor, namesIn(request).bankAccountId);
  const facts = await readOperationFacts(
    pool,
    { ...namesIn(request), aloneSubject: subject },
    STATEMENT_OPTIONS,
  );
  const problem =
    problemOf(request, facts) ??
    (await payoutProblem(pool, request)) ??
    (await refusedMoneyProblem(pool, request, STATEMENT_OPTIONS));
  if (problem) throw problem;
  const { bankBalanceCents } = request;
  const amountCents = amountWithFee(request);
  const { fourEyesCents } = facts;
  const takesTwoAlways = BY_TWO.has(request.kind);
  const cover = LEAVING.has(request.kind)
    ? coverOf(facts, { amountCents, bankBalanceCents })
    : { problem: undefined, said: {} };
  if (cover.problem !== undefined) throw refused(`account_${cover.problem}`);
  return {
    reasons: operationReasons({
      amountCents,
      fourEyesCents,
      aloneTodayCents: [facts.aloneTodayCents],
      takesTwoAlways,
    }),
    alone: takesTwoAlways ? [] : [{ kind: 'operations', subject, amountCents, limitCents: fourEyesCents }],
    said: {
      ...cover.said,
      ...(request.kind === 'settled_to_partner' ? { sentTo: facts.settlementAccount } : {}),
    },
    fingerprint: createHash('sha256').update(payeeOf(request, facts)).digest('hex'),
  };
}

/** What counts is all that was sent, with what the bank kept of it. */
function amountWithFee(request: OperationRequest): Cents {
  return addCents(request.amountCents, feeIn(request) ?? ZERO_CENTS);
}

async function payoutProblem(pool: pg.Pool, request: OperationRequest): Promise<RefusedError | undefined> {
  const payoutId = payoutIdOf(request);
  const payout = payoutId === null ? undefined : await findPayoutOutside(pool, payoutId, STATEMENT_OPTIONS);
  return misdirectedProblem(request, payout);
}

/** Whose money it is by name, and where it goes: a partner that was renamed since is not the one that people read of. */
function payeeOf({ kind }: OperationRequest, { partnerName, settlementAccount }: OperationFacts): string {
  return [partnerName ?? '', kind === 'settled_to_partner' ? settlementAccount : ''].join('\n');
}

function problemOf(request: OperationRequest, facts: OperationFacts): RefusedError | undefined {
  if (request.kind === 'adjusted') return adjustmentProblem(request);
  if ('partnerId' in request && facts.partnerStatus === null) {
    return refused('partner_not_found', { named: request.partnerId });
  }
  if (request.kind === 'settled_to_partner' && facts.settlementAccount === null) {
    return refused('settlement_account_missing', { partnerId: request.partnerId });
  }
  const { bankAccountId } = request;
  if (facts.bankAccountStatus === null) return refused('bank_account_not_found', { named: bankAccountId });
  const canPay = facts.bankAccountStatus === 'enabled' && !facts.arePayoutsPaused;
  if (LEAVING.has(request.kind) && !canPay) return refused('bank_account_unavailable');
  const isReturned = request.kind === 'internal_transfer_returned';
  if (!isReturned && request.kind !== 'internal_transfer_arrived') return undefined;
  if (facts.sentAmountCents === null) return refused('transfer_not_found');
  if (facts.hasArrived) return refused('transfer_already_arrived');
  const isWhole = facts.sentAmountCents === amountWithFee(request);
  const isRightAccount = (facts.sentFrom === bankAccountId) === isReturned;
  return isWhole && isRightAccount ? undefined : refused('arrival_mismatch');
}

function adjustmentProblem({
  debit,
  credit,
}: Extract<OperationRequest, { kind: 'adjusted' }>): RefusedError | undefined {
  if (accountKey(debit) === accountKey(credit)) return refused('same_account');
  const isReserved = [debit.kind, credit.kind].includes('partner_reserved');
  return isReserved ? refused('reserved_account') : undefined;
}

/** The operation in the form that the ledger writes. */
export async function newOperation(
  pool: pg.Pool,
  {
    id,
    request,
    note,
    actor,
    said,
    alone,
    asked,
  }: Pick<ExaminedOperation, 'said' | 'alone'> & {
    id: string;
    request: OperationRequest;
    note: string;
    actor: Person;
    asked?: { askedBy: StoredPerson };
  },
): Promise<NewOperation> {
  const posting = operationPosting(request);
  const accountIds = createLedgerAccountIds(pool, STATEMENT_OPTIONS);
  await accountIds.learn(accountsOfPosting(posting));
  return {
    id,
    kind: request.kind,
    ...namesIn(request),
    amountCents: request.amountCents,
    feeCents: feeIn(request),
    // The person who asked is the first of two people; the person who confirms is the second.
    askedBy: asked?.askedBy ?? actor,
    confirmedBy: asked === undefined ? null : actor,
    note,
    said: { ...said, ...(request.iban === undefined ? {} : { sentTo: request.iban }) },
    alone,
    transfers: transfersOf(posting, { accountIds, causeId: id, floorCents: floorOf(request) }),
    movements: movementsOf(posting, id),
    actor,
    auditDetails: {
      ...plainValues({ ...request, note }),
      ...said,
      ...(asked === undefined ? {} : { askedBy: asked.askedBy.name }),
    },
  };
}

/** A partner is paid no more than it has. A credit line is only for its players' payouts. */
function floorOf({ kind }: OperationRequest): Cents | null {
  return kind === 'settled_to_partner' ? ZERO_CENTS : null;
}

export function namesIn(request: OperationRequest): {
  partnerId: string | null;
  bankAccountId: string | null;
  sentOperationId: string | null;
  payoutId: string | null;
  refusedTransactionId: string | null;
} {
  return {
    partnerId: 'partnerId' in request ? request.partnerId : null,
    bankAccountId: 'bankAccountId' in request ? request.bankAccountId : null,
    sentOperationId: request.sentOperationId ?? null,
    payoutId: payoutIdOf(request),
    refusedTransactionId: 'refusedTransactionId' in request ? (request.refusedTransactionId ?? null) : null,
  };
}

function feeIn(request: OperationRequest): Cents | null {
  return 'feeCents' in request && request.feeCents ? request.feeCents : null;
}
