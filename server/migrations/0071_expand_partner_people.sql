-- People of partners, who sign in to the portal. They are not staff: they have tables of their own, and the portal's role has no right on ours.
-- A person belongs to one partner for ever. Everybody comes by an invitation, so no role may add a person by itself.

create table partner_person (
  id uuid primary key,
  partner_id uuid not null references partner,
  -- What they sign in with.
  email text not null,
  name text not null,
  roles text[] not null,
  created_at timestamptz not null default now(),
  -- Null: one of ours.
  invited_by_id uuid,
  -- A person who was removed stays as a row: what they did is told under their name.
  removed_at timestamptz,
  removed_by_id uuid,
  constraint partner_person_invited_by foreign key (invited_by_id) references partner_person,
  constraint partner_person_removed_by foreign key (removed_by_id) references partner_person,
  -- Lower case and ASCII alone: two addresses that nobody can tell apart would be two people.
  constraint partner_person_email check (
    email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' and char_length(email) <= 254
  ),
  constraint partner_person_name check (char_length(name) between 1 and 128),
  constraint partner_person_role check (roles <@ array['developer', 'finance', 'owner']),
  -- Each once, in one order, so that equal roles are equal arrays.
  constraint partner_person_roles_in_order check (
    cardinality(roles) > 0 and roles = array_remove(array[
      case when 'developer' = any (roles) then 'developer' end,
      case when 'finance' = any (roles) then 'finance' end,
      case when 'owner' = any (roles) then 'owner' end
    ], null)
  ),
  constraint partner_person_removed check (removed_by_id is null or removed_at is not null)
);
-- An address is one person, over all partners: whoever signs in does not say of which.
create unique index partner_person_email_key on partner_person (email) where removed_at is null;
create index partner_person_of on partner_person (partner_id, id);

create table partner_password (
  person_id uuid primary key,
  hash text not null,
  set_at timestamptz not null default now(),
  constraint partner_password_of foreign key (person_id) references partner_person,
  constraint partner_password_hash check (
    hash ~ '^\$argon2id\$v=19\$m=[0-9]{1,8},t=[0-9]{1,4},p=[0-9]{1,3}\$[A-Za-z0-9+/]{22,86}\$[A-Za-z0-9+/]{43,86}$'
  )
);

create table partner_totp (
  person_id uuid primary key,
  secret_sealed text not null,
  key_version int4 not null,
  created_at timestamptz not null default now(),
  -- When a first code was right. Until then it is no factor.
  confirmed_at timestamptz,
  -- The step of the last code that was taken: no code works twice.
  last_step int8,
  -- When that was. A session is opened, and a proof counts, in the transaction of this very moment.
  last_used_at timestamptz,
  constraint partner_totp_of foreign key (person_id) references partner_person,
  constraint partner_totp_sealed check (
    secret_sealed ~ '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{27,}\.[A-Za-z0-9_-]+$'
  ),
  constraint partner_totp_key_version check (key_version between 1 and 99999),
  constraint partner_totp_last_step check (last_step > 0)
);

create table partner_passkey (
  id uuid primary key,
  person_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count int8 not null default 0,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint partner_passkey_of foreign key (person_id) references partner_person,
  constraint partner_passkey_credential_key unique (credential_id),
  constraint partner_passkey_credential check (octet_length(credential_id) between 1 and 1023),
  constraint partner_passkey_public_key check (octet_length(public_key) between 1 and 2048),
  constraint partner_passkey_sign_count check (sign_count between 0 and 4294967295),
  constraint partner_passkey_transports check (array_to_string(transports, ' ', '?') ~ '^([a-z-]{1,16}( [a-z-]{1,16}){0,7})?$'),
  constraint partner_passkey_name check (char_length(name) between 1 and 64)
);
create index partner_passkey_person on partner_passkey (person_id);

create table partner_recovery_code (
  person_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash),
  constraint partner_recovery_code_of foreign key (person_id) references partner_person,
  constraint partner_recovery_code_hash check (octet_length(hash) = 32)
);

