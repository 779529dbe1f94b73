import type pg from 'pg';
import { decisionAction } from '@vezne/domain/audit-actions';
import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { permissionToConfirm } from '@vezne/domain/permissions';
import type { Permission } from '@vezne/domain/permissions';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { accountsOfPosting, createLedgerAccountIds } from '../../db/read/ledger/accounts.ts';
import { isTaken } from '../../db/constraint.ts';
import { BANK_REFERENCE_ONCE } from '../../db/read/desk/bank-references.ts';
import { isRefusedMoneyGone } from '../../db/read/desk/refused-money.ts';
import { decideWithin } from '../../db/write/decisions/decide.ts';
import type { DecisionWrite } from '../../db/write/decisions/decide.ts';
import type { AskedBefore, Decision, DecisionInput } from '../decisions/decision.ts';
import { changeOf } from '../decisions/decisions.ts';
import { amountDecided } from '../decisions/demand.ts';
import { decisionWrite } from '../decisions/decision-write.ts';
import { REQUESTED_ACTIONS } from '../decisions/requested-actions.ts';
import type { RequestedAction } from '../decisions/requested-actions.ts';
import { readForDecisions } from '../decisions/seen.ts';
import { standingOf } from '../decisions/standing.ts';
import type { BankSighting } from '../deposits/bank-sighting.ts';
import { correctDeposit } from '../deposits/correct.ts';
import { approveAsAsked, approveDeposit } from '../deposits/decide.ts';
import type { EndingTransaction } from '../four-eyes/end.ts';
import { readStoredInput } from '../four-eyes/stored-input.ts';
import { RefusedError, refused } from '../refusal.ts';
import { correctWithdrawal, returnPayout } from '../withdrawals/after-approval.ts';
import { authoriseWithdrawal } from '../withdrawals/decide.ts';
import { refuseUnlessMayConfirm } from './may-confirm.ts';
import type { Confirmation, Prepared } from './prepared.ts';

const OPTIONS = { timeoutMs: 5_000 };

type Confirmed = DecisionInput & {
  fingerprint: string;
  asked: AskedBefore;
  marksRead: readonly PayoutMark[] | undefined;
};

interface Approval extends BankSighting {
  /** Absent: as asked. */
  actualCents?: Cents;
  bankAccountId?: string;
}

interface Correction {
  actualCents?: Cents;
  bankAccountId?: string;
}

interface ShortReturn {
  arrivedCents?: Cents;
  bankAccountId?: string;
  isPaymentItself?: boolean;
}

interface Authorisation {
  bankBalanceCents?: Cents;
}

/** How a stored request becomes the decision again. */
const DECISIONS: Readonly<Record<RequestedAction, (details: unknown, confirmed: Confirmed) => Decision>> = {
  'deposit.approve'(details, { marksRead: _marksRead, ...confirmed }) {
    const { actualCents, ...approval } = readStoredInput(details) as Approval;
    return actualCents === undefined
      ? approveAsAsked({ ...approval, ...confirmed })
      : approveDeposit({ ...approval, ...confirmed, actualCents });
  },
  'deposit.correct': (details, { marksRead: _marksRead, ...confirmed }) =>
    correctDeposit({ ...(readStoredInput(details) as Correction), ...confirmed }),
  'withdrawal.authorise': (details, confirmed) =>
    authoriseWithdrawal({ ...(readStoredInput(details) as Authorisation), ...confirmed }),
  'withdrawal.correct': (details, { marksRead: _marksRead, ...confirmed }) =>
    correctWithdrawal({ ...(readStoredInput(details) as { bankAccountId: string }), ...confirmed }),
  'withdrawal.return_payout': (details, { marksRead: _marksRead, ...confirmed }) =>
    returnPayout({ ...(readStoredInput(details) as ShortReturn), ...confirmed }),
};

