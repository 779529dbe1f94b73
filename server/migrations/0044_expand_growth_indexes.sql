-- Outside a transaction: the indexes are built while others write.
create index concurrently if not exists transaction_of_player
  on transaction (player_day_key(partner_id, customer_id, turkish_day_number(created_at)));
-- then
-- Whoever pays a player sees where the last payout went. Only payouts are in it, which already have a key in random order: their IBAN.
create index concurrently if not exists transaction_payouts_of_player on transaction (partner_id, customer_id, id)
  where type = 'withdrawal';
-- then
create unique index concurrently if not exists transaction_reference_number_key on transaction (reference_number)
  where reference_number is not null;
-- then
-- What was created before there were numbers keeps its code to itself. Nothing is added here any more.
create unique index concurrently if not exists transaction_reference_code_unnumbered on transaction (reference_code)
  where reference_number is null and reference_code is not null and original_transaction_id is null;
-- then
-- Nearly every row has null in these columns, and an index that skips them is small.
create unique index concurrently if not exists ledger_transfer_once_of_operation on ledger_transfer (operation_id, position)
  where operation_id is not null;
-- then
create unique index concurrently if not exists bank_movement_once_of_operation on bank_movement (operation_id, bank_account_id)
  where operation_id is not null;
-- then
create unique index concurrently if not exists bank_movement_once_of_statement_line on bank_movement (statement_line_id)
  where statement_line_id is not null;
-- then
alter table transaction validate constraint transaction_reference_number;
-- then
-- repeatable: what is there already stays.
-- The players of the history. No process writes players yet, so nobody waits for this.
do $$
begin
  insert into player (partner_id, customer_id, bank_account_id, first_seen_at)
  select partner_id, customer_id, (array_agg(bank_account_id order by id desc) filter (where type = 'deposit'))[1], min(created_at)
  from transaction group by partner_id, customer_id
  on conflict do nothing;
end
$$;
-- then
analyze transaction;
-- then
analyze player;
-- then
analyze open_transaction;
