-- Outside a transaction: a batch lets go of its locks before the next one takes its own.
-- repeatable: what is there already stays.
-- What was open before the triggers were there. The lock makes sure that what is decided meanwhile is left out: the row is read again
-- when its decision is done, and a decision waits until the batch is.
do $$
declare
  ids uuid[] := array(
    select id from transaction where status = 'waiting_payment'
    union all
    select id from transaction where type = 'deposit' and status = 'waiting_confirmation'
    union all
    select id from transaction where type = 'withdrawal' and status = 'waiting_confirmation'
  );
  size constant int := 500;
begin
  for start in 1 .. coalesce(array_length(ids, 1), 0) by size loop
    insert into open_transaction (transaction_id, partner_id, type, status, stage, original_transaction_id, amount_cents, bank_account_id,
      expires_at, held_until, waiting_since)
    select t.id, t.partner_id, t.type, t.status, t.stage, t.original_transaction_id, t.amount_cents, t.bank_account_id, t.expires_at,
      t.held_until, case t.status when 'waiting_confirmation' then coalesce((
        select min(step.at) from transaction_step step where step.transaction_id = t.id and step.status = 'waiting_confirmation'
      ), t.created_at) end
    from transaction t
    where t.id = any (ids[start:start + size - 1]) and t.status in ('waiting_payment', 'waiting_confirmation')
    order by t.id for share of t
    on conflict do nothing;
    commit;
  end loop;
end
$$;