-- What somebody is offered to be. The link works once, and whoever has it becomes the person.
create table partner_invitation (
  id uuid primary key,
  partner_id uuid not null references partner,
  email text not null,
  name text not null,
  roles text[] not null,
  token_hash bytea not null,
  -- Null: one of ours.
  invited_by_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint partner_invitation_invited_by foreign key (invited_by_id) references partner_person,
  constraint partner_invitation_token_key unique (token_hash),
  constraint partner_invitation_token check (octet_length(token_hash) = 32),
  constraint partner_invitation_email check (
    email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' and char_length(email) <= 254
  ),
  constraint partner_invitation_name check (char_length(name) between 1 and 128),
  constraint partner_invitation_role check (roles <@ array['developer', 'finance', 'owner']),
  constraint partner_invitation_roles_in_order check (
    cardinality(roles) > 0 and roles = array_remove(array[
      case when 'developer' = any (roles) then 'developer' end,
      case when 'finance' = any (roles) then 'finance' end,
      case when 'owner' = any (roles) then 'owner' end
    ], null)
  ),
  constraint partner_invitation_lifetime check (expires_at > created_at and expires_at <= created_at + interval '72 hours'),
  constraint partner_invitation_ended check (num_nonnulls(accepted_at, withdrawn_at) <= 1)
);
-- A newer one takes the place of the one before.
create unique index partner_invitation_open on partner_invitation (partner_id, email) where accepted_at is null and withdrawn_at is null;

create table partner_session (
  id uuid primary key,
  token_hash bytea not null,
  person_id uuid not null,
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
  constraint partner_session_of foreign key (person_id) references partner_person,
  constraint partner_session_token_key unique (token_hash),
  constraint partner_session_token check (octet_length(token_hash) = 32),
  constraint partner_session_lifetime check (expires_at > created_at and expires_at <= created_at + interval '12 hours'),
  constraint partner_session_ended check ((ended_at is null) = (end_reason is null)),
  constraint partner_session_end_reason check (end_reason ~ '^[a-z_]{1,32}$'),
  constraint partner_session_step_up check (
    (step_up_at is null) = (step_up_began_at is null) and step_up_at >= step_up_began_at
  ),
  constraint partner_session_user_agent check (char_length(user_agent) <= 256)
);
create index partner_session_person on partner_session (person_id);

-- What a sign-in has reached between two requests.
create table partner_sign_in (
  id uuid primary key,
  token_hash bytea not null,
  -- Null: a passkey is asked for, of anybody.
  person_id uuid,
  purpose text not null,
  session_id uuid,
  challenge bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint partner_sign_in_of foreign key (person_id) references partner_person,
  constraint partner_sign_in_session foreign key (session_id) references partner_session on delete cascade,
  constraint partner_sign_in_token_key unique (token_hash),
  constraint partner_sign_in_token check (octet_length(token_hash) = 32),
  constraint partner_sign_in_purpose check (
    purpose in ('second_factor', 'passkey_sign_in', 'passkey_step_up', 'passkey_register')
  ),
  constraint partner_sign_in_challenge check (octet_length(challenge) between 16 and 64),
  constraint partner_sign_in_lifetime check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
);
create index partner_sign_in_expires_at on partner_sign_in (expires_at);
create index partner_sign_in_person on partner_sign_in (person_id);
create index partner_sign_in_of_session on partner_sign_in (session_id);

-- Who guesses, by address and by network. A restart forgets nothing.
create table partner_sign_in_failure (
  kind text not null,
  -- SHA-256: what people type into the field for their address may be a password.
  subject text not null,
  failed_count int4 not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz,
  primary key (kind, subject),
  constraint partner_sign_in_failure_kind check (kind in ('handle', 'network')),
  constraint partner_sign_in_failure_subject check (subject ~ '^[0-9a-f]{64}$'),
  constraint partner_sign_in_failure_count check (failed_count > 0),
  constraint partner_sign_in_failure_times check (last_failed_at >= first_failed_at)
);
create index partner_sign_in_failure_last on partner_sign_in_failure (last_failed_at);

