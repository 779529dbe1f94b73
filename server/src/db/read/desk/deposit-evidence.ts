/** What an operator reads beside a deposit: its player, its accounts, who was asked about it, and what its partner was told. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { EventType, ReasonCode, TransactionStatus } from '@vezne/domain/transaction-state';
import { ownPlayerDayKeySql, playerDayKeySql, turkishDaysSql } from '../../player-key.ts';
import type { BankAccountStatus } from '../../schema/bank-accounts.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { requestsAboutSql } from '../requests/requests-about.ts';

/** Another deposit of the same player. */
export interface PlayerDeposit {
  id: string;
  referenceCode: string | null;
  createdAt: Date;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  status: TransactionStatus;
  reasonCode: ReasonCode | null;
}

const COLUMNS = `o.id, o.reference_code as "referenceCode", o.created_at as "createdAt", o.amount_cents as "amountCents",
  o.actual_amount_cents as "actualAmountCents", o.status, o.reason_code as "reasonCode"`;

/**
 * The player's other deposits of some days, found by the index of players' days alone: see decision-rows. They are put in order outside:
 * inside, the planner could walk all transactions in the order of their ids.
 */
function ofPlayerSql(from: string, to: string): string {
  const key = playerDayKeySql({ partnerId: 't.partner_id', customerId: 't.customer_id', day: 'day' });
  return `
from transaction t cross join lateral (
  select ${COLUMNS} from transaction o
  where ${ownPlayerDayKeySql('o')} = any (array(select ${key} from ${turkishDaysSql(from, to)} as day))
    and o.partner_id is not distinct from t.partner_id and o.customer_id = t.customer_id and o.id <> t.id and o.type = 'deposit'`;
}

const TWINS_SQL = `
select o.* ${ofPlayerSql(`t.created_at - interval '1 day'`, `t.created_at + interval '1 day'`)}
    and o.created_at + interval '0' between t.created_at - interval '1 day' and t.created_at + interval '1 day'
    and o.amount_cents = t.amount_cents and o.status in ('approved', 'waiting_confirmation')
) as o where t.id = $1 order by o.id desc limit 10`;

/** Of the same amount within a day, approved or waiting; the newest first. */
export async function findTwins(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<PlayerDeposit[]> {
  return await runRead<PlayerDeposit>(pool, { text: TWINS_SQL, values: [transactionId] }, options);
}

/** Long enough to know a player by, and few enough days to look up. */
const HISTORY_DAYS = 90;
/** A partner may send all its players under one id. */
const HISTORY_MOST = 500;

export const PLAYER_HISTORY_SQL = `
select o.* ${ofPlayerSql(`now() - interval '${HISTORY_DAYS} days'`, 'now()')}
) as o where t.id = $1 order by o.id desc limit ${HISTORY_MOST}`;

/** The player's other deposits of the last three months; the newest first. */
export async function findPlayerHistory(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<PlayerDeposit[]> {
  return await runRead<PlayerDeposit>(pool, { text: PLAYER_HISTORY_SQL, values: [transactionId] }, options);
}

export interface PaidAccount {
  id: string;
  bankName: string;
  holderName: string;
  iban: string;
  status: BankAccountStatus;
}

const ACCOUNTS_SQL = `
select id, bank_name as "bankName", holder_name as "holderName", iban, status from bank_account where id = any ($1)`;

export async function findPaidAccounts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, PaidAccount>> {
  const rows = await runRead<PaidAccount>(pool, { text: ACCOUNTS_SQL, values: [ids] }, options);
  return new Map(rows.map((account) => [account.id, account]));
}

export interface RequestAbout {
  id: string;
  action: string;
  askedBy: string;
  askedById: string | null;
  askedAt: Date;
  note: string | null;
  /** What it would be afterwards; null: as asked, or as it is. */
  actualCents: Cents | null;
  bankAccountId: string | null;
}

const REQUEST_SQL = `
select id, action, asked_by as "askedBy", asked_by_id as "askedById", asked_at as "askedAt", note,
  (details ->> 'actualCents')::int8 as "actualCents", (details ->> 'bankAccountId')::uuid as "bankAccountId"
from second_person_request
where id in (select asked.id from (${requestsAboutSql('$1')}) as asked) and (subject_type = 'transaction' or not $2::boolean)
order by subject_type = 'deposits', id limit 1`;

/** The open request about a transaction. One about it alone comes before a bulk's, which is about those that still wait. */
export async function findRequestAbout(
  pool: pg.Pool,
  transactionId: string,
  { isDecided, ...options }: StatementOptions & { isDecided: boolean },
): Promise<RequestAbout | undefined> {
  const query = { text: REQUEST_SQL, values: [transactionId, isDecided] };
  return (await runRead<RequestAbout>(pool, query, options))[0];
}

const LATE_SQL = `
select ${COLUMNS} from transaction o where o.original_transaction_id = $1 order by o.id desc limit 20`;

/** What came late, or once more, for a deposit; the newest first. */
export async function findLateDeposits(
  pool: pg.Pool,
  originalId: string,
  options: StatementOptions,
): Promise<PlayerDeposit[]> {
  return await runRead<PlayerDeposit>(pool, { text: LATE_SQL, values: [originalId] }, options);
}

const HEARS_SQL = `
select exists (
  select from webhook_endpoint
  where partner_id = $1 and status <> 'disabled' and 'deposit.corrected' = any (event_types)
) as "hears"`;

/** Whether the partner is told of corrections: that is for partners who asked for it. */
export async function hearsOfCorrections(
  pool: pg.Pool,
  partnerId: string,
  options: StatementOptions,
): Promise<boolean> {
  const [row] = await runRead<{ hears: boolean }>(pool, { text: HEARS_SQL, values: [partnerId] }, options);
  return row?.hears ?? false;
}

/** A try to tell the partner of the transaction. */
export interface ToldAttempt {
  eventType: EventType;
  at: Date;
  attemptNo: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  answerStart: string | null;
}

/** Found by the key of attempts, endpoint and event: no index knows the event alone. */
const ATTEMPTS_SQL = `
select e.type as "eventType", a.at, a.attempt_no as "attemptNo", a.duration_ms as "durationMs", a.status_code as status, a.error,
  a.answer_start as "answerStart"
from event e join webhook_endpoint w on w.partner_id = e.partner_id
  join webhook_attempt a on a.endpoint_id = w.id and a.event_id = e.id
where e.transaction_id = $1 order by a.at limit 100`;

export async function findToldAttempts(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<ToldAttempt[]> {
  return await runRead<ToldAttempt>(pool, { text: ATTEMPTS_SQL, values: [transactionId] }, options);
}
