-- Nothing that moves money or widens anything is done by one hand. A request keeps what was asked, about what, what it changes and
-- until when it may be confirmed. People are told apart by ids; names are for reading.
-- The version before this one runs beside this schema for a while: what it doesn't write is null, and what it asks for can't be
-- confirmed, only withdrawn and asked again.
-- The table of requests is small, so its indexes are built in a blink. The two over transactions and their steps scan them once under
-- a lock; they are built in a maintenance window where there are millions.
-- squawk-ignore-file require-concurrent-index-creation, adding-not-nullable-field, ban-drop-not-null

alter table second_person_request
  add column subject_type text,
  add column subject_id text,
  -- What the confirmation changes: for people to read.
  add column before jsonb,
  add column after jsonb,
  -- Of the subject when it was asked. A confirmation is refused when the subject has another by then.
  add column fingerprint text,
  -- Why it takes two.
  add column reasons text[] not null default '{}',
  add column expires_at timestamptz not null default now() + interval '24 hours',
  add column asked_by_kind text,
  add column asked_by_id text,
  add column decided_by_kind text,
  add column decided_by_id text,
  -- Why it was declined.
  add column decision_note text;
-- Of what was confirmed before, only names are known, and they differ.
update second_person_request set asked_by_id = lower(btrim(asked_by)), decided_by_id = lower(btrim(decided_by))
where status = 'confirmed';
-- Whoever asks may leave the reasons to speak.
alter table second_person_request alter column note drop not null;
-- What it may be is the program's list; the form is enough here.
alter table second_person_request
  drop constraint second_person_request_action,
  drop constraint second_person_request_status,
  drop constraint second_person_request_second;
alter table second_person_request
  add constraint second_person_request_action check (action ~ '^[a-z_]+\.[a-z_]+$') not valid,
  add constraint second_person_request_status check (
    status in ('open', 'confirmed', 'declined', 'withdrawn', 'expired')
  ) not valid,
  -- The one who confirms is somebody else, by id and by name.
  add constraint second_person_request_second check (
    status <> 'confirmed' or (
      decided_by_id is not null and asked_by_id is not null and decided_by_id <> asked_by_id
      and regexp_replace(lower(decided_by), '[^[:alnum:]]', '', 'g') <> regexp_replace(lower(asked_by), '[^[:alnum:]]', '', 'g')
    )
  ) not valid,
  add constraint second_person_request_in_time check (
    expires_at <= asked_at + interval '7 days' and (status <> 'confirmed' or asked_by_kind is null or decided_at <= expires_at)
  ) not valid,
  -- The one who withdraws is the one who asked.
  add constraint second_person_request_own check (
    status <> 'withdrawn' or asked_by_id is null or decided_by_id is not distinct from asked_by_id
  ) not valid,
  add constraint second_person_request_declined check ((status = 'declined') = (decision_note is not null)) not valid,
  add constraint second_person_request_decision_note check (char_length(decision_note) between 1 and 1024) not valid,
  add constraint second_person_request_subject check (
    subject_type ~ '^[a-z_]+$' and char_length(subject_id) between 1 and 128
  ) not valid,
  add constraint second_person_request_ids check (
    char_length(asked_by_id) between 1 and 128 and char_length(decided_by_id) between 1 and 128
  ) not valid,
  add constraint second_person_request_kinds check (
    asked_by_kind in ('staff', 'partner_staff', 'command_line')
    and decided_by_kind in ('staff', 'partner_staff', 'command_line', 'system')
  ) not valid,
  add constraint second_person_request_expired check (
    (status = 'expired') = (decided_by_kind is not distinct from 'system')
  ) not valid;

-- One person decides on a transaction at a time: a second request about it would contradict the first.
create unique index second_person_request_one_open on second_person_request (subject_id)
  where status = 'open' and subject_type = 'transaction';
create index second_person_request_subject on second_person_request (subject_type, subject_id, id);

-- A request begins open, is ended once, and never comes back.
alter table second_person_request enable row level security;
create policy reads on second_person_request for select to vezne_console, vezne_admin, vezne_worker using (true);
create policy asked on second_person_request for insert to vezne_console, vezne_admin with check (status = 'open');
create policy ended on second_person_request for update to vezne_console, vezne_admin
  using (true) with check (status in ('confirmed', 'declined', 'withdrawn'));
create policy expired on second_person_request for update to vezne_worker
  using (status = 'open' and expires_at <= now()) with check (status = 'expired');
-- A policy for updates also hides rows from whoever locks them, so that only a trigger can hold what has ended.
create function hold_ended_requests() returns trigger
language plpgsql as $$
begin
  raise insufficient_privilege using message = 'A request that has ended stays as it is.';
end
$$;
revoke execute on function hold_ended_requests() from public;
create trigger second_person_request_ended_once before update on second_person_request for each row
  when (old.status <> 'open') execute function hold_ended_requests();
grant select on second_person_request to vezne_worker;
grant update (status, decided_by, decided_by_kind, decided_at) on second_person_request to vezne_worker;
grant update (decided_by_id, decided_by_kind, decision_note) on second_person_request to vezne_console, vezne_admin;

-- Who took and who authorised, by id.
alter table transaction add column taken_by_id text, add column authorised_by_id text;
alter table transaction add constraint transaction_people_ids check (
  char_length(taken_by_id) between 1 and 128 and char_length(authorised_by_id) between 1 and 128
) not valid;
grant update (taken_by_id, authorised_by_id) on transaction to vezne_console, vezne_admin;

