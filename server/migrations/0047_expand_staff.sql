-- People who sign in. A person is a row with an id; a handle is what others read, is unique and stays for ever. Until the first person is
-- added nothing changes: everybody at the command line is who they say. From then on only these people act, at the console and at the
-- command line. Adding a person, giving a role, letting somebody back in and making a new link to enrol take two people, and triggers
-- hold every process to that. The owner stands above them, as it does above all rules.

create table staff (
  id uuid primary key,
  -- Letters and digits only: names are compared without anything else, so `a.b` and `a-b` would be one person.
  handle text not null,
  name text not null,
  -- Of somebody who is disabled: those that they had.
  roles text[] not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  created_by text not null,
  constraint staff_handle_key unique (handle),
  constraint staff_handle check (handle ~ '^[a-z][a-z0-9]{1,31}$'),
  constraint staff_name check (char_length(name) between 1 and 128),
  constraint staff_role check (roles <@ array['administrator', 'auditor', 'finance', 'operator', 'senior_operator']),
  -- Each once, in one order, so that equal roles are equal arrays.
  constraint staff_roles_in_order check (
    roles = array_remove(array[
      case when 'administrator' = any (roles) then 'administrator' end,
      case when 'auditor' = any (roles) then 'auditor' end,
      case when 'finance' = any (roles) then 'finance' end,
      case when 'operator' = any (roles) then 'operator' end,
      case when 'senior_operator' = any (roles) then 'senior_operator' end
    ], null)
  ),
  constraint staff_has_role check (cardinality(roles) > 0 or status = 'disabled'),
  constraint staff_status check (status in ('active', 'disabled')),
  constraint staff_created_by check (char_length(created_by) between 1 and 128)
);

create table staff_password (
  staff_id uuid primary key,
  hash text not null,
  set_at timestamptz not null default now(),
  constraint staff_password_of foreign key (staff_id) references staff,
  constraint staff_password_hash check (
    hash ~ '^\$argon2id\$v=19\$m=[0-9]{1,8},t=[0-9]{1,4},p=[0-9]{1,3}\$[A-Za-z0-9+/]{22,86}\$[A-Za-z0-9+/]{43,86}$'
  )
);

create table staff_totp (
  staff_id uuid primary key,
  secret_sealed text not null,
  key_version int4 not null,
  created_at timestamptz not null default now(),
  -- When a first code was right. Until then it is no factor.
  confirmed_at timestamptz,
  -- The step of the last code that was taken: no code works twice.
  last_step int8,
  constraint staff_totp_of foreign key (staff_id) references staff,
  constraint staff_totp_sealed check (
    secret_sealed ~ '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{27,}\.[A-Za-z0-9_-]+$'
  ),
  constraint staff_totp_key_version check (key_version between 1 and 99999),
  constraint staff_totp_last_step check (last_step > 0)
);

create table staff_passkey (
  id uuid primary key,
  staff_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count int8 not null default 0,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint staff_passkey_of foreign key (staff_id) references staff,
  constraint staff_passkey_credential_key unique (credential_id),
  constraint staff_passkey_credential check (octet_length(credential_id) between 1 and 1023),
  constraint staff_passkey_public_key check (octet_length(public_key) between 1 and 2048),
  constraint staff_passkey_sign_count check (sign_count >= 0),
  constraint staff_passkey_transports check (array_to_string(transports, ' ', '?') ~ '^([a-z-]{1,16}( [a-z-]{1,16}){0,7})?$'),
  constraint staff_passkey_name check (char_length(name) between 1 and 64)
);
create index staff_passkey_staff on staff_passkey (staff_id);

create table staff_recovery_code (
  staff_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, hash),
  constraint staff_recovery_code_of foreign key (staff_id) references staff,
  constraint staff_recovery_code_hash check (octet_length(hash) = 32)
);

-- The link with which a person sets their first password and second factor. It works once.
create table staff_enrolment (
  staff_id uuid primary key,
  token_hash bytea not null,
  expires_at timestamptz not null,
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint staff_enrolment_of foreign key (staff_id) references staff,
  constraint staff_enrolment_token_key unique (token_hash),
  constraint staff_enrolment_token check (octet_length(token_hash) = 32),
  constraint staff_enrolment_lifetime check (expires_at > created_at and expires_at <= created_at + interval '24 hours'),
  constraint staff_enrolment_made_by check (char_length(made_by) between 1 and 128)
);

