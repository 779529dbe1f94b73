/** Bank accounts with what they hold and took today, for people who look after them. */
import type pg from 'pg';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { authorisedFrom } from '../../open-transactions.ts';
import type { BankAccountStatus } from '../../schema/bank-accounts.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface BankAccountOverview {
  id: string;
  bankName: string;
  holderName: string;
  iban: string;
  status: BankAccountStatus;
  depositsPaused: boolean;
  payoutsPaused: boolean;
  /** null: no cap. */
  dailyCapCents: Cents | null;
  toleranceCents: Cents;
  createdAt: Date;
  /** What counts against the cap: given today, less what will not come any more. */
  usedTodayCents: Cents;
  assignedToday: number;
  balanceCents: Cents;
  unallocatedCents: Cents;
  authorisedCents: Cents;
  openDeposits: number;
}

const overviews = (where: string): string => `
select a.id, a.bank_name as "bankName", a.holder_name as "holderName", a.iban, a.status, a.deposits_paused as "depositsPaused",
  a.payouts_paused as "payoutsPaused", a.daily_cap_cents as "dailyCapCents", a.tolerance_cents as "toleranceCents",
  a.created_at as "createdAt", greatest(coalesce(d.assigned_cents - d.returned_cents, 0), 0) as "usedTodayCents",
  coalesce(d.assigned_count, 0)::int4 as "assignedToday", books.balance_cents as "balanceCents",
  nobodys.balance_cents as "unallocatedCents",
  coalesce((${authorisedFrom('a.id')}), 0)::int8 as "authorisedCents",
  (select count(*)::int4 from open_transaction o where o.bank_account_id = a.id and o.status = 'waiting_payment') as "openDeposits"
from bank_account a
join ledger_account books on books.bank_account_id = a.id and books.kind = 'bank'
join ledger_account nobodys on nobodys.bank_account_id = a.id and nobodys.kind = 'unallocated'
left join bank_account_day d on d.bank_account_id = a.id and d.day = (now() at time zone 'Europe/Istanbul')::date
${where}`;

/** By bank. */
const ALL_SQL = overviews('order by lower(a.bank_name), a.iban');
const ONE_SQL = overviews('where a.id = $1');

export async function listBankAccountOverviews(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<BankAccountOverview[]> {
  return await runRead<BankAccountOverview>(pool, { text: ALL_SQL, values: [] }, options);
}

export async function findBankAccountOverview(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<BankAccountOverview | undefined> {
  return (await runRead<BankAccountOverview>(pool, { text: ONE_SQL, values: [id] }, options))[0];
}

const OPEN_SUM_SQL = `
select coalesce(sum((select t.amount_cents from transaction t where t.id = o.transaction_id)), 0)::int8 as "sumCents"
from open_transaction o where o.bank_account_id = $1 and o.status = 'waiting_payment'`;

/** What the players of its open deposits are asked to pay. */
export async function sumOpenDeposits(pool: pg.Pool, id: string, options: StatementOptions): Promise<Cents> {
  const rows = await runRead<{ sumCents: Cents }>(pool, { text: OPEN_SUM_SQL, values: [id] }, options);
  return rows[0]?.sumCents ?? ZERO_CENTS;
}

/** The two people that an account comes from. */
export interface AccountOpening {
  askedBy: string;
  confirmedBy: string;
}

const OPENING_SQL = `
select asked_by as "askedBy", decided_by as "confirmedBy" from second_person_request
where subject_type = 'bank_account' and subject_id = $1 and action = 'bank_account.add' and status = 'confirmed'`;

/** undefined: the account is older than that rule. */
export async function findAccountOpening(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<AccountOpening | undefined> {
  return (await runRead<AccountOpening>(pool, { text: OPENING_SQL, values: [id] }, options))[0];
}
