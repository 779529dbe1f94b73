-- A freeze and what has become of it. Processes that do not know of a freeze yet give the account to a few more deposits; the
-- worker moves those, and writes here how far it is.

create table bank_account_freeze (
  bank_account_id uuid primary key references bank_account,
  frozen_at timestamptz not null default now(),
  -- The last look of a worker. Null: none has looked since the freeze.
  looked_at timestamptz,
  -- Since when no deposit had to be moved: a worker's first look, or its last that moved something.
  quiet_since timestamptz,
  -- Every process knew by then, and no further deposit gets the account.
  settled_at timestamptz,
  constraint bank_account_freeze_quiet check ((looked_at is null) = (quiet_since is null) and quiet_since <= looked_at),
  constraint bank_account_freeze_settled check (settled_at is null or (looked_at is not null and settled_at <= looked_at))
) with (fillfactor = 50);

-- Where its deposits went.
create table bank_account_freeze_target (
  frozen_account_id uuid not null,
  to_account_id uuid not null references bank_account,
  deposits int8 not null,
  primary key (frozen_account_id, to_account_id),
  constraint bank_account_freeze_target_freeze foreign key (frozen_account_id) references bank_account_freeze on delete cascade,
  constraint bank_account_freeze_target_another check (to_account_id <> frozen_account_id),
  constraint bank_account_freeze_target_deposits check (deposits > 0)
) with (fillfactor = 50);

insert into bank_account_freeze (bank_account_id) select id from bank_account where status = 'frozen';

-- People begin a freeze and end it; the worker says how far it is.
grant select, insert, delete on bank_account_freeze to vezne_admin, vezne_console;
grant select on bank_account_freeze to vezne_worker;
grant update (looked_at, quiet_since, settled_at) on bank_account_freeze to vezne_worker;
grant select, insert, update (deposits) on bank_account_freeze_target to vezne_admin, vezne_console, vezne_worker;

-- A move counts the amounts on the new accounts.
grant select, insert, update on bank_account_day to vezne_worker;
grant update (bank_account_id, previous_bank_account_id) on transaction to vezne_worker;

-- The worker moves open deposits away from a frozen account. PostgreSQL takes a row that one policy lets an update begin with, and
-- another lets it end with: so either end has to be safe with the other's beginning. That a deposit has expired is therefore
-- asked at both ends; what a move may change takes both rows to tell, and so a trigger.
alter policy expirations on transaction
  with check (type = 'deposit' and status = 'rejected' and reason_code = 'expired' and expires_at <= now());
create policy moves on transaction for update to vezne_worker
  using (type = 'deposit' and status = 'waiting_payment')
  with check (type = 'deposit' and status = 'waiting_payment');

create function hold_worker_to_moves() returns trigger
language plpgsql as $$
declare
  moved public.transaction;
begin
  -- The owner stands above the policies, and so above this; people's roles may do more.
  if not (row_security_active('public.transaction') and pg_has_role('vezne_worker', 'usage')) then
    return null;
  end if;
  moved := old;
  moved.bank_account_id := new.bank_account_id;
  moved.previous_bank_account_id := old.bank_account_id;
  moved.step_count := old.step_count + 1;
  if new is distinct from moved
    or not exists (select from public.bank_account where id = old.bank_account_id and status = 'frozen')
    or not exists (
      select from public.bank_account where id = new.bank_account_id and status = 'enabled' and not deposits_paused
    )
  then
    raise insufficient_privilege
      using message = 'The worker moves open deposits from a frozen account to one that takes deposits, and changes nothing else.';
  end if;
  return null;
end
$$;
revoke execute on function hold_worker_to_moves() from public;

-- Every update by the worker begins with a deposit that waits for its payment, and all but an expiry ends here. Decisions begin
-- later in a deposit's life: they pay for a comparison and no more.
create trigger transaction_moved after update on transaction for each row
  when (
    old.status = 'waiting_payment' and (
      new.status = 'waiting_payment'
      or new.bank_account_id is distinct from old.bank_account_id
      or new.previous_bank_account_id is distinct from old.previous_bank_account_id
    )
  )
  execute function hold_worker_to_moves();