-- A partner without an owner could never let anybody in again. Holds every process. One who never set up a second factor, and whom two of ours
-- offer the same place anew, makes room for themselves.
create function hold_last_owner() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Two owners who remove each other at the same moment would leave none.
  perform from public.partner_person
    where partner_id = old.partner_id and removed_at is null and 'owner' = any (roles) order by id for no key update;
  if not exists (
    select from public.partner_person
    where partner_id = old.partner_id and removed_at is null and 'owner' = any (roles) and id <> old.id
  ) and not exists (
    select from public.partner_invitation i
    where i.partner_id = old.partner_id and i.email = old.email and 'owner' = any (i.roles) and i.invited_by_id is null
      and i.created_at = now() and i.withdrawn_at is null
  ) then
    raise check_violation using constraint = 'partner_person_last_owner', message = 'A partner keeps one owner.';
  end if;
  return new;
end
$$;
revoke execute on function hold_last_owner() from public;
create trigger partner_person_last_owner before update on partner_person for each row
  when (old.removed_at is null and 'owner' = any (old.roles) and (new.removed_at is not null or not 'owner' = any (new.roles)))
  execute function hold_last_owner();

-- Row-level security: with no partner set, the portal's role sees none of these rows.
alter table partner_person enable row level security;
alter table partner_password enable row level security;
alter table partner_totp enable row level security;
alter table partner_passkey enable row level security;
alter table partner_recovery_code enable row level security;
alter table partner_invitation enable row level security;
alter table partner_session enable row level security;
alter table partner_sign_in enable row level security;
alter table partner_sign_in_failure enable row level security;
create policy own_rows on partner_person for select to vezne_portal using (partner_id = portal_partner_id());
-- A policy's look at another table goes by that table's own policy: only people of this partner are found.
create policy own_rows on partner_password to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_totp to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_passkey to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_recovery_code to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_session for select to vezne_portal
  using (exists (select from partner_person p where p.id = person_id));
-- What is over stays over: no session that has ended comes back.
create policy goes_on on partner_session for update to vezne_portal
  using (ended_at is null and exists (select from partner_person p where p.id = person_id))
  with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_sign_in to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_invitation for select to vezne_portal using (partner_id = portal_partner_id());

-- The portal reads no token. It adds and removes no person, offers no place, opens no session and lets no proof count but by the functions below.
grant select on partner_person to vezne_portal;
grant select, insert (person_id, hash), update (hash, set_at) on partner_password to vezne_portal;
grant select, insert (person_id, secret_sealed, key_version), update (secret_sealed, key_version, created_at), delete
  on partner_totp to vezne_portal;
grant select, insert (id, person_id, credential_id, public_key, sign_count, transports, name, is_backed_up), update (name), delete
  on partner_passkey to vezne_portal;
grant select (person_id, used_at), insert (person_id, hash), delete on partner_recovery_code to vezne_portal;
grant select (id, partner_id, email, name, roles, invited_by_id, created_at, expires_at, accepted_at, withdrawn_at) on partner_invitation
  to vezne_portal;
grant select (id, person_id, created_at, last_seen_at, expires_at, ended_at, end_reason, step_up_began_at, step_up_at, address, user_agent),
  update (ended_at, end_reason) on partner_session to vezne_portal;
grant select (id, person_id, purpose, session_id, challenge, expires_at, used_at), delete on partner_sign_in to vezne_portal;

