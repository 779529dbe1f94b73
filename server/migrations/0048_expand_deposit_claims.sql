-- Who has a deposit open at the console, so that two people don't look at the same one. Deposits have no state for it: nothing of the
-- deposit changes, and no other process knows of it. A claim is over by its time, with its session, or with the decision: it is read only
-- beside a deposit that is open, and the console removes old ones by and by. So a decision has nothing to do with this table.
create table deposit_claim (
  transaction_id uuid primary key,
  staff_id uuid not null,
  session_id uuid not null,
  claimed_at timestamptz not null default now(),
  extended_at timestamptz not null default now(),
  until timestamptz not null,
  constraint deposit_claim_of foreign key (staff_id) references staff,
  -- Whoever does nothing for longer has it open no more.
  constraint deposit_claim_times check (
    extended_at >= claimed_at and until > extended_at and until <= extended_at + interval '5 minutes'
  )
) with (
  -- A row for each deposit that somebody looked at in the last minutes, written again with every key they press.
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500
);

-- Whoever is gone has nothing open, and nobody opens something in another's name.
create function hold_claim_to_session() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from public.staff_session s join public.staff p on p.id = s.staff_id
    where s.id = new.session_id and s.staff_id = new.staff_id and s.ended_at is null and p.status = 'active'
  ) then
    raise insufficient_privilege using message = 'Only somebody who is signed in has a deposit open.';
  end if;
  -- Its five minutes are counted from here: a time to come would be an open deposit for years. Who began a moment later may have written first.
  if new.claimed_at > clock_timestamp() or new.extended_at > clock_timestamp() then
    raise check_violation using constraint = 'deposit_claim_begins_now', message = 'A deposit is open from now on, not from later.';
  end if;
  return new;
end
$$;
revoke execute on function hold_claim_to_session() from public;
create trigger deposit_claim_held before insert or update on deposit_claim for each row
  when (row_security_active('public.deposit_claim'::regclass::oid)) execute function hold_claim_to_session();

alter table deposit_claim enable row level security;
create policy all_rows on deposit_claim to vezne_console using (true) with check (true);
grant select, insert (transaction_id, staff_id, session_id, until), update (staff_id, session_id, claimed_at, extended_at, until), delete
  on deposit_claim to vezne_console;
