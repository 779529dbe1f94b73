import assert from 'node:assert/strict';
import type pg from 'pg';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';

/** The sums of the nonzero balances, by kind of account. */
export async function balances(owner: pg.Pool): Promise<Record<string, bigint>> {
  const { rows } = await owner.query<{ key: string; cents: bigint }>(
    `select kind as key, sum(balance_cents)::int8 as cents from ledger_account where balance_cents <> 0 group by kind`,
  );
  return Object.fromEntries(rows.map(({ key, cents }) => [key, cents]));
}

const DEBIT_NORMAL = Object.entries(ACCOUNT_KINDS)
  .filter(([, { normalSide }]) => normalSide === 'debit')
  .map(([kind]) => kind);

/** Rules that the books must follow at any moment. Each query returns the rows that break its rule. */
const RULES: Readonly<Record<string, string>> = {
  'a balance is the sum of its entries and the balance after the last': `
    select a.id from ledger_account a
    left join lateral (select sum(amount_cents)::int8 as total, count(*) as entries, max(entry_no) as last_no
                       from ledger_entry e where e.account_id = a.id) s on true
    left join ledger_entry last on last.account_id = a.id and last.entry_no = s.last_no
    where a.balance_cents <> coalesce(s.total, 0) or a.entry_count <> s.entries or a.entry_count <> coalesce(s.last_no, 0)
      or a.balance_cents <> coalesce(last.balance_after_cents, 0)`,
  'each balance follows from the one before, without a gap in the numbers': `
    select account_id, entry_no from (
      select account_id, entry_no, balance_after_cents - amount_cents as before,
        lag(balance_after_cents, 1, 0::int8) over in_order as previous, lag(entry_no, 1, 0::int8) over in_order as previous_no
      from ledger_entry window in_order as (partition by account_id order by entry_no)
    ) as chain where before <> previous or entry_no <> previous_no + 1`,
  'a transfer has two entries of its amount, on its two accounts, in their normal signs': `
    select t.id from ledger_transfer t
    join public.ledger_account d on d.id = t.debit_account_id join public.ledger_account c on c.id = t.credit_account_id
    cross join lateral (
      select count(*) as entries,
        count(*) filter (where e.account_id = d.id
          and e.amount_cents = case when d.kind = any ($1) then t.amount_cents else -t.amount_cents end) as debits,
        count(*) filter (where e.account_id = c.id
          and e.amount_cents = case when c.kind = any ($1) then -t.amount_cents else t.amount_cents end) as credits
      from public.ledger_entry e where e.transfer_id = t.id
    ) as sides
    where (entries, debits, credits) <> (2, 1, 1)`,
  'debits equal credits': `
    select sum(case when kind = any ($1) then balance_cents else -balance_cents end) as difference from public.ledger_account
    having sum(case when kind = any ($1) then balance_cents else -balance_cents end) <> 0`,
  'what moved at a bank account is its balance': `
    select a.id from ledger_account a where a.kind = 'bank' and a.balance_cents <>
      (select coalesce(sum(amount_cents), 0) from bank_movement m where m.bank_account_id = a.bank_account_id)`,
  'what is set aside is what authorised withdrawals will cost': `
    select a.id from ledger_account a where a.kind = 'partner_reserved' and a.balance_cents <>
      (select coalesce(-sum(balance_impact_cents), 0) from transaction t where t.partner_id = a.partner_id and t.stage = 'authorised')`,
  'a partner’s decided transactions and operations add up to its balance': `
    select a.id from ledger_account a where a.kind = 'partner_balance' and a.balance_cents <>
      (select coalesce(sum(balance_impact_cents), 0) from transaction t where t.partner_id = a.partner_id
         and (t.status = 'approved' or t.stage = 'authorised'))
      + (select coalesce(sum(case when l.debit_account_id = a.id then -l.amount_cents else l.amount_cents end), 0)
         from ledger_transfer l where l.operation_id is not null and a.id in (l.debit_account_id, l.credit_account_id))`,
  'unallocated money is what is open of refused deposits, and what adjustments moved': `
    select a.id from ledger_account a where a.kind = 'unallocated' and a.balance_cents <>
      (select coalesce(sum(open_cents), 0) from refused_money r where r.bank_account_id = a.bank_account_id)
      + (select coalesce(sum(case when l.debit_account_id = a.id then -l.amount_cents else l.amount_cents end), 0)
         from ledger_transfer l where l.kind = 'adjusted' and l.refused_transaction_id is null
           and a.id in (l.debit_account_id, l.credit_account_id))`,
  'steps are counted without a gap': `
    select t.id from transaction t where t.step_count <> (select count(*) from transaction_step s where s.transaction_id = t.id)
      or t.step_count <> (select max(step_no) from transaction_step s where s.transaction_id = t.id)`,
  'the last step has the state of its transaction': `
    select t.id from transaction t join transaction_step s on s.transaction_id = t.id and s.step_no = t.step_count
    where s.status <> t.status or s.stage is distinct from t.stage`,
  'each step that ends or corrects a transaction is told once, except a rejection of late money, and no other': `
    select s.transaction_id, s.step_no from transaction_step s join transaction t on t.id = s.transaction_id
    where (s.trigger in ('approve', 'reject', 'expire', 'cancel', 'payout_returned', 'correct')
      and not (s.trigger = 'reject' and t.original_transaction_id is not null))
      <> exists (select from event e where e.transaction_id = s.transaction_id and e.step_no = s.step_no)`,
  'the feed of a partner counts its events without a gap': `
    select f.partner_id from event_feed f where f.last_no <> (select count(*) from event e where e.partner_id = f.partner_id)
      or f.last_no <> (select coalesce(max(feed_no), 0) from event e where e.partner_id = f.partner_id)`,
};

