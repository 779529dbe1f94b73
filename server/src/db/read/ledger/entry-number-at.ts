/**
 * The number of an account's first entry of a time ($2), or of the one to come, found in some steps along the primary key: its entries are
 * numbered without a gap. `account` says which row of ledger_account, by $1. Where it is known, it lies between two bounds.
 *
 * `offset 0` keeps each step a look-up of its own. As a join, the number would be computed from columns, which might tell of a row: behind
 * row-level security no index is asked with it, and every step would read all entries of the account.
 */
export function numberAtSql(
  account: string,
  bounds = { low: '1::int8', high: 'coalesce((select entry_count from account), 0) + 1' },
): string {
  return `
with recursive account as materialized (
  select id, entry_count from ledger_account where ${account}
), step (low, high) as (
  select ${bounds.low}, ${bounds.high}
  union all
  select case when middle.at < $2 then (low + high) / 2 + 1 else low end,
    case when middle.at < $2 then high else (low + high) / 2 end
  from step cross join lateral (
    select t.at from ledger_entry e
    cross join lateral (select t.at from ledger_transfer t where t.id = e.transfer_id offset 0) as t
    where e.account_id = (select id from account) and e.entry_no = (step.low + step.high) / 2 offset 0
  ) as middle
  where low < high
)
select low as no from step where low >= high limit 1`;
}
