-- Locks that a process takes before its work are rows, and a policy says whose each row is. Anybody who may connect can take an
-- advisory lock and keep it, so that any role could have stopped the sealing of the audit log, or a freeze. A row can be locked
-- only by a role that may update it.
create table work_lock (
  name text primary key,
  -- Nothing ever changes it: the right to update some column is what lets a role lock the row.
  is_there boolean not null default true,
  constraint work_lock_name check (name in ('audit_seals', 'bank_accounts', 'platform_settings', 'blocks')),
  constraint work_lock_is_there check (is_there)
);
insert into work_lock (name) values ('audit_seals'), ('bank_accounts'), ('platform_settings'), ('blocks');
alter table work_lock enable row level security;
create policy seals on work_lock to vezne_worker using (name = 'audit_seals') with check (name = 'audit_seals');
create policy changes on work_lock to vezne_admin
  using (name in ('bank_accounts', 'platform_settings', 'blocks')) with check (name in ('bank_accounts', 'platform_settings', 'blocks'));
grant select, update (is_there) on work_lock to vezne_worker, vezne_admin;

-- The console freezes nothing yet, and what it could lock there a freeze needs. The right to delete from a table is also the right
-- to lock all of it.
revoke insert, delete on bank_account_freeze from vezne_console;
revoke insert, update (deposits) on bank_account_freeze_target from vezne_console;

-- What a seal's hash covers: from 3 on also the seal's own number, time, form and count.
alter table audit_seal drop constraint audit_seal_form;
alter table audit_seal add constraint audit_seal_form check (form between 1 and 3) not valid;

-- Along the chain the form never falls: otherwise whoever rebuilds its end could choose one that covers less. A worker of the
-- version before this one can't seal after a new one has: its run fails and says so, and the new one goes on.
create function hold_audit_seal_form() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if exists (select from public.audit_seal before where before.seal_no = new.seal_no - 1 and before.form > new.form) then
    raise check_violation using constraint = 'audit_seal_form_never_falls',
      message = 'The seal before has a newer form: a newer worker seals the audit log now.';
  end if;
  return new;
end
$$;
revoke execute on function hold_audit_seal_form() from public;
create trigger audit_seal_form_never_falls before insert on audit_seal for each row execute function hold_audit_seal_form();

-- A name as the program compares it, so that two spellings are one person here too: without case, marks, blanks and signs, and
-- with the Turkish letters as their Latin ones. A capital dotted I loses its dot before it is lowered.
create function folded_name(name text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(
    translate(
      replace(replace(replace(
        lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'ıøđłəς', 'iodleσ'
    ),
    '[^[:alnum:]]|[\u115f\u1160]', '', 'g'
  )
$$;

-- Names from before people had ids are left as they are.
alter table second_person_request add constraint second_person_request_names check (
  status <> 'confirmed' or asked_by_kind is null or folded_name(decided_by) <> folded_name(asked_by)
) not valid;
alter table transaction_step add constraint transaction_step_two_names check (
  asked_by is null or actor_id is null or folded_name(asked_by) <> folded_name(actor)
) not valid;
alter table ledger_operation add constraint ledger_operation_two_names check (
  confirmed_by is null or actor_id is null or folded_name(confirmed_by) <> folded_name(actor)
) not valid;
