-- Outside a transaction: nobody waits while an index goes.
-- The queues read open_transaction now.
drop index concurrently if exists transaction_deposits_to_confirm;
-- then
drop index concurrently if exists transaction_withdrawals_to_confirm;
-- then
drop index concurrently if exists transaction_deposits_to_expire;
-- then
drop index concurrently if exists transaction_deposits_to_pay_by_account;
-- then
drop index concurrently if exists transaction_deposits_held;
-- then
drop index concurrently if exists transaction_late_money_key;
-- then
-- Instead of these there are players, their days, and the numbers of codes.
drop index concurrently if exists transaction_customer_list;
-- then
drop index concurrently if exists transaction_reference_code_key;
-- then
-- repeatable: it writes what the last deposits say.
-- The players that the version before has seen since the table was filled.
do $$
begin
  insert into player (partner_id, customer_id, bank_account_id, first_seen_at)
  select partner_id, customer_id, (array_agg(bank_account_id order by id desc) filter (where type = 'deposit'))[1], min(created_at)
  from transaction
  where created_at >= (select run_on - interval '1 day' from schema_migration where name = '0044_expand_growth_indexes')
  group by partner_id, customer_id
  on conflict (partner_id, customer_id) do update set bank_account_id = excluded.bank_account_id
    where excluded.bank_account_id <> player.bank_account_id or player.bank_account_id is null;
end
$$;
