import type pg from 'pg';
import { accountKey } from '@vezne/domain/accounts';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { needsSecondPerson } from '@vezne/domain/authority';
import { operationPosting } from '@vezne/domain/postings';
import type { LedgerOperation } from '@vezne/domain/postings';
import { readOperationFacts } from '../../db/read/ledger-operations.ts';
import type { OperationFacts } from '../../db/read/ledger-operations.ts';
import type { StatementOptions } from '../../db/statement.ts';
import type { NewOperation } from '../../db/write/ledger/operations.ts';
import type { Actor } from '../decisions/request.ts';
import { plainValues } from '../plain-values.ts';
import { accountsOfPosting, createAccountIds, plannedMovements, plannedTransfers } from './account-ids.ts';

/** An operation as somebody asks for it; the arrival of an internal transfer names what was sent. */
export type OperationWish = LedgerOperation & { readonly sentOperationId?: string | undefined };

export type RefusedOperation =
  | 'unknown_partner'
  | 'unknown_bank_account'
  /** Money can't leave an account that is not enabled. */
  | 'account_unavailable'
  /** More than the partner has. */
  | 'no_credit'
  | 'same_account'
  /** What is set aside belongs to authorised payouts: taken from under them, their approval would fail after the money left. */
  | 'reserved_account'
  | 'unknown_transfer'
  | 'already_arrived'
  /** It arrives at another account than it left, and whole. */
  | 'wrong_arrival';

const STATEMENT_OPTIONS: StatementOptions = { timeoutMs: 5_000 };

/** Kinds by which money leaves one of our bank accounts at our own wish. */
const LEAVING: ReadonlySet<LedgerOperation['kind']> = new Set([
  'settled_to_partner',
  'internal_transfer_sent',
]);

/** What stands in the way of an operation, as far as can be seen before its balances are locked. */
export async function examineOperation(
  pool: pg.Pool,
  wish: OperationWish,
): Promise<{ refused: RefusedOperation | undefined; needsSecondPerson: boolean }> {
  const ground = await readOperationFacts(pool, namesIn(wish), STATEMENT_OPTIONS);
  return {
    refused: problemOf(wish, ground),
    needsSecondPerson: wish.kind === 'adjusted' || needsSecondPerson(wish.amountCents, ground.fourEyesCents),
  };
}

function problemOf(wish: OperationWish, ground: OperationFacts): RefusedOperation | undefined {
  if (wish.kind === 'adjusted') return adjustmentProblem(wish);
  if ('partnerId' in wish && ground.partnerStatus === null) return 'unknown_partner';
  if (ground.bankAccountStatus === null) return 'unknown_bank_account';
  const canPay = ground.bankAccountStatus === 'enabled' && !ground.arePayoutsPaused;
  if (LEAVING.has(wish.kind) && !canPay) return 'account_unavailable';
  if (wish.kind !== 'internal_transfer_arrived') return undefined;
  if (ground.sentAmountCents === null) return 'unknown_transfer';
  if (ground.hasArrived) return 'already_arrived';
  const isWhole = ground.sentAmountCents === wish.amountCents && ground.sentFrom !== wish.bankAccountId;
  return isWhole ? undefined : 'wrong_arrival';
}

function adjustmentProblem({
  debit,
  credit,
}: Extract<OperationWish, { kind: 'adjusted' }>): RefusedOperation | undefined {
  if (accountKey(debit) === accountKey(credit)) return 'same_account';
  return [debit.kind, credit.kind].includes('partner_reserved') ? 'reserved_account' : undefined;
}

/** The operation as the ledger writes it. */
export async function plannedOperation(
  pool: pg.Pool,
  request: { id: string; wish: OperationWish; note: string; actor: Actor; askedBy?: string | undefined },
): Promise<NewOperation> {
  const { id, wish, note, actor, askedBy } = request;
  const posting = operationPosting(wish);
  const ids = createAccountIds(pool, STATEMENT_OPTIONS);
  await ids.learn(accountsOfPosting(posting));
  return {
    id,
    kind: wish.kind,
    ...namesIn(wish),
    amountCents: wish.amountCents,
    // The one who asked is the first of two people, and the one who confirms the second.
    actor: askedBy ?? actor.name,
    confirmedBy: askedBy === undefined ? null : actor.name,
    note,
    transfers: plannedTransfers(ids, posting, { causeId: id, floorCents: floorOf(wish) }),
    movements: plannedMovements(posting, id),
    audit: { actorKind: actor.kind, actor: actor.name, details: plainValues({ ...wish, note }) },
  };
}

/** A partner is paid what it has and no more; a credit line is for its players' payouts. */
function floorOf({ kind }: OperationWish): Cents | null {
  return kind === 'settled_to_partner' ? ZERO_CENTS : null;
}

function namesIn(wish: OperationWish): {
  partnerId: string | null;
  bankAccountId: string | null;
  sentOperationId: string | null;
} {
  return {
    partnerId: 'partnerId' in wish ? wish.partnerId : null,
    bankAccountId: 'bankAccountId' in wish ? wish.bankAccountId : null,
    sentOperationId: wish.sentOperationId ?? null,
  };
}
