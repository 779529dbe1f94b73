-- What is not decided yet, in a small table of its own. The queues read it, so that no index on `transaction` names its status: then a
-- decision changes no index of that large table, and its page has room for the new version of the row.
-- The triggers below keep it, whoever writes. No process writes it, and a row comes from a transaction and goes with its decision, so it
-- needs no foreign key.
create table open_transaction (
  transaction_id uuid primary key,
  partner_id uuid not null,
  type text not null,
  status text not null,
  stage text,
  original_transaction_id uuid,
  amount_cents int8 not null,
  bank_account_id uuid,
  expires_at timestamptz,
  held_until timestamptz,
  -- Since when an operator can decide. A deposit of yesterday that was paid a minute ago is not the oldest.
  waiting_since timestamptz,
  constraint open_transaction_status check (status in ('waiting_payment', 'waiting_confirmation')),
  constraint open_transaction_waiting_since check ((status = 'waiting_confirmation') = (waiting_since is not null))
) with (
  -- Rows live for minutes. What they leave behind would be read by every page of a queue.
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
);
create index open_deposits_to_expire on open_transaction (expires_at) where status = 'waiting_payment';
create index open_deposits_to_pay_by_account on open_transaction (bank_account_id) where status = 'waiting_payment';
-- The words are in the predicates, not columns: with columns, a plan that is made once passed the index by. What a list filters by is
-- included, so that a filter that finds nothing reads the index alone.
create index open_deposits_to_confirm on open_transaction (waiting_since, transaction_id)
  include (partner_id, bank_account_id, amount_cents, held_until) where type = 'deposit' and status = 'waiting_confirmation';
create index open_withdrawals_to_confirm on open_transaction (waiting_since, transaction_id)
  include (partner_id, bank_account_id, amount_cents, stage) where type = 'withdrawal' and status = 'waiting_confirmation';
create index open_deposits_held on open_transaction (waiting_since, transaction_id) where held_until is not null;
-- Of the late money for one deposit, one waits at a time: the same money must not be entered twice.
create unique index open_late_money_key on open_transaction (original_transaction_id)
  where original_transaction_id is not null and status = 'waiting_confirmation';

create function open_new_transactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.open_transaction (transaction_id, partner_id, type, status, stage, original_transaction_id, amount_cents,
    bank_account_id, expires_at, held_until, waiting_since)
  select id, partner_id, type, status, stage, original_transaction_id, amount_cents, bank_account_id, expires_at, held_until,
    case status when 'waiting_confirmation' then now() end
  from added where status in ('waiting_payment', 'waiting_confirmation');
  return null;
end
$$;
revoke execute on function open_new_transactions() from public;

-- The arrays and the setting leave only the primary key to find the rows by, whatever the table held when the plan was made. Whoever changes
-- a transaction has its lock, so nobody else is at the same row here.
create function move_open_transactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  delete from public.open_transaction o
  where o.transaction_id = any (array(select id from after where status in ('approved', 'rejected')));
  update public.open_transaction o
  set status = after.status, stage = after.stage, bank_account_id = after.bank_account_id, expires_at = after.expires_at,
    held_until = after.held_until,
    waiting_since = case when after.status = 'waiting_confirmation' then coalesce(o.waiting_since, now()) end
  from after
  where o.transaction_id = any (array(select id from after where status in ('waiting_payment', 'waiting_confirmation')))
    and o.transaction_id = after.id;
  return null;
end
$$;
revoke execute on function move_open_transactions() from public;

create trigger transaction_opens after insert on transaction
  referencing new table as added for each statement execute function open_new_transactions();
create trigger transaction_stays_open_or_closes after update on transaction
  referencing new table as after for each statement execute function move_open_transactions();

grant select on open_transaction to vezne_api, vezne_console, vezne_worker, vezne_admin;
alter table open_transaction enable row level security;
create policy all_rows on open_transaction for select to vezne_api, vezne_console, vezne_worker, vezne_admin using (true);
