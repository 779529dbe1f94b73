-- What our own people may of those of partners: see who they are, offer somebody a place with two people, and look as a partner sees it.

-- Who they are, and whether they have a second factor. No password, no secret and no token, in any form.
grant select (id, partner_id, email, name, roles, created_at, removed_at) on partner_person to vezne_console, vezne_admin;
grant select (person_id, confirmed_at) on partner_totp to vezne_console, vezne_admin;
grant select (person_id) on partner_passkey to vezne_console, vezne_admin;
grant select (person_id, last_seen_at) on partner_session to vezne_console, vezne_admin;
grant select (id, partner_id, email, name, roles, created_at, expires_at, accepted_at, withdrawn_at) on partner_invitation
  to vezne_console, vezne_admin;
create policy read_by_ours on partner_person for select to vezne_console, vezne_admin using (true);
create policy read_by_ours on partner_totp for select to vezne_console, vezne_admin using (true);
create policy read_by_ours on partner_passkey for select to vezne_console, vezne_admin using (true);
create policy read_by_ours on partner_session for select to vezne_console, vezne_admin using (true);
create policy read_by_ours on partner_invitation for select to vezne_console, vezne_admin using (true);

-- Ours are never named as somebody of the partner: that column is not theirs to write.
grant insert (id, partner_id, email, name, roles, token_hash, expires_at), update (withdrawn_at) on partner_invitation
  to vezne_console, vezne_admin;
create policy by_ours on partner_invitation for insert to vezne_console, vezne_admin with check (invited_by_id is null);
-- What is over stays over.
create policy withdrawn_by_ours on partner_invitation for update to vezne_console, vezne_admin
  using (accepted_at is null and withdrawn_at is null) with check (withdrawn_at is not null);

-- Whoever has the link becomes somebody of the partner. Owners invite alone, at the portal, and are named; nobody is named of ours.
create function hold_invitation_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  if not public.is_confirmed_now(
    'partner', new.partner_id::text, array['partner_person.invite'],
    jsonb_build_object('email', new.email, 'name', new.name, 'portalRoles', to_jsonb(new.roles))
  ) or exists (
    select from public.partner_invitation i where i.partner_id = new.partner_id and i.email = new.email and i.created_at = now()
  ) then
    raise insufficient_privilege using message = 'One person of a partner is invited by a request that a second person confirms.';
  end if;
  return new;
end
$$;
revoke execute on function hold_invitation_to_requests() from public;
create trigger partner_invitation_held before insert on partner_invitation for each row
  when (new.invited_by_id is null) execute function hold_invitation_to_requests();

-- Whoever was invited to the address before, and never set up a second factor, makes room: two of ours offer them their place anew.
create function replace_unfinished_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  known uuid;
begin
  select p.id into known from public.partner_person p
    where p.partner_id = new.partner_id and p.email = new.email and p.removed_at is null for no key update;
  if known is not null and not public.has_factor(known) then
    perform public.remove_partner_person(known, null);
  end if;
  return null;
end
$$;
revoke execute on function replace_unfinished_person() from public;
create trigger partner_invitation_replaces after insert on partner_invitation for each row
  when (new.invited_by_id is null) execute function replace_unfinished_person();

-- Somebody of ours looks as a partner sees it. The link opens once, within a minute; what it opens only reads, for half an hour, and is over
-- with the session at the console that asked for it.
create table partner_look (
  id uuid primary key,
  partner_id uuid not null references partner,
  staff_session_id uuid not null,
  reason text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  -- What the cookie of the browser holds, hashed.
  session_hash bytea,
  ended_at timestamptz,
  constraint partner_look_from foreign key (staff_session_id) references staff_session on delete cascade,
  constraint partner_look_reason check (char_length(reason) between 1 and 1024),
  constraint partner_look_token_key unique (token_hash),
  constraint partner_look_token check (octet_length(token_hash) = 32),
  constraint partner_look_session_key unique (session_hash),
  constraint partner_look_session check (octet_length(session_hash) = 32),
  constraint partner_look_opened check ((opened_at is null) = (session_hash is null)),
  constraint partner_look_soon check (opened_at <= created_at + interval '60 seconds'),
  constraint partner_look_ended check (ended_at is null or opened_at is not null)
);
create index partner_look_of_session on partner_look (staff_session_id);
create index partner_look_created_at on partner_look (created_at);
alter table partner_look enable row level security;
-- Only for a session that goes on, of somebody who is active.
create policy by_people on partner_look for insert to vezne_console with check (
  exists (
    select from staff_session s join staff p on p.id = s.staff_id
    where s.id = partner_look.staff_session_id and s.ended_at is null and s.expires_at > now() and p.status = 'active'
  )
);
grant insert (id, partner_id, staff_session_id, reason, token_hash) on partner_look to vezne_console;