-- A step that took two people names the one who asked; the actor is the one who confirmed.
alter table transaction_step add column asked_by text, add column asked_by_id text;
alter table transaction_step add constraint transaction_step_two_people check (
  (asked_by is null) = (asked_by_id is null) and char_length(asked_by) between 1 and 128
  and char_length(asked_by_id) between 1 and 128 and (actor_id is null or asked_by_id <> actor_id)
) not valid;

alter table ledger_operation add column actor_id text, add column confirmed_by_id text;
alter table ledger_operation add constraint ledger_operation_ids check (
  char_length(actor_id) between 1 and 128 and char_length(confirmed_by_id) between 1 and 128 and confirmed_by_id <> actor_id
) not valid;

-- What was decided by one hand on a day (Europe/Istanbul), for each player, payout account and person at a bank account. Small
-- amounts add up, and the sum never passes the four-eyes amount that held when it grew.
create table decided_alone (
  day date not null,
  kind text not null,
  subject text not null,
  sum_cents int8 not null,
  limit_cents int8 not null,
  primary key (day, kind, subject),
  constraint decided_alone_kind check (kind in ('player_deposits', 'player_payouts', 'iban_payouts', 'operations')),
  constraint decided_alone_subject check (char_length(subject) between 1 and 256),
  constraint decided_alone_sum check (sum_cents > 0 and sum_cents <= limit_cents)
) with (fillfactor = 70);
alter table decided_alone enable row level security;
create policy all_rows on decided_alone to vezne_console, vezne_admin using (true) with check (true);
create policy reads on decided_alone for select to vezne_worker using (true);
create policy forgets on decided_alone for delete to vezne_worker
  using (day < (now() at time zone 'Europe/Istanbul')::date - 1);
grant select, insert, update (sum_cents, limit_cents) on decided_alone to vezne_console, vezne_admin;
grant select, delete on decided_alone to vezne_worker;

-- An account that players are shown, or that pays, was named by two people: it comes into being and is enabled only in the
-- transaction that confirms a request for exactly that. The owner stands above it, as it does above all rules.
create function hold_bank_account_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  wanted text := case when tg_op = 'INSERT' then 'bank_account.add' else 'bank_account.enable' end;
begin
  if pg_has_role((select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
    return new;
  end if;
  if tg_op = 'INSERT' and new.status <> 'disabled' then
    raise insufficient_privilege using message = 'A bank account begins disabled.';
  end if;
  if not exists (
    select from public.second_person_request r
    where r.subject_type = 'bank_account' and r.subject_id = new.id::text and r.action = wanted
      and r.status = 'confirmed' and r.decided_at = now() and r.asked_at < now()
      and (tg_op = 'UPDATE' or (
        -- What the program does with it, and what the second person has read.
        r.details ->> 'iban' = new.iban and r.details ->> 'holderName' = new.holder_name and r.details ->> 'bankName' = new.bank_name
        and r.after ->> 'iban' = new.iban and r.after ->> 'holderName' = new.holder_name and r.after ->> 'bankName' = new.bank_name
      ))
  ) then
    raise insufficient_privilege
      using message = 'A bank account is added or enabled only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
revoke execute on function hold_bank_account_to_requests() from public;
create trigger bank_account_added before insert on bank_account for each row
  execute function hold_bank_account_to_requests();
create trigger bank_account_enabled before update on bank_account for each row
  when (new.status = 'enabled' and old.status <> 'enabled')
  execute function hold_bank_account_to_requests();

-- Two people from 50,000.00 on, unless somebody chose another amount than the one that was usual before.
alter table platform_settings alter column four_eyes_cents set default 5000000;
insert into platform_settings (
  deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposits_paused, withdrawals_paused,
  deposit_expiry_seconds, four_eyes_cents, fast_limit_cents, created_by
)
select deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposits_paused, withdrawals_paused,
  deposit_expiry_seconds, 5000000, fast_limit_cents, 'migration'
from (select * from platform_settings order by version desc limit 1) as in_force
where four_eyes_cents = 10000000;

-- What a person said with a decision: the marks they read, what they saw at the bank. Null for most.
alter table transaction_step add column said jsonb;
alter table transaction_step add constraint transaction_step_said check (jsonb_typeof(said) = 'object') not valid;
-- A bank's reference stands for one transfer, unless somebody says that it was used before and this is another.
create unique index transaction_step_bank_reference on transaction_step ((said ->> 'bankAccountId'), (said ->> 'bankReference'))
  where said ? 'bankReference' and not said ? 'isReferenceUsedBefore';
alter table ledger_operation add column said jsonb;
alter table ledger_operation add constraint ledger_operation_said check (jsonb_typeof(said) = 'object') not valid;

-- How far the books of an account may lag its bank when money leaves.
alter table bank_account add column tolerance_cents int8 not null default 25000000
  constraint bank_account_tolerance check (tolerance_cents >= 0);
grant update (tolerance_cents) on bank_account to vezne_admin;
-- What players read of an account is asked for with the account, and never changed behind it.
revoke update (bank_name) on bank_account from vezne_admin;

-- Whom else a payout's account belongs to.
create index transaction_payout_iban on transaction (payout_iban, id) where payout_iban is not null;
