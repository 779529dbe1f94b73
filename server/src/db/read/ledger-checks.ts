import type pg from 'pg';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

const DEBIT_NORMAL = Object.entries(ACCOUNT_KINDS)
  .filter(([, { normalSide }]) => normalSide === 'debit')
  .map(([kind]) => kind);

/**
 * The rules of the books, as queries that find violations: `subject` says where, `expected` what the entries say, `found`
 * what is stored. Each is one statement and so sees one moment. $1 lists the kinds of accounts that grow by debits.
 */
const CHECKS = {
  'a balance is the sum of its entries, and the balance after the last of them': `
    with summed as (
      select account_id, sum(amount_cents)::int8 as total, count(*) as entries, max(entry_no) as last_no
      from ledger_entry group by account_id
    )
    select 'account ' || a.id as subject, coalesce(s.total, 0) || ' after ' || coalesce(s.entries, 0) || ' entries' as expected,
      a.balance_cents || ' after ' || a.entry_count || ' entries' as found
    from ledger_account a left join summed s on s.account_id = a.id
      left join ledger_entry last on last.account_id = a.id and last.entry_no = s.last_no
    where a.balance_cents <> coalesce(s.total, 0) or a.entry_count <> coalesce(s.entries, 0)
      or a.entry_count <> coalesce(s.last_no, 0) or a.balance_cents <> coalesce(last.balance_after_cents, 0)`,
  'each balance follows from the one before it, and the numbers have no gap': `
    select 'account ' || account_id || ' entry ' || entry_no as subject, previous || ' at entry ' || previous_no as expected,
      before || ' before entry ' || entry_no as found
    from (
      select account_id, entry_no, balance_after_cents - amount_cents as before,
        lag(balance_after_cents, 1, 0::int8) over in_order as previous, lag(entry_no, 1, 0::int8) over in_order as previous_no
      from ledger_entry window in_order as (partition by account_id order by entry_no)
    ) as chain
    where before <> previous or entry_no <> previous_no + 1`,
  'a transfer has an entry of its amount on each of its two accounts': `
    with sides as (
      select t.id, t.amount_cents, t.debit_account_id, t.credit_account_id,
        case when d.kind = any ($1) then t.amount_cents else -t.amount_cents end as debit_amount,
        case when c.kind = any ($1) then -t.amount_cents else t.amount_cents end as credit_amount
      from ledger_transfer t join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
    ), matched as (
      select s.id, s.amount_cents, count(e.transfer_id) filter (
          where (e.account_id = s.debit_account_id and e.amount_cents = s.debit_amount)
             or (e.account_id = s.credit_account_id and e.amount_cents = s.credit_amount)
        ) as matching, count(e.transfer_id) as entries
      from sides s left join ledger_entry e on e.transfer_id = s.id
      group by s.id, s.amount_cents
    )
    select 'transfer ' || id as subject, 'two entries of ' || amount_cents as expected,
      matching || ' of ' || entries || ' entries' as found
    from matched where matching <> 2 or entries <> 2`,
  'debits equal credits': `
    select 'all accounts' as subject, '0' as expected, difference::text as found
    from (select sum(case when kind = any ($1) then balance_cents else -balance_cents end) as difference from ledger_account) as trial
    where difference <> 0`,
  'a bank account holds what moved there': `
    with moved as (select bank_account_id, sum(amount_cents) as total from bank_movement group by bank_account_id)
    select 'account ' || a.id as subject, coalesce(m.total, 0)::text as expected, a.balance_cents::text as found
    from ledger_account a left join moved m on m.bank_account_id = a.bank_account_id
    where a.kind = 'bank' and a.balance_cents <> coalesce(m.total, 0)`,
  'what is set aside is what the authorised withdrawals will cost': `
    with authorised as (
      select partner_id, -sum(balance_impact_cents) as total from transaction
      where type = 'withdrawal' and status = 'waiting_confirmation' and stage = 'authorised' group by partner_id
    )
    select 'account ' || a.id as subject, coalesce(r.total, 0)::text as expected, a.balance_cents::text as found
    from ledger_account a left join authorised r on r.partner_id = a.partner_id
    where a.kind = 'partner_reserved' and a.balance_cents <> coalesce(r.total, 0)`,
  'a partner has what its transactions and operations add up to': `
    with decided as (
      select partner_id, sum(balance_impact_cents) as total from transaction
      where status = 'approved' or (type = 'withdrawal' and status = 'waiting_confirmation' and stage = 'authorised')
      group by partner_id
    ), operated as (
      select account_id, sum(e.amount_cents) as total
      from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
      where t.operation_id is not null group by account_id
    )
    select 'account ' || a.id as subject, (coalesce(d.total, 0) + coalesce(o.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a left join decided d on d.partner_id = a.partner_id left join operated o on o.account_id = a.id
    where a.kind = 'partner_balance' and a.balance_cents <> coalesce(d.total, 0) + coalesce(o.total, 0)`,
  'commission is what the approved transactions say, and what operations moved': `
    with approved as (
      select partner_id, sum(commission_cents) as total from transaction where status = 'approved' group by partner_id
    ), operated as (
      select account_id, sum(e.amount_cents) as total
      from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
      where t.operation_id is not null group by account_id
    )
    select 'account ' || a.id as subject, (coalesce(d.total, 0) + coalesce(o.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a left join approved d on d.partner_id = a.partner_id left join operated o on o.account_id = a.id
    where a.kind = 'partner_commission' and a.balance_cents <> coalesce(d.total, 0) + coalesce(o.total, 0)`,
  'whatever ends or corrects a transaction is told, and nothing else is': `
    select 'transaction ' || s.transaction_id || ' step ' || s.step_no as subject,
      case when e.id is null then 'an event' else 'no event' end as expected,
      case when e.id is null then 'none' else e.type end as found
    from transaction_step s left join event e on e.transaction_id = s.transaction_id and e.step_no = s.step_no
    where (s.trigger in ('approve', 'reject', 'expire', 'cancel', 'payout_returned', 'correct')) <> (e.id is not null)`,
  'the events of a partner are counted without a gap': `
    with told as (select partner_id, count(*) as events, max(feed_no) as last_no from event group by partner_id)
    select 'partner ' || f.partner_id as subject, coalesce(t.events, 0)::text as expected, f.last_no::text as found
    from event_feed f left join told t on t.partner_id = f.partner_id
    where f.last_no <> coalesce(t.events, 0) or f.last_no <> coalesce(t.last_no, 0)`,
} as const;

export type LedgerCheck = keyof typeof CHECKS;

export const LEDGER_CHECKS = Object.keys(CHECKS) as LedgerCheck[];

export interface LedgerDifference {
  subject: string;
  expected: string;
  found: string;
}

/** Violations of a rule of the books, at most `limit` of them. */
export async function findDifferences(
  pool: pg.Pool,
  check: LedgerCheck,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<LedgerDifference[]> {
  const rule: string = CHECKS[check];
  // Only some rules use the kinds, and PostgreSQL cannot infer the type of an unused parameter.
  const values = rule.includes('$1') ? [DEBIT_NORMAL] : [];
  const text = `select * from (${rule}) as difference order by subject limit ${limit}`;
  return await runRead<LedgerDifference>(pool, { text, values }, options);
}