-- Whether the session at the console still counts that a look came from.
create function look_stands(look partner_look) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.staff_session s join public.staff p on p.id = s.staff_id
    where s.id = look.staff_session_id and s.ended_at is null and s.expires_at > now() and p.status = 'active'
      and not public.signed_in_before_roles(p, s.created_at)
  )
$$;
revoke execute on function look_stands(partner_look) from public;

-- Uses the link up, and opens what only reads. False: it is over. Of all who try, one wins. By the database's clock alone.
create function portal_open_look(token bytea, new_token bytea, from_address inet) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened public.partner_look;
begin
  update public.partner_look l set opened_at = now(), session_hash = new_token
    where l.token_hash = token and l.opened_at is null and l.created_at > now() - interval '60 seconds' and public.look_stands(l)
    returning l.* into opened;
  if not found then
    return false;
  end if;
  insert into public.audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select 'staff', p.id::text, p.handle, 'partner.open_look', 'partner', opened.partner_id::text,
    jsonb_build_object('look', opened.id, 'address', host(from_address))
  from public.staff_session s join public.staff p on p.id = s.staff_id where s.id = opened.staff_session_id;
  return true;
end
$$;

create function portal_find_look(
  token bytea, out id uuid, out partner_id uuid, out partner_name text, out created_at timestamptz, out expires_at timestamptz,
  out end_reason text
) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.id, l.partner_id, p.name, l.opened_at, l.opened_at + interval '30 minutes',
    case when l.opened_at <= now() - interval '30 minutes' then 'too_old'
      when not public.look_stands(l) then 'disabled'
      when l.ended_at is not null then 'signed_out' end
  from public.partner_look l join public.partner p on p.id = l.partner_id where l.session_hash = token
$$;

create function portal_end_look(wanted uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.partner_look set ended_at = now()
  where id = wanted and partner_id = public.portal_partner_id() and opened_at is not null and ended_at is null
$$;

-- Whatever session or look a browser had before is over when it opens another.
create function portal_end_session(token bytea, reason text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.partner_session set ended_at = now(), end_reason = reason where token_hash = token and ended_at is null;
  update public.partner_look set ended_at = now() where session_hash = token and ended_at is null;
$$;

-- What stands for nothing any more, over all partners. A wrong answer counts for an hour at least, whatever the caller says.
create function portal_forget_old(failures_before timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.partner_sign_in where expires_at < now();
  delete from public.partner_sign_in_failure where last_failed_at < least(failures_before, now() - interval '1 hour');
  delete from public.partner_session where expires_at < now() - interval '91 days';
  delete from public.partner_look where created_at < now() - interval '91 days';
$$;

revoke execute on function portal_open_look(bytea, bytea, inet) from public;
revoke execute on function portal_find_look(bytea) from public;
revoke execute on function portal_end_look(uuid) from public;
revoke execute on function portal_end_session(bytea, text) from public;
revoke execute on function portal_forget_old(timestamptz) from public;
grant execute on function portal_open_look(bytea, bytea, inet) to vezne_portal;
grant execute on function portal_find_look(bytea) to vezne_portal;
grant execute on function portal_end_look(uuid) to vezne_portal;
grant execute on function portal_end_session(bytea, text) to vezne_portal;
grant execute on function portal_forget_old(timestamptz) to vezne_portal;

-- Tables of a session come last in whatever runs with the rights of the owner, also in what was there before: nobody puts one in front of ours.
do $$
declare
  act regprocedure;
begin
  for act in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and 'search_path=pg_catalog, public' = any (proconfig)
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', act);
  end loop;
end
$$;