/** Partners and bank accounts that dealt only with each other. */
export interface BooksScope {
  partnerIds: readonly string[];
  bankAccountIds: readonly string[];
}

/**
 * Names that hide the tables of the same name, so every rule reads only the rows in the scope. A rule that must see
 * everything, such as the other side of a transfer or the sum of all accounts, names the table with its schema. Arrays,
 * because with a sub-select the planner reads the whole table, which grows with every world.
 */
const SCOPE = `
with ledger_account as (
  select * from public.ledger_account where partner_id = any ($2::uuid[]) or bank_account_id = any ($3::uuid[])
), ledger_entry as (
  select * from public.ledger_entry where account_id = any (array(select id from ledger_account))
), transaction as (
  select * from public.transaction where partner_id = any ($2)
), transaction_step as (
  select * from public.transaction_step where transaction_id = any (array(select id from transaction))
), event as (
  select * from public.event where partner_id = any ($2)
), event_feed as (
  select * from public.event_feed where partner_id = any ($2)
), ledger_transfer as (
  select * from public.ledger_transfer where id = any (array(select transfer_id from ledger_entry))
), bank_movement as (
  select * from public.bank_movement where bank_account_id = any ($3)
), refused_money as (
  select * from public.refused_money where bank_account_id = any ($3)
)`;

/** One statement for all rules, with a row for each breach. */
const BREACHES = Object.entries(RULES)
  .map(([rule, text]) => `select '${rule}' as rule, to_jsonb(broken) as broken from (${text}) as broken`)
  .join(' union all ');

/** Asserts every rule of the books, for the whole database or for the scope. */
export async function assertBooksHold(owner: pg.Pool, scope?: BooksScope): Promise<void> {
  const { rows } = await owner.query(
    scope
      ? {
          name: 'breaches-in-scope',
          text: SCOPE + BREACHES,
          values: [DEBIT_NORMAL, scope.partnerIds, scope.bankAccountIds],
        }
      : { text: BREACHES, values: [DEBIT_NORMAL] },
  );
  assert.deepEqual(rows, []);
}
