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
  constraint partner_passkey_sign_count check (sign_count >= 0),
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

-- A partner without an owner could never let anybody in again. Holds every process.
create function hold_last_owner() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  -- Two owners who remove each other at the same moment would leave none.
  perform from public.partner_person
    where partner_id = old.partner_id and removed_at is null and 'owner' = any (roles) order by id for no key update;
  if not exists (
    select from public.partner_person
    where partner_id = old.partner_id and removed_at is null and 'owner' = any (roles) and id <> old.id
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
-- What is over stays over: nobody who was removed is brought back, and no session that has ended.
create policy removals on partner_person for update to vezne_portal
  using (partner_id = portal_partner_id() and removed_at is null) with check (partner_id = portal_partner_id());
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
create policy goes_on on partner_session for update to vezne_portal
  using (ended_at is null and exists (select from partner_person p where p.id = person_id))
  with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_sign_in to vezne_portal
  using (exists (select from partner_person p where p.id = person_id)) with check (exists (select from partner_person p where p.id = person_id));
create policy own_rows on partner_invitation for select to vezne_portal using (partner_id = portal_partner_id());
create policy withdrawals on partner_invitation for update to vezne_portal
  using (partner_id = portal_partner_id() and accepted_at is null and withdrawn_at is null) with check (partner_id = portal_partner_id());
-- Only an owner invites.
create policy by_owners on partner_invitation for insert to vezne_portal with check (
  partner_id = portal_partner_id() and exists (
    select from partner_person p where p.id = partner_invitation.invited_by_id and p.removed_at is null and 'owner' = any (p.roles)
  )
);

-- The portal reads no token, adds no person, opens no session and brings none back but by the functions below.
grant select, update (removed_at, removed_by_id) on partner_person to vezne_portal;
grant select, insert (person_id, hash), update (hash, set_at) on partner_password to vezne_portal;
grant select, insert (person_id, secret_sealed, key_version), update (secret_sealed, key_version, created_at, confirmed_at, last_step), delete
  on partner_totp to vezne_portal;
grant select, insert (id, person_id, credential_id, public_key, sign_count, transports, name, is_backed_up), update (name), delete
  on partner_passkey to vezne_portal;
grant select (person_id, used_at), insert (person_id, hash), delete on partner_recovery_code to vezne_portal;
grant select (id, partner_id, email, name, roles, invited_by_id, created_at, expires_at, accepted_at, withdrawn_at),
  insert (id, partner_id, email, name, roles, token_hash, invited_by_id, expires_at), update (withdrawn_at) on partner_invitation to vezne_portal;
grant select (id, person_id, created_at, last_seen_at, expires_at, ended_at, end_reason, step_up_began_at, step_up_at, address, user_agent),
  update (last_seen_at, ended_at, end_reason, step_up_at) on partner_session to vezne_portal;
grant select (id, person_id, purpose, session_id, challenge, expires_at, used_at), delete on partner_sign_in to vezne_portal;

-- Before anybody is known no partner is set, and the portal sees no row: it could not even find a person. So there is a function for each act
-- before that. Each runs as the owner and returns just what the act needs; what more there is to know of a person is read when their partner
-- is set.

-- Who signs in with this address, and whether from a network where they have signed in before. One row always: an address that nobody has
-- takes as long.
create function portal_find_person(wanted text, network inet, out person_id uuid, out partner_id uuid, out is_known_network boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
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
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.partner_sign_in_failure as f (kind, subject, failed_count, first_failed_at, last_failed_at)
  values (wanted_kind, wanted_subject, 1, moment, moment)
  on conflict (kind, subject) do update set failed_count = f.failed_count
  returning f.failed_count, f.first_failed_at, f.last_failed_at, f.blocked_until, xmax = 0
$$;

create function portal_count_failure(
  wanted_kind text, wanted_subject text, count int4, first_at timestamptz, last_at timestamptz, until timestamptz
) returns void
language sql security definer set search_path = pg_catalog, public as $$
  update public.partner_sign_in_failure
  set failed_count = count, first_failed_at = first_at, last_failed_at = last_at, blocked_until = until
  where kind = wanted_kind and subject = wanted_subject
$$;

-- The answer was right. Of a person all that was wrong before is forgotten; of a network only this try.
create function portal_forget_failure(wanted_kind text, wanted_subject text, only_last boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
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
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.partner_sign_in (id, token_hash, person_id, purpose, session_id, challenge, expires_at)
  values (new_id, token, person, wanted_purpose, of_session, asked, now() + make_interval(secs => lifetime_seconds))
$$;

-- The sign-in that a browser's cookie stands for, unless it is over.
create function portal_find_sign_in(
  token bytea, moment timestamptz, out id uuid, out purpose text, out challenge bytea, out person_id uuid, out partner_id uuid
) returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.id, i.purpose, i.challenge, i.person_id, p.partner_id
  from public.partner_sign_in i left join public.partner_person p on p.id = i.person_id
  where i.token_hash = token and i.used_at is null and i.expires_at > moment
$$;

-- False: another request has used it first. Of all who try, one wins.
create function portal_use_sign_in(wanted uuid, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_sign_in set used_at = moment where id = wanted and used_at is null;
  return found;
end
$$;

-- Whose passkey this is. The rest of it is read when their partner is set.
create function portal_find_passkey(wanted bytea, out person_id uuid, out partner_id uuid) returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id, p.partner_id from public.partner_passkey k join public.partner_person p on p.id = k.person_id
  where k.credential_id = wanted and p.removed_at is null
$$;

-- A code works once, and so does every one before it. Of all who try, one wins.
create function portal_take_code(person uuid, step int8) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_totp set last_step = step
    where person_id = person and confirmed_at is not null and (last_step is null or last_step < step);
  return found;
end
$$;

create function portal_take_recovery_code(person uuid, code bytea, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_recovery_code set used_at = moment where person_id = person and hash = code and used_at is null;
  return found;
end
$$;

-- False: it was removed, or has counted further meanwhile.
create function portal_use_passkey(wanted uuid, count int8, backed_up boolean, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_passkey set sign_count = count, is_backed_up = backed_up, last_used_at = moment
    where id = wanted and sign_count <= count;
  return found;
end
$$;

-- A sign-in that began before a person was removed doesn't end after it: whichever comes first, the other sees it.
create function portal_open_session(
  new_id uuid, token bytea, person uuid, lifetime_seconds int4, from_address inet, browser text
) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from public.partner_person where id = person and removed_at is null for share;
  if not found then
    raise insufficient_privilege using message = 'Only somebody who is active signs in.';
  end if;
  insert into public.partner_session (id, token_hash, person_id, expires_at, address, user_agent)
  values (new_id, token, person, now() + make_interval(secs => lifetime_seconds), from_address, browser);
end
$$;

create function portal_find_session(
  token bytea, out id uuid, out person_id uuid, out partner_id uuid, out created_at timestamptz, out last_seen_at timestamptz,
  out expires_at timestamptz, out ended_at timestamptz, out end_reason text, out step_up_began_at timestamptz, out step_up_at timestamptz,
  out address text
) returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.person_id, p.partner_id, s.created_at, s.last_seen_at, s.expires_at, s.ended_at, s.end_reason, s.step_up_began_at,
    s.step_up_at, host(s.address)
  from public.partner_session s join public.partner_person p on p.id = s.person_id where s.token_hash = token
$$;

-- Whatever session a browser had before is over when it opens another.
create function portal_end_session(token bytea, reason text, moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, public as $$
  update public.partner_session set ended_at = moment, end_reason = reason where token_hash = token and ended_at is null
$$;

-- A proof, with a new token: the one before is worth nothing from now on. False: the session is not what it was.
create function portal_step_session_up(wanted uuid, token bytea, new_token bytea, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_session set token_hash = new_token, step_up_began_at = moment, step_up_at = moment, last_seen_at = moment
    where id = wanted and token_hash = token and ended_at is null;
  return found;
end
$$;

-- Whom a link is for, unless it is over. What somebody offered who was removed since is over too.
create function portal_find_invitation(token bytea, moment timestamptz, out id uuid, out partner_id uuid, out email text, out name text)
returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.id, i.partner_id, i.email, i.name from public.partner_invitation i
  left join public.partner_person inviter on inviter.id = i.invited_by_id
  where i.token_hash = token and i.expires_at > moment and i.accepted_at is null and i.withdrawn_at is null and inviter.removed_at is null
$$;

-- Uses the link up, and makes the person, under the id of the invitation. False: it is over. Of all who try, one wins.
create function portal_accept_invitation(token bytea, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  offered public.partner_invitation;
begin
  update public.partner_invitation i set accepted_at = moment
    where i.id = (select open.id from public.portal_find_invitation(token, moment) as open) and i.accepted_at is null and i.withdrawn_at is null
    returning i.* into offered;
  if not found then
    return false;
  end if;
  insert into public.partner_person (id, partner_id, email, name, roles, invited_by_id)
  values (offered.id, offered.partner_id, offered.email, offered.name, offered.roles, offered.invited_by_id);
  return true;
end
$$;

-- What stands for nothing any more, over all partners.
create function portal_forget_old(moment timestamptz, failures_before timestamptz) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from public.partner_sign_in where expires_at < moment;
  delete from public.partner_sign_in_failure where last_failed_at < failures_before;
  delete from public.partner_session where expires_at < now() - interval '91 days';
$$;

-- With which keys the secrets of authenticator apps are sealed, and whose are older: a portal seals those anew.
create function portal_totp_versions(out version int4, out count int4) returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select key_version, count(*)::int4 from public.partner_totp group by 1 order by 1
$$;
create function portal_older_totps(current_version int4, out person_id uuid, out partner_id uuid) returns setof record
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id, p.partner_id from public.partner_totp t join public.partner_person p on p.id = t.person_id
  where t.key_version < current_version
$$;

-- What a person did. Who they are is the database's to say, and only people of the partner that is set are named. The role itself may write
-- nothing into the log: the time of an entry follows from those before it, which it doesn't see.
create function portal_audit(person uuid, wanted_action text, wanted_type text, wanted_id text, wanted_details jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select 'partner_staff', p.id::text, left(p.email, 128), wanted_action, wanted_type, wanted_id, wanted_details
  from public.partner_person p where p.id = person and p.partner_id = public.portal_partner_id();
  if not found then
    raise insufficient_privilege using message = 'Only a person of the partner is named.';
  end if;
end
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
