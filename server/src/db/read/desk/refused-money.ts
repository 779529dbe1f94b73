import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { ReasonCode, TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { isBroken } from '../../constraint.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** The rules that never more leaves than is open, and only from where it is. Whoever breaks one was overtaken. */
const OVERTAKING_RULES = ['refused_money_open', 'refused_money_account'];

/** The rule that an adjustment without a deposit's name leaves what is open of deposits. It is one of the rules for transfers. */
export const AGREES_WITH_CAUSE = 'ledger_transfer_agrees_with_its_cause';

/** Another way out, or an adjustment, came before this one. */
export function isRefusedMoneyGone(error: unknown): boolean {
  return OVERTAKING_RULES.some((rule) => isBroken(error, rule));
}

/** A deposit whose money is named, and what is in the books of its refused money. */
export interface NamedDeposit {
  type: TransactionType;
  status: TransactionStatus;
  /** null: none was ever entered. */
  bankAccountId: string | null;
  amountCents: Cents;
  openCents: Cents;
}

const NAMED_SQL = `
select t.type, t.status, r.bank_account_id as "bankAccountId", coalesce(r.amount_cents, 0) as "amountCents",
  coalesce(r.open_cents, 0) as "openCents"
from transaction t left join refused_money r on r.transaction_id = t.id where t.id = $1`;

export async function findNamedDeposit(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<NamedDeposit | undefined> {
  return (await runRead<NamedDeposit>(pool, { text: NAMED_SQL, values: [transactionId] }, options))[0];
}

/** What is open of the money that was refused for one reference: of its first deposit, or of late money for it. */
export interface OpenOfReference {
  transactionId: string;
  openCents: Cents;
  bankAccountId: string;
}

const OF_REFERENCE_SQL = `
select r.transaction_id as "transactionId", r.open_cents as "openCents", r.bank_account_id as "bankAccountId"
from refused_money r join transaction t on t.id = r.transaction_id
where r.open_cents > 0 and (t.id = $1 or t.original_transaction_id = $1)
order by r.since, r.transaction_id limit 1`;

/** The oldest, if there is any. */
export async function findOpenOfReference(
  pool: pg.Pool,
  originalId: string,
  options: StatementOptions,
): Promise<OpenOfReference | undefined> {
  const values = [originalId];
  return (await runRead<OpenOfReference>(pool, { text: OF_REFERENCE_SQL, values }, options))[0];
}

const OWN_IBAN_SQL = 'select exists (select from bank_account where iban = $1) as "isOurs"';

export async function isOwnIban(pool: pg.Pool, iban: string, options: StatementOptions): Promise<boolean> {
  const rows = await runRead<{ isOurs: boolean }>(pool, { text: OWN_IBAN_SQL, values: [iban] }, options);
  return rows[0]?.isOurs ?? false;
}

/** Refused money that neither was credited nor went back. */
export interface OpenRefusedMoney {
  transactionId: string;
  bankAccountId: string;
  amountCents: Cents;
  openCents: Cents;
  since: Date;
  reasonCode: ReasonCode;
  partner: string;
  player: string;
  playerId: string;
  /** As the bank shows it, if whoever refused the deposit said so. */
  senderSeen: string | null;
  bankReference: string | null;
  /** As the player says. */
  senderClaimed: string | null;
}

export const OPEN_REFUSED_SQL = `
select r.transaction_id as "transactionId", r.bank_account_id as "bankAccountId", r.amount_cents as "amountCents",
  r.open_cents as "openCents", r.since, t.reason_code as "reasonCode", p.name as partner, t.customer_full_name as player,
  t.customer_id as "playerId", s.said ->> 'senderSeen' as "senderSeen", s.said ->> 'bankReference' as "bankReference",
  d.sender_name as "senderClaimed"
from (select * from refused_money where open_cents > 0 order by since, transaction_id limit $1) as r
  join transaction t on t.id = r.transaction_id join partner p on p.id = t.partner_id
  left join transaction_step s on s.transaction_id = t.id and s.step_no = t.step_count
  left join sender_detail d on d.transaction_id = t.id
order by r.since, r.transaction_id`;

/** The oldest first. */
export async function listOpenRefusedMoney(
  pool: pg.Pool,
  { limit }: { limit: number },
  options: StatementOptions,
): Promise<OpenRefusedMoney[]> {
  return await runRead<OpenRefusedMoney>(pool, { text: OPEN_REFUSED_SQL, values: [limit] }, options);
}

/** What an account holds that nobody owns. */
export interface UnallocatedBalance {
  bankAccountId: string;
  balanceCents: Cents;
  /** Of refused deposits. */
  refusedCents: Cents;
  /** Entered by adjustments that name no deposit. */
  otherCents: Cents;
}

/** What an account holds that is of no refused deposit. */
export async function findOtherUnallocated(
  pool: pg.Pool,
  bankAccountId: string,
  options: StatementOptions,
): Promise<Cents | undefined> {
  const balances = await listUnallocatedBalances(pool, options);
  return balances.find((balance) => balance.bankAccountId === bankAccountId)?.otherCents;
}

const UNALLOCATED_SQL = `
select a.bank_account_id as "bankAccountId", a.balance_cents as "balanceCents", r.open_cents as "refusedCents",
  a.balance_cents - r.open_cents as "otherCents"
from ledger_account a cross join lateral (
  select coalesce(sum(open_cents), 0)::int8 as open_cents from refused_money
  where open_cents > 0 and bank_account_id = a.bank_account_id
) as r
where a.kind = 'unallocated' and (a.balance_cents <> 0 or r.open_cents <> 0)
order by a.id`;

export async function listUnallocatedBalances(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<UnallocatedBalance[]> {
  return await runRead<UnallocatedBalance>(pool, { text: UNALLOCATED_SQL }, options);
}