-- What a person did. Who they are is the database's to say. The role itself may write nothing into the log: the time of an entry follows from
-- those before it, which it doesn't see. For functions of the owner alone.
create function audit_partner_person(person uuid, wanted_action text, wanted_type text, wanted_id text, wanted_details jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select 'partner_staff', p.id::text, left(p.email, 128), wanted_action, wanted_type, wanted_id, wanted_details
  from public.partner_person p where p.id = person;
  if not found then
    raise insufficient_privilege using message = 'Only a person of a partner is named.';
  end if;
end
$$;
revoke execute on function audit_partner_person(uuid, text, text, text, jsonb) from public;

-- The entries of acts that have no function of their own, of somebody active of the partner that is set. Whatever has one writes its entry by
-- itself, and nobody else does.
create function portal_audit_own_act(person uuid, wanted_action text, wanted_type text, wanted_id text, wanted_details jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  subject text := case
    when wanted_action in (
      'session.sign_out', 'session.end', 'session.fail_second_factor', 'factor.change_password', 'factor.add_totp', 'factor.remove_totp',
      'factor.add_passkey', 'factor.rename_passkey', 'factor.remove_passkey', 'factor.renew_recovery_codes'
    ) then 'partner_person'
    when wanted_action in ('partner_statement.ask', 'partner_statement.download') then 'partner_statement'
    when wanted_action = 'webhook.replay' then 'webhook_endpoint'
  end;
begin
  if subject is distinct from wanted_type or (subject = 'partner_person' and wanted_id <> person::text) or not exists (
    select from public.partner_person p where p.id = person and p.partner_id = public.portal_partner_id() and p.removed_at is null
  ) or not (case subject
    when 'partner_statement' then exists (
      select from public.partner_statement s where s.id::text = wanted_id and s.partner_id = public.portal_partner_id()
    )
    when 'webhook_endpoint' then exists (
      select from public.webhook_endpoint e where e.id::text = wanted_id and e.partner_id = public.portal_partner_id()
    )
    else true end)
  then
    raise insufficient_privilege using message = 'The portal writes no such entry.';
  end if;
  perform public.audit_partner_person(person, wanted_action, wanted_type, wanted_id, wanted_details);
end
$$;

-- For both: functions of the owner say what they did, and the role what it may.
create function portal_audit(person uuid, wanted_action text, wanted_type text, wanted_id text, wanted_details jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.stands_above('public.audit_entry'::regclass) then
    perform public.audit_partner_person(person, wanted_action, wanted_type, wanted_id, wanted_details);
  else
    perform public.portal_audit_own_act(person, wanted_action, wanted_type, wanted_id, wanted_details);
  end if;
end
$$;
revoke execute on function portal_audit(uuid, text, text, text, jsonb) from public;
grant execute on function portal_audit(uuid, text, text, text, jsonb) to vezne_portal;
grant execute on function stands_above(oid) to vezne_portal;

create function has_factor(person uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.partner_totp t where t.person_id = person and t.confirmed_at is not null)
    or exists (select from public.partner_passkey k where k.person_id = person)
$$;
revoke execute on function has_factor(uuid) from public;

-- What a person has shown in this transaction: the functions that take a code or a passkey note its moment. Null: they have a factor, and
-- have shown none. Of somebody who has none, the database can see no proof.
create function shown_factor(person uuid) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when exists (select from public.partner_passkey k where k.person_id = person and k.last_used_at = now()) then 'passkey'
    when exists (select from public.partner_totp t where t.person_id = person and t.last_used_at = now()) then 'code'
    when exists (select from public.partner_recovery_code c where c.person_id = person and c.used_at = now()) then 'recovery_code'
    when public.has_factor(person) then null
    when exists (select from public.partner_person p where p.id = person and p.created_at = now()) then 'enrolment'
    else 'password'
  end
$$;
revoke execute on function shown_factor(uuid) from public;

-- Before anybody is known no partner is set, and the portal sees no row: it could not even find a person. So there is a function for each act
-- before that. Each runs as the owner and returns just what the act needs; what more there is to know of a person is read when their partner
-- is set.

-- Who signs in with this address, and whether from a network where they have signed in before. One row always: an address that nobody has
-- takes as long.
create function portal_find_person(wanted text, network inet, out person_id uuid, out partner_id uuid, out is_known_network boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.partner_id,
    exists (select from public.partner_session s where s.person_id = asked.id and s.address <<= network)
  from (
    select coalesce(
      (select id from public.partner_person where email = wanted and removed_at is null), '00000000-0000-0000-0000-000000000000'
    ) as id
  ) as asked
  left join public.partner_person p on p.id = asked.id
$$;

-- What is remembered of an address or a network, held until the transaction ends. One of which nothing was known gets a row that counts
-- nothing yet.
create function portal_lock_failure(
  wanted_kind text, wanted_subject text, moment timestamptz,
  out failed_count int4, out first_failed_at timestamptz, out last_failed_at timestamptz, out blocked_until timestamptz, out is_new boolean
)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.partner_sign_in_failure as f (kind, subject, failed_count, first_failed_at, last_failed_at)
  values (wanted_kind, wanted_subject, 1, least(moment, now()), least(moment, now()))
  on conflict (kind, subject) do update set failed_count = f.failed_count
  returning f.failed_count, f.first_failed_at, f.last_failed_at, f.blocked_until, xmax = 0
$$;

-- Nobody is kept out by it: no count lies ahead, and a wait is minutes, whatever the caller says.
create function portal_count_failure(
  wanted_kind text, wanted_subject text, count int4, first_at timestamptz, last_at timestamptz, until timestamptz
) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.partner_sign_in_failure
  set failed_count = count, first_failed_at = least(first_at, last_at, now()), last_failed_at = least(last_at, now()),
    blocked_until = case when until is not null then least(until, now() + interval '10 minutes') end
  where kind = wanted_kind and subject = wanted_subject
$$;

-- The answer was right. Of a person all that was wrong before is forgotten; of a network only this try.
create function portal_forget_failure(wanted_kind text, wanted_subject text, only_last boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.partner_sign_in_failure
    where kind = wanted_kind and subject = wanted_subject and (failed_count = 1 or not only_last);
  update public.partner_sign_in_failure set failed_count = failed_count - 1, blocked_until = null
    where kind = wanted_kind and subject = wanted_subject and failed_count > 1;
end
$$;

create function portal_begin_sign_in(
  new_id uuid, token bytea, person uuid, wanted_purpose text, of_session uuid, asked bytea, lifetime_seconds int4
) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.partner_sign_in (id, token_hash, person_id, purpose, session_id, challenge, expires_at)
  values (new_id, token, person, wanted_purpose, of_session, asked, now() + make_interval(secs => lifetime_seconds))
$$;

-- The sign-in that a browser's cookie stands for, unless it is over.
create function portal_find_sign_in(
  token bytea, out id uuid, out purpose text, out challenge bytea, out person_id uuid, out partner_id uuid
) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.purpose, i.challenge, i.person_id, p.partner_id
  from public.partner_sign_in i left join public.partner_person p on p.id = i.person_id
  where i.token_hash = token and i.used_at is null and i.expires_at > now()
$$;

-- False: another request has used it first, or it is over. Of all who try, one wins. By the database's clock, as all that follows.
create function portal_use_sign_in(wanted uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_sign_in set used_at = now() where id = wanted and used_at is null and expires_at > now();
  return found;
end
$$;

-- Whose passkey this is. The rest of it is read when their partner is set.
create function portal_find_passkey(wanted bytea, out person_id uuid, out partner_id uuid) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.partner_id from public.partner_passkey k join public.partner_person p on p.id = k.person_id
  where k.credential_id = wanted and p.removed_at is null
$$;

-- The steps of half a minute that codes count. One more than the program allows, for clocks that differ: a step of next year would let no code
-- work before it.
create function is_step_of_now(step int8) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select step <= floor(extract(epoch from now()) / 30)::int8 + 2
$$;
revoke execute on function is_step_of_now(int8) from public;

-- A code works once, and so does every one before it. Of all who try, one wins.
create function portal_take_code(person uuid, step int8) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_totp set last_step = step, last_used_at = now()
    where person_id = person and confirmed_at is not null and (last_step is null or last_step < step) and public.is_step_of_now(step);
  return found;
end
$$;

-- A first right code makes a secret a factor. False: it is one already, or another secret took its place.
create function portal_confirm_totp(person uuid, sealed text, step int8) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_totp t set confirmed_at = now(), last_step = step
    where t.person_id = person and t.secret_sealed = sealed and t.confirmed_at is null and public.is_step_of_now(step)
      and exists (select from public.partner_person p where p.id = person and p.partner_id = public.portal_partner_id());
  return found;
end
$$;

create function portal_take_recovery_code(person uuid, code bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_recovery_code set used_at = now() where person_id = person and hash = code and used_at is null;
  return found;
end
$$;

-- False: it was removed, or has counted further meanwhile.
create function portal_use_passkey(wanted uuid, count int8, backed_up boolean) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_passkey set sign_count = count, is_backed_up = backed_up, last_used_at = now()
    where id = wanted and sign_count <= count;
  return found;
end
$$;

-- One who changes a person's factors waits for another; one who only needs them to stay as they are shares.
create function portal_hold_person(person uuid, is_shared boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_shared then
    perform from public.partner_person p where p.id = person and p.partner_id = public.portal_partner_id() for share;
  else
    perform from public.partner_person p where p.id = person and p.partner_id = public.portal_partner_id() for no key update;
  end if;
end
$$;

-- A session of somebody who has a factor takes a sign-in that was begun and is used up in this transaction, and the factor with it. A sign-in
-- that began before a person was removed doesn't end after it: whichever comes first, the other sees it.
create function portal_open_session(
  new_id uuid, token bytea, person uuid, lifetime_seconds int4, from_address inet, browser text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  shown text;
begin
  perform from public.partner_person where id = person and removed_at is null for share;
  if not found then
    raise insufficient_privilege using message = 'Only somebody who is active signs in.';
  end if;
  shown := public.shown_factor(person);
  if shown is null or (public.has_factor(person) and not exists (
    select from public.partner_sign_in i where i.used_at = now()
      and (i.person_id = person and i.purpose = 'second_factor' or i.person_id is null and i.purpose = 'passkey_sign_in')
  )) then
    raise insufficient_privilege using message = 'Who has a factor shows it in the transaction that opens their session.';
  end if;
  insert into public.partner_session (id, token_hash, person_id, expires_at, address, user_agent)
  values (new_id, token, person, now() + make_interval(secs => lifetime_seconds), from_address, browser);
  perform public.audit_partner_person(
    person, 'session.sign_in', 'partner_person', person::text,
    jsonb_build_object('by', shown, 'session', new_id, 'address', host(from_address))
  );
end
$$;

create function portal_find_session(
  token bytea, out id uuid, out person_id uuid, out partner_id uuid, out created_at timestamptz, out last_seen_at timestamptz,
  out expires_at timestamptz, out ended_at timestamptz, out end_reason text, out step_up_began_at timestamptz, out step_up_at timestamptz,
  out address text
) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.person_id, p.partner_id, s.created_at, s.last_seen_at, s.expires_at, s.ended_at, s.end_reason, s.step_up_began_at,
    s.step_up_at, host(s.address)
  from public.partner_session s join public.partner_person p on p.id = s.person_id where s.token_hash = token
$$;

-- A proof, with a new token: the one before is worth nothing from now on. It counts from the database's own moment, in which a factor was
-- shown. False: the session is not what it was.
create function portal_step_session_up(wanted uuid, token bytea, new_token bytea, from_address inet) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  shown text;
begin
  -- The person first, as whoever ends sessions does.
  select p.id into person from public.partner_session s join public.partner_person p on p.id = s.person_id
    where s.id = wanted and p.removed_at is null for share of p;
  shown := public.shown_factor(person);
  if person is null or shown is null or shown not in ('code', 'passkey', 'password') then
    raise insufficient_privilege using message = 'A proof is a factor that is shown in this transaction.';
  end if;
  update public.partner_session set token_hash = new_token, step_up_began_at = now(), step_up_at = now(), last_seen_at = now()
    where id = wanted and token_hash = token and ended_at is null and expires_at > now();
  if not found then
    return false;
  end if;
  perform public.audit_partner_person(
    person, 'session.step_up', 'partner_person', person::text,
    jsonb_build_object('by', shown, 'session', wanted, 'address', host(from_address))
  );
  return true;
end
$$;

-- The person did something. A proof that still counts, to a minute for clocks that differ, counts on from here if they used it.
create function portal_touch_session(wanted uuid, is_proof_used boolean) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.partner_session s set last_seen_at = now(),
    step_up_at = case when is_proof_used and s.step_up_at > now() - interval '11 minutes' then now() else s.step_up_at end
  where s.id = wanted and s.ended_at is null
    and exists (select from public.partner_person p where p.id = s.person_id and p.partner_id = public.portal_partner_id())
$$;

-- Whom a link is for, unless it is over. What somebody offered who was removed since is over too.
create function portal_find_invitation(token bytea, out id uuid, out partner_id uuid, out email text, out name text, out is_taken boolean)
returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.partner_id, i.email, i.name,
    exists (select from public.partner_person p where p.email = i.email and p.removed_at is null)
  from public.partner_invitation i
  left join public.partner_person inviter on inviter.id = i.invited_by_id
  where i.token_hash = token and i.expires_at > now() and i.accepted_at is null and i.withdrawn_at is null and inviter.removed_at is null
$$;

-- Uses the link up, and makes the person, under the id of the invitation. False: it is over. Of all who try, one wins.
create function portal_accept_invitation(token bytea, from_address inet) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  offered public.partner_invitation;
begin
  update public.partner_invitation i set accepted_at = now()
    where i.id = (select open.id from public.portal_find_invitation(token) as open) and i.accepted_at is null and i.withdrawn_at is null
    returning i.* into offered;
  if not found then
    return false;
  end if;
  insert into public.partner_person (id, partner_id, email, name, roles, invited_by_id)
  values (offered.id, offered.partner_id, offered.email, offered.name, offered.roles, offered.invited_by_id);
  perform public.audit_partner_person(
    offered.id, 'factor.enrol', 'partner_person', offered.id::text,
    jsonb_build_object('invitation', offered.id, 'address', host(from_address))
  );
  return true;
end
$$;

-- Which partner an owner acts for about its people: the one that is set. One change at a time, in one order: whoever comes second sees what the
-- first has done, and is looked at after that. In a session that goes on, with a proof of a moment ago if that is asked; a minute more than the
-- program's own bounds, for clocks that differ.
create function owner_acts_for(person uuid, in_session uuid, needs_proof boolean) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  owned uuid := public.portal_partner_id();
begin
  perform from public.partner_person p where p.partner_id = owned and p.removed_at is null order by p.id for no key update;
  if not exists (
    select from public.partner_person p join public.partner_session s on s.person_id = p.id
    where p.id = person and p.partner_id = owned and p.removed_at is null and 'owner' = any (p.roles)
      and s.id = in_session and s.ended_at is null and s.expires_at > now()
      and (not needs_proof or s.step_up_at > now() - interval '11 minutes' and s.step_up_began_at > now() - interval '121 minutes')
  ) then
    raise insufficient_privilege using message = 'Only an owner of the partner does this, in a session of theirs.';
  end if;
  return owned;
end
$$;
revoke execute on function owner_acts_for(uuid, uuid, boolean) from public;

-- Somebody may not come in any more. Their sessions end, what they had begun, what they offered to others, and the networks that they asked for.
create function remove_partner_person(leaver uuid, remover uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.partner_person set removed_at = now(), removed_by_id = remover where id = leaver and removed_at is null;
  update public.partner_session set ended_at = now(), end_reason = 'disabled' where person_id = leaver and ended_at is null;
  delete from public.partner_sign_in where person_id = leaver;
  update public.partner_invitation set withdrawn_at = now()
    where invited_by_id = leaver and accepted_at is null and withdrawn_at is null;
  update public.partner_network_request set status = 'overtaken', ended_at = now(), ended_by_id = remover
    where asked_by_id = leaver and status = 'open';
end
$$;
revoke execute on function remove_partner_person(uuid, uuid) from public;

-- Offers somebody a place; a newer offer takes the place of the one before. Somebody of the partner with that address who never set up a second
-- factor is replaced: they missed their day, and this is how they come back.
create function portal_invite_person(
  person uuid, in_session uuid, new_id uuid, new_email text, new_name text, new_roles text[], token bytea, place jsonb,
  out outcome text, out invited_at timestamptz, out ends_at timestamptz
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owned uuid := public.owner_acts_for(person, in_session, true);
  known uuid;
begin
  select p.id into known from public.partner_person p where p.partner_id = owned and p.email = new_email and p.removed_at is null;
  if known = person or public.has_factor(known) then
    outcome := 'email_taken';
    return;
  end if;
  -- Each is a letter of ours to an address that somebody typed. No partner has so many new people in a day.
  if (select count(*) from public.partner_invitation i where i.partner_id = owned and i.created_at > now() - interval '1 day') >= 50 then
    outcome := 'too_many_invitations';
    return;
  end if;
  if known is not null then
    perform public.audit_partner_person(
      person, 'partner_person.remove', 'partner_person', known::text,
      place || jsonb_build_object('partner', owned, 'email', new_email, 'invitedAnew', new_id)
    );
    perform public.remove_partner_person(known, person);
  end if;
  -- Two of ours may invite the same address at this moment, behind no lock of ours: whoever meets the other's takes its place.
  for _ in 1..5 loop
    update public.partner_invitation i set withdrawn_at = now()
      where i.partner_id = owned and i.email = new_email and i.accepted_at is null and i.withdrawn_at is null;
    insert into public.partner_invitation as i (id, partner_id, email, name, roles, token_hash, invited_by_id, expires_at)
    values (new_id, owned, new_email, new_name, new_roles, token, person, now() + interval '72 hours')
    on conflict (partner_id, email) where accepted_at is null and withdrawn_at is null do nothing
    returning i.created_at, i.expires_at into invited_at, ends_at;
    exit when found;
  end loop;
  if invited_at is null then
    raise exception 'An invitation was not written.';
  end if;
  perform public.audit_partner_person(
    person, 'partner_person.invite', 'partner_person', new_id::text,
    place || jsonb_build_object('partner', owned, 'email', new_email, 'name', new_name, 'roles', to_jsonb(new_roles))
  );
  outcome := 'invited';
end
$$;

-- False: it is none of the partner, or is over.
create function portal_withdraw_invitation(person uuid, in_session uuid, wanted uuid, place jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owned uuid := public.owner_acts_for(person, in_session, false);
  address text;
begin
  update public.partner_invitation i set withdrawn_at = now()
    where i.id = wanted and i.partner_id = owned and i.accepted_at is null and i.withdrawn_at is null returning i.email into address;
  if address is null then
    return false;
  end if;
  perform public.audit_partner_person(
    person, 'partner_person.withdraw_invitation', 'partner_person', wanted::text,
    place || jsonb_build_object('partner', owned, 'email', address)
  );
  return true;
end
$$;

-- An owner may go too, as long as another stays.
create function portal_remove_person(person uuid, in_session uuid, wanted uuid, place jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owned uuid := public.owner_acts_for(person, in_session, true);
  leaving public.partner_person;
begin
  select * into leaving from public.partner_person p where p.id = wanted and p.partner_id = owned and p.removed_at is null;
  if not found then
    return 'not_found';
  end if;
  if 'owner' = any (leaving.roles) and not exists (
    select from public.partner_person p
    where p.partner_id = owned and p.removed_at is null and 'owner' = any (p.roles) and p.id <> wanted
  ) then
    return 'last_owner';
  end if;
  perform public.audit_partner_person(
    person, 'partner_person.remove', 'partner_person', wanted::text,
    place || jsonb_build_object('partner', owned, 'email', leaving.email)
  );
  perform public.remove_partner_person(wanted, person);
  return 'removed';
end
$$;

-- With which keys the secrets of authenticator apps are sealed, and whose are older: a portal seals those anew.
create function portal_totp_versions(out version int4, out count int4) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select key_version, count(*)::int4 from public.partner_totp group by 1 order by 1
$$;
create function portal_older_totps(current_version int4, out person_id uuid, out partner_id uuid) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.partner_id from public.partner_totp t join public.partner_person p on p.id = t.person_id
  where t.key_version < least(current_version, (select coalesce(max(k.version), 0) from public.key_fingerprint k where k.purpose = 'portal'))
$$;

do $$
declare
  act regprocedure;
begin
  for act in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'portal\_%' and prosecdef
  loop
    execute format('revoke execute on function %s from public', act);
    execute format('grant execute on function %s to vezne_portal', act);
  end loop;
end
$$;
-- `vezne keys usage` counts what needs which version.
grant execute on function portal_totp_versions() to vezne_admin;
