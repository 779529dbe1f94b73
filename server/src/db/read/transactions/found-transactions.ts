/** Transactions that somebody looks for, in any state: their ids by one thing each, and what is shown of them. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type {
  ReasonCode,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface FoundTransaction {
  id: string;
  type: TransactionType;
  referenceCode: string | null;
  externalReference: string;
  createdAt: Date;
  customerId: string;
  customerUsername: string;
  customerFullName: string;
  partnerId: string;
  partnerName: string;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  reasonCode: ReasonCode | null;
  isLateMoney: boolean;
  /** Whole. Mask it before it is shown. */
  payoutIban: string | null;
}

const FOUND_SQL = `
select t.id, t.type, t.reference_code as "referenceCode", t.external_reference as "externalReference", t.created_at as "createdAt",
  t.customer_id as "customerId", t.customer_username as "customerUsername", t.customer_full_name as "customerFullName",
  t.partner_id as "partnerId", p.name as "partnerName", t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents",
  t.status, t.stage, t.reason_code as "reasonCode", t.original_transaction_id is not null as "isLateMoney",
  t.payout_iban as "payoutIban"
from transaction t join partner p on p.id = t.partner_id
where t.id = any ($1)`;

/** Those that exist, by their ids. */
export async function findTransactionsByIds(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, FoundTransaction>> {
  if (ids.length === 0) return new Map();
  const rows = await runRead<FoundTransaction>(pool, { text: FOUND_SQL, values: [ids] }, options);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface DepositOfCode {
  id: string;
  referenceCode: string;
}

/** Deposits by their numbers, or by their codes if they are older than the numbers; and the late money of each. */
export const DEPOSITS_OF_CODES_SQL = `
with original as materialized (
  select id, reference_code from transaction where reference_number = any ($1)
  union all
  select id, reference_code from transaction
  where reference_code = any ($2) and reference_number is null and original_transaction_id is null
)
select id, reference_code as "referenceCode" from original
union all
select late.id, late.reference_code from original cross join lateral (
  select id, reference_code from transaction where original_transaction_id = original.id offset 0
) as late
order by id`;

/** The oldest first, which is the original of late money. */
export async function findDepositsOfCodes(
  pool: pg.Pool,
  codes: readonly { number: number; code: string }[],
  options: StatementOptions,
): Promise<DepositOfCode[]> {
  if (codes.length === 0) return [];
  const values = [codes.map(({ number }) => BigInt(number)), codes.map(({ code }) => code)];
  return await runRead<DepositOfCode>(pool, { text: DEPOSITS_OF_CODES_SQL, values }, options);
}

/** A partner may name things as the next one does. */
const MOST_OF_REFERENCE = 20;

/**
 * The index of references begins with the partner and the type, so each partner is asked twice: there are some hundred of them at most. Without
 * "offset 0" the planner may read all transactions instead, and PostgreSQL 15 reads the whole index if it isn't told the partner.
 */
export const OF_REFERENCE_SQL = `
with original as materialized (
  select t.id from partner p cross join (values ('deposit'), ('withdrawal')) as known (type) cross join lateral (
    select id from transaction
    where partner_id = p.id and type = known.type and external_reference = $1 and original_transaction_id is null offset 0
  ) as t
  limit ${MOST_OF_REFERENCE}
)
select id from original
union all
select late.id from original cross join lateral (
  select id from transaction where original_transaction_id = original.id offset 0
) as late
order by id`;

/** Those with this reference of a partner, and the late money of them. */
export async function findIdsOfReference(
  pool: pg.Pool,
  reference: string,
  options: StatementOptions,
): Promise<string[]> {
  return await idsOf(pool, { text: OF_REFERENCE_SQL, values: [reference] }, options);
}

export const OF_IBAN_SQL = 'select id from transaction where payout_iban = $1 order by id desc limit $2';

/** Payouts to an account, the newest first. Where deposits were paid to is not asked: to one of our accounts, as thousands of others. */
export async function findIdsOfPayoutIban(
  pool: pg.Pool,
  iban: string,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<string[]> {
  return await idsOf(pool, { text: OF_IBAN_SQL, values: [iban, limit] }, options);
}

export const WAITING_OF_AMOUNT_SQL = `
select transaction_id as id from open_transaction where amount_cents = any ($1) order by transaction_id desc limit $2`;

/** What waits for a player or an operator with one of these amounts, the newest first. */
export async function findWaitingOfAmounts(
  pool: pg.Pool,
  amounts: readonly Cents[],
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<string[]> {
  return await idsOf(pool, { text: WAITING_OF_AMOUNT_SQL, values: [amounts, limit] }, options);
}

/** So many of the newest are read, however many a day has. A fifth of a second, if they are in memory. */
export const MOST_READ_FOR_AMOUNT = 100_000;

/**
 * No index knows amounts: it would be one more that every create writes to, with keys in no order. So the newest are read, backwards by the
 * primary key, until there are enough of them. An index scan keeps the order, and the few that are found are put in order once more.
 */
export const DECIDED_OF_AMOUNT_SQL = `
with found as materialized (
  select id from (
    select id, status, amount_cents, actual_amount_cents from transaction where id >= $2
    order by id desc limit ${MOST_READ_FOR_AMOUNT}
  ) as newest
  where status in ('approved', 'rejected') and (amount_cents = any ($1) or actual_amount_cents = any ($1)) limit $3
)
select id from found order by id desc`;

/** Decided ones that asked for or brought one of these amounts, among the newest from an id on; the newest first. */
export async function findDecidedOfAmounts(
  pool: pg.Pool,
  amounts: readonly Cents[],
  { from, limit, ...options }: StatementOptions & { from: string; limit: number },
): Promise<string[]> {
  return await idsOf(pool, { text: DECIDED_OF_AMOUNT_SQL, values: [amounts, from, limit] }, options);
}

const LAST_READ_SQL = `select id from transaction where id >= $1 order by id desc offset ${MOST_READ_FOR_AMOUNT} limit 1`;

/** The first that the search above does not read any more; undefined if it reads all of them. */
export async function findFirstUnread(
  pool: pg.Pool,
  from: string,
  options: StatementOptions,
): Promise<string | undefined> {
  return (await idsOf(pool, { text: LAST_READ_SQL, values: [from] }, options))[0];
}

async function idsOf(pool: pg.Pool, query: pg.QueryConfig, options: StatementOptions): Promise<string[]> {
  return (await runRead<{ id: string }>(pool, query, options)).map(({ id }) => id);
}