create table staff_session (
  id uuid primary key,
  token_hash bytea not null,
  staff_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- Since when the person has shown their second factor again and again, and the last time.
  step_up_began_at timestamptz,
  step_up_at timestamptz,
  address inet not null,
  user_agent text not null,
  constraint staff_session_of foreign key (staff_id) references staff,
  constraint staff_session_token_key unique (token_hash),
  constraint staff_session_token check (octet_length(token_hash) = 32),
  constraint staff_session_lifetime check (expires_at > created_at and expires_at <= created_at + interval '12 hours'),
  constraint staff_session_ended check ((ended_at is null) = (end_reason is null)),
  constraint staff_session_end_reason check (end_reason ~ '^[a-z_]{1,32}$'),
  constraint staff_session_step_up check (
    (step_up_at is null) = (step_up_began_at is null) and step_up_at >= step_up_began_at
  ),
  constraint staff_session_user_agent check (char_length(user_agent) <= 256)
);
create index staff_session_open on staff_session (staff_id) where ended_at is null;

-- What a sign-in has reached between two requests.
create table sign_in_attempt (
  id uuid primary key,
  token_hash bytea not null,
  -- Null: nobody is known by the handle, and the stranger is not told.
  staff_id uuid,
  purpose text not null,
  session_id uuid,
  challenge bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_attempt_of foreign key (staff_id) references staff,
  constraint sign_in_attempt_session foreign key (session_id) references staff_session on delete cascade,
  constraint sign_in_attempt_token_key unique (token_hash),
  constraint sign_in_attempt_token check (octet_length(token_hash) = 32),
  constraint sign_in_attempt_purpose check (
    purpose in ('second_factor', 'passkey_sign_in', 'passkey_step_up', 'passkey_register', 'enrolment')
  ),
  constraint sign_in_attempt_challenge check (octet_length(challenge) between 16 and 64),
  constraint sign_in_attempt_lifetime check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
);
create index sign_in_attempt_expires_at on sign_in_attempt (expires_at);
create index sign_in_attempt_staff on sign_in_attempt (staff_id);
create index sign_in_attempt_of_session on sign_in_attempt (session_id);

-- Who guesses, by handle and by network. A restart forgets nothing.
create table sign_in_failure (
  kind text not null,
  -- SHA-256: what people type into the field for their handle may be a password.
  subject text not null,
  failed_count int4 not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz,
  primary key (kind, subject),
  constraint sign_in_failure_kind check (kind in ('handle', 'network')),
  constraint sign_in_failure_subject check (subject ~ '^[0-9a-f]{64}$'),
  constraint sign_in_failure_count check (failed_count > 0),
  constraint sign_in_failure_times check (last_failed_at >= first_failed_at)
);
create index sign_in_failure_last on sign_in_failure (last_failed_at);

-- Nobody becomes somebody else, not by the owner's hand either.
create function hold_staff_identity() returns trigger
language plpgsql as $$
begin
  raise insufficient_privilege using message = 'The id and the handle of a person never change.';
end
$$;
revoke execute on function hold_staff_identity() from public;
create trigger staff_identity before update on staff for each row
  when (new.id <> old.id or new.handle <> old.handle) execute function hold_staff_identity();

-- What two people have read and agreed about this person in this very transaction; null if they have not. At the console both are
-- administrators; the command line is for emergencies, and there it takes two people of any role.
create function staff_change_confirmed(person uuid, wanted text) returns jsonb
language sql stable set search_path = pg_catalog, public as $$
  select r.after
  from public.second_person_request r
  join public.staff asker on asker.id::text = r.asked_by_id and asker.status = 'active'
  join public.staff confirmer on confirmer.id::text = r.decided_by_id and confirmer.status = 'active'
  where r.subject_type = 'staff' and r.subject_id = person::text and r.action = wanted
    and r.status = 'confirmed' and r.decided_at = now() and r.asked_at < now() and asker.id <> confirmer.id
    and (r.asked_by_kind = 'command_line' or 'administrator' = any (asker.roles))
    and (r.decided_by_kind = 'command_line' or 'administrator' = any (confirmer.roles))
  limit 1
$$;
revoke execute on function staff_change_confirmed(uuid, text) from public;
grant execute on function staff_change_confirmed(uuid, text) to vezne_console, vezne_admin;

create function hold_new_staff() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  agreed jsonb := public.staff_change_confirmed(new.id, 'staff.add');
begin
  if not row_security_active('public.staff') then
    return new;
  end if;
  -- Two who add at the same time would both be the second.
  perform from public.staff where 'administrator' = any (roles) order by id for no key update;
  -- The first two are administrators, and the command line adds them alone. People who were disabled count: whoever disables an
  -- administrator does not open this door again.
  if (select count(*) from public.staff where 'administrator' = any (roles)) < 2 then
    if pg_has_role('vezne_admin', 'usage') and new.roles = array['administrator'] then
      return new;
    end if;
    raise insufficient_privilege using message = 'The first two people are administrators, and are added at the command line.';
  end if;
  if agreed is null or agreed ->> 'handle' <> new.handle or agreed ->> 'name' <> new.name
    or agreed -> 'roles' is distinct from to_jsonb(new.roles)
  then
    raise insufficient_privilege using message = 'A person is added only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