/** The decision that a request asks for, if it is one on a transaction. */
export function decisionAsked({
  asked,
  actor,
  marksRead,
}: Pick<Confirmation, 'asked' | 'actor' | 'marksRead'>): Decision | undefined {
  const action = REQUESTED_ACTIONS.find((one) => one === asked.action);
  if (action === undefined) return undefined;
  const { transactionId, fingerprint } = readStoredInput(asked.details) as {
    transactionId: string;
    fingerprint: string;
  };
  return DECISIONS[action](asked.details, {
    transactionId,
    fingerprint,
    actor,
    note: asked.note,
    asked: { askedBy: { id: asked.askedById, name: asked.askedBy } },
    marksRead,
  });
}

export async function prepareDecision(confirmation: Confirmation): Promise<Prepared | undefined> {
  const decision = decisionAsked(confirmation);
  return decision === undefined ? undefined : await prepareDecisions(confirmation, [decision]);
}

export interface PlannedDecision {
  decision: Decision;
  row: DecisionRow;
  change: TransactionChange;
}

/** What each decision changes as things are, or why it can't be made. All of them are read together. */
export async function planEach(
  pool: pg.Pool,
  decisions: readonly Decision[],
): Promise<(PlannedDecision | RefusedError)[]> {
  const seen = await readForDecisions(pool, decisions, OPTIONS);
  return decisions.map((decision) => {
    const { transactionId } = decision;
    const row = seen.rows.get(transactionId);
    if (row === undefined) return refused('transaction_not_found', { transactionId });
    const { status, stage } = row;
    const change = changeOf(decision, row, seen.factsOf(decision, row));
    if (typeof change === 'string') return refused(change, standingOf(change, transactionId, row));
    // The taker is the one who asked, so another person's word is the second. If it isn't, it is no confirmation.
    if (change.twoPeople && change.twoPeople.length > 0) {
      return refused('second_person_needed', { transactionId, status, stage });
    }
    return { decision, row, change };
  });
}

/** The same for decisions that are made together. Refused with the first reason why one of them can't be made. */
export async function planDecisions(
  pool: pg.Pool,
  decisions: readonly Decision[],
): Promise<PlannedDecision[]> {
  return (await planEach(pool, decisions)).map((planned) => {
    if (planned instanceof RefusedError) throw planned;
    return planned;
  });
}

/** What whoever confirms a decision must be allowed. */
export function permissionForPlanned(
  { row, change }: PlannedDecision,
  { isBulk }: { isBulk: boolean },
): Permission | undefined {
  const action = decisionAction(row.type, change.trigger);
  return permissionToConfirm(action, { amountCents: amountDecided({ row, change }), isBulk });
}

/** Decisions that are made together in the transaction that confirms them: all, or none. */
export async function prepareDecisions(
  { pool, actor }: Pick<Confirmation, 'pool' | 'actor'>,
  decisions: readonly Decision[],
  { isBulk = false }: { isBulk?: boolean } = {},
): Promise<Prepared> {
  const planned = await planDecisions(pool, decisions);
  for (const { row, change } of planned) {
    const action = decisionAction(row.type, change.trigger);
    refuseUnlessMayConfirm(actor, action, { amountCents: amountDecided({ row, change }), isBulk });
  }
  const accountIds = createLedgerAccountIds(pool, OPTIONS);
  await accountIds.learn(planned.flatMap(({ change }) => change.posting ?? []).flatMap(accountsOfPosting));
  const writes = planned.map((one) => decisionWrite(accountIds, one));
  return async (transaction) => await writeAll(transaction, writes);
}

async function writeAll({ client }: EndingTransaction, writes: readonly DecisionWrite[]): Promise<unknown> {
  const written = await decideWithin(client, writes).catch((error: unknown) => {
    const about = { transactionId: writes[0]?.transactionId ?? '' };
    if (isTaken(error, BANK_REFERENCE_ONCE)) throw refused('bank_reference_used', about);
    throw isRefusedMoneyGone(error) ? refused('refused_money_exceeded', about) : error;
  });
  for (const [index, { outcome, status, stage }] of written.entries()) {
    if (outcome === 'made') continue;
    const transactionId = writes[index]?.transactionId ?? '';
    // Too late for its locks: the person tries again.
    const code = outcome === 'stale' ? 'transaction_changed' : outcome;
    throw refused(code, { transactionId, status, stage });
  }
  return { decided: written.length };
}