revoke execute on function hold_new_staff() from public;
create trigger staff_added before insert on staff for each row execute function hold_new_staff();

create function hold_changed_staff() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  agreed jsonb;
begin
  if not row_security_active('public.staff') then
    return new;
  end if;
  perform from public.staff where 'administrator' = any (roles) order by id for no key update;
  if new.roles <> old.roles then
    agreed := public.staff_change_confirmed(new.id, 'staff.set_roles');
    if agreed -> 'roles' is distinct from to_jsonb(new.roles) and (
      not new.roles <@ old.roles
      -- With fewer than two, one hand could add the next.
      or ('administrator' = any (old.roles) and not 'administrator' = any (new.roles)
        and (select count(*) from public.staff where 'administrator' = any (roles)) <= 2)
    ) then
      raise insufficient_privilege using message = 'A role is given only by a request that a second person confirms.';
    end if;
  end if;
  if new.status = 'active' and old.status <> 'active' then
    agreed := public.staff_change_confirmed(new.id, 'staff.enable');
    if agreed -> 'roles' is distinct from to_jsonb(new.roles) then
      raise insufficient_privilege using message = 'A person is let in again only by a request that a second person confirms.';
    end if;
  end if;
  if old.status = 'active' and 'administrator' = any (old.roles)
    and (new.status <> 'active' or not 'administrator' = any (new.roles))
    and not exists (select from public.staff where status = 'active' and 'administrator' = any (roles) and id <> new.id)
  then
    raise insufficient_privilege using message = 'One administrator stays active.';
  end if;
  return new;
end
$$;
revoke execute on function hold_changed_staff() from public;
create trigger staff_changed before update on staff for each row execute function hold_changed_staff();

-- Whoever has a link to enrol becomes that person. It is made in the transaction that adds the person, or that resets them.
create function hold_enrolment_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not row_security_active('public.staff_enrolment')
    or exists (select from public.staff where id = new.staff_id and created_at = now())
    or public.staff_change_confirmed(new.staff_id, 'staff.reset') is not null
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'A link to enrol is made only by a request that a second person confirms.';
end
$$;
revoke execute on function hold_enrolment_to_requests() from public;
create trigger staff_enrolment_made before insert on staff_enrolment for each row execute function hold_enrolment_to_requests();

-- People change their own factors at the console. Others take them away only together.
create function hold_factors_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not row_security_active(tg_relid) or pg_has_role('vezne_console', 'usage')
    or public.staff_change_confirmed(old.staff_id, 'staff.reset') is not null
  then
    return old;
  end if;
  raise insufficient_privilege using message = 'Factors are reset only by a request that a second person confirms.';
end
$$;
revoke execute on function hold_factors_to_requests() from public;
create trigger staff_password_reset before delete on staff_password for each row execute function hold_factors_to_requests();
create trigger staff_totp_reset before delete on staff_totp for each row execute function hold_factors_to_requests();
create trigger staff_passkey_reset before delete on staff_passkey for each row execute function hold_factors_to_requests();
create trigger staff_recovery_code_reset before delete on staff_recovery_code for each row execute function hold_factors_to_requests();

-- A sign-in that began before a person was disabled doesn't end after it: whichever comes first, the other sees it.
create function hold_session_to_active() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from public.staff where id = new.staff_id and status = 'active' for share;
  if not found then
    raise insufficient_privilege using message = 'Only somebody who is active signs in.';
  end if;
  return new;
end
$$;
revoke execute on function hold_session_to_active() from public;
create trigger staff_session_begins before insert on staff_session for each row
  when (row_security_active('public.staff_session'::regclass::oid)) execute function hold_session_to_active();

-- Once there are people, they ask and confirm, and nobody else: each by the door that their process is.
create function hold_requests_to_people() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  door text := case when pg_has_role('vezne_console', 'usage') then 'staff' else 'command_line' end;
begin
  if not row_security_active('public.second_person_request') or not exists (select from public.staff) then
    return new;
  end if;
  -- What somebody asked who is not trusted any more is not confirmed.
  if (tg_op = 'INSERT' or new.status = 'confirmed') and not exists (
    select from public.staff where id::text = new.asked_by_id and handle = new.asked_by and status = 'active'
  ) then
    raise insufficient_privilege using message = 'Only an active person asks.';
  end if;
  if tg_op = 'INSERT' and new.asked_by_kind is distinct from door then
    raise insufficient_privilege using message = 'Whoever asks is named with the door that they came by.';
  end if;
  if tg_op = 'UPDATE' and (new.decided_by_kind is distinct from door or not exists (
    select from public.staff where id::text = new.decided_by_id and handle = new.decided_by and status = 'active'
  )) then
    raise insufficient_privilege using message = 'Only an active person ends a request.';
  end if;
  return new;
end
$$;
revoke execute on function hold_requests_to_people() from public;
create trigger second_person_request_asked before insert on second_person_request for each row
  execute function hold_requests_to_people();
create trigger second_person_request_decided before update on second_person_request for each row
  when (new.status <> 'expired') execute function hold_requests_to_people();

alter table staff enable row level security;
alter table staff_password enable row level security;
alter table staff_totp enable row level security;
alter table staff_passkey enable row level security;
alter table staff_recovery_code enable row level security;
alter table staff_enrolment enable row level security;
alter table staff_session enable row level security;
alter table sign_in_attempt enable row level security;
alter table sign_in_failure enable row level security;
create policy all_rows on staff to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on staff_password to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on staff_totp to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on staff_passkey to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on staff_recovery_code to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on staff_enrolment to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on sign_in_attempt to vezne_console, vezne_admin using (true) with check (true);
create policy all_rows on sign_in_failure to vezne_console using (true) with check (true);
create policy reads on staff_session for select to vezne_console, vezne_admin using (true);
create policy begins on staff_session for insert to vezne_console with check (ended_at is null);
create policy goes_on on staff_session for update to vezne_console using (true) with check (true);
-- The command line ends sessions, and brings none back.
create policy ends on staff_session for update to vezne_admin using (true) with check (ended_at is not null);
-- Sessions are kept for a quarter of a year after they are over.
create policy forgets on staff_session for delete to vezne_console using (expires_at < now() - interval '90 days');

-- Both add people and change them, held by the triggers above.
grant select, insert (id, handle, name, roles, created_by), update (roles, status) on staff to vezne_console, vezne_admin;
-- The console makes and checks factors. The command line takes them away, and reads no hash, no secret and no token.
grant select, insert (staff_id, hash), update (hash, set_at), delete on staff_password to vezne_console;
grant select (staff_id, set_at), delete on staff_password to vezne_admin;
grant select, insert (staff_id, secret_sealed, key_version), update (secret_sealed, key_version, created_at, confirmed_at, last_step), delete
  on staff_totp to vezne_console;
grant select (staff_id, key_version, created_at, confirmed_at), delete on staff_totp to vezne_admin;
grant select, insert (id, staff_id, credential_id, public_key, sign_count, transports, name, is_backed_up),
  update (sign_count, name, is_backed_up, last_used_at), delete on staff_passkey to vezne_console;
grant select (id, staff_id, name, is_backed_up, created_at, last_used_at), delete on staff_passkey to vezne_admin;
grant select, insert (staff_id, hash), update (used_at), delete on staff_recovery_code to vezne_console;
grant select (staff_id, used_at), delete on staff_recovery_code to vezne_admin;
grant select, insert (staff_id, token_hash, expires_at, made_by), delete on staff_enrolment to vezne_console;
grant select (staff_id, expires_at, made_by, created_at), insert (staff_id, token_hash, expires_at, made_by), delete
  on staff_enrolment to vezne_admin;
grant select, insert (id, token_hash, staff_id, expires_at, address, user_agent, step_up_began_at, step_up_at),
  update (token_hash, last_seen_at, ended_at, end_reason, step_up_began_at, step_up_at, address), delete on staff_session to vezne_console;
grant select (id, staff_id, created_at, last_seen_at, expires_at, ended_at, end_reason, address, user_agent),
  update (ended_at, end_reason) on staff_session to vezne_admin;
grant select, insert (id, token_hash, staff_id, purpose, session_id, challenge, expires_at), update (staff_id, used_at), delete
  on sign_in_attempt to vezne_console;
grant select (staff_id), delete on sign_in_attempt to vezne_admin;
grant select, insert, update (failed_count, first_failed_at, last_failed_at, blocked_until), delete on sign_in_failure to vezne_console;

-- The console compares the schema and its keys at its start, as the others do.
grant select on schema_migration, key_fingerprint, key_holder to vezne_console;
grant insert (purpose, version, fingerprint) on key_fingerprint to vezne_console;
grant insert (purpose, version) on key_holder to vezne_console;
create policy reads_of_console on key_fingerprint for select to vezne_console using (true);
create policy reads_of_console on key_holder for select to vezne_console using (true);
create policy of_console on key_fingerprint for insert to vezne_console with check (registered_by = current_user and purpose = 'secret');
create policy of_console on key_holder for insert to vezne_console with check (role = current_user and purpose = 'secret');
