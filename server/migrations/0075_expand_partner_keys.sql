-- People of a partner make and end its keys, say from where they may be used, and look after its webhooks. The portal holds no key that opens
-- a secret: it seals what it makes for those who open it, with the public half of a key that they derive from their own.

-- The public half of the version with which holders of the private one seal, as they say it at each start. Other versions that they hold are
-- being handed out or retired, and somebody may lack them. What is sealed with a stranger's key could be read by that stranger, so the portal
-- believes none of them alone.
create table sealing_key (
  version int4 not null,
  role text not null default current_user,
  public_key bytea not null,
  since timestamptz not null default now(),
  said_at timestamptz not null default now(),
  primary key (version, role),
  constraint sealing_key_version check (version between 1 and 99999),
  constraint sealing_key_role check (role in ('vezne_api', 'vezne_worker')),
  constraint sealing_key_length check (octet_length(public_key) = 32)
);
alter table sealing_key enable row level security;
create policy reads on sealing_key for select to vezne_api, vezne_worker, vezne_portal using (true);
create policy own_word on sealing_key for insert to vezne_api, vezne_worker with check (role = current_user);
-- Said again, now: never in advance, and a key never becomes another.
create policy own_word_again on sealing_key for update to vezne_api, vezne_worker
  using (role = current_user) with check (role = current_user and said_at = now());
grant select on sealing_key to vezne_api, vezne_worker, vezne_portal;
grant insert (version, public_key), update (said_at) on sealing_key to vezne_api, vezne_worker;

-- With what the portal seals: what api and worker, two logins, both said last. None while they differ: a rotation is under way or was taken
-- back, and what is sealed with the one version might be opened by nobody.
create function agreed_sealing_key() returns table (version int4, public_key bytea)
language sql stable set search_path = pg_catalog, public as $$
  select a.version, a.public_key
  from (select * from public.sealing_key where role = 'vezne_api' order by said_at desc, version desc limit 1) a
  join (select * from public.sealing_key where role = 'vezne_worker' order by said_at desc, version desc limit 1) w
    on w.version = a.version and w.public_key = a.public_key
$$;

-- When a key was used last, as far as the apis have said it. It never goes back.
create table credential_use (
  credential_id uuid primary key,
  last_used_at timestamptz not null,
  constraint credential_use_of foreign key (credential_id) references credential
);
alter table credential_use enable row level security;
create policy of_api on credential_use to vezne_api using (true) with check (last_used_at <= now() + interval '5 minutes');
create policy own_rows on credential_use for select to vezne_portal using (credential_id in (select id from credential));
grant select, insert, update (last_used_at) on credential_use to vezne_api;
grant select on credential_use to vezne_portal;

-- Networks that one person of a partner asks for and another has to agree to.
create table partner_network_request (
  id uuid primary key,
  partner_id uuid not null references partner,
  before cidr[] not null,
  wanted cidr[] not null,
  asked_by_id uuid not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  status text not null default 'open',
  -- Null with an end: it was done or overtaken by one of ours.
  ended_by_id uuid,
  ended_at timestamptz,
  constraint partner_network_request_asked_by foreign key (asked_by_id) references partner_person,
  constraint partner_network_request_ended_by foreign key (ended_by_id) references partner_person,
  constraint partner_network_request_status check (status in ('open', 'confirmed', 'declined', 'withdrawn', 'overtaken')),
  constraint partner_network_request_ended check ((status = 'open') = (ended_at is null) and (ended_by_id is null or ended_at is not null)),
  constraint partner_network_request_two check (status <> 'confirmed' or ended_by_id is distinct from asked_by_id),
  constraint partner_network_request_withdrawn check (status <> 'withdrawn' or ended_by_id is not distinct from asked_by_id),
  constraint partner_network_request_wanted check (is_network_list(wanted, 50))
);
-- One at a time: two that are open would each be compared with networks that the other changes.
create unique index partner_network_request_open on partner_network_request (partner_id) where status = 'open';
alter table partner_network_request enable row level security;
create policy own_rows on partner_network_request for select to vezne_portal using (partner_id = portal_partner_id());
create policy reads on partner_network_request for select to vezne_console, vezne_admin using (true);
grant select on partner_network_request to vezne_portal, vezne_console, vezne_admin;

-- In what follows `place` is the caller's word for where an act came from. What was done is the database's to say, and stands above it.

-- Who acts: somebody of the partner that is set who may, and who has proved a moment ago that it is them, if that is asked. A minute more than
-- the program's own bounds, for clocks that differ.
create function acting_for_partner(person uuid, proved_in uuid) returns text
language plpgsql set search_path = pg_catalog, public as $$
declare
  address text;
begin
  select p.email into address from public.partner_person p
    where p.id = person and p.partner_id = public.portal_partner_id() and p.removed_at is null and p.roles && array['developer', 'owner']
    for share;
  if address is null or (proved_in is not null and not exists (
    select from public.partner_session s
    where s.id = proved_in and s.person_id = person and s.ended_at is null and s.expires_at > now()
      and s.step_up_at > now() - interval '11 minutes' and s.step_up_began_at > now() - interval '121 minutes'
  )) then
    raise insufficient_privilege using message = 'Only an owner or a developer of the partner does this, after a proof.';
  end if;
  return left(address, 128);
end
$$;
revoke execute on function acting_for_partner(uuid, uuid) from public;

-- A new triple. With an overlap it takes the place of the older ones, which end then; without, it joins them.
create function portal_make_credential(
  person uuid, proved_in uuid, new_id uuid, new_key text, api_sealed text, hash_sealed text, version int4, overlap_hours int4, place jsonb,
  out api_key text, out expires_at timestamptz
) returns setof record
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  maker text := public.acting_for_partner(person, coalesce(proved_in, new_id));
  owned uuid := public.portal_partner_id();
  expiring jsonb := '[]';
begin
  -- Every change of credentials locks the partner first.
  perform from public.partner p where p.id = owned for no key update;
  if not exists (select from public.agreed_sealing_key() k where k.version = portal_make_credential.version) then
    raise insufficient_privilege using message = 'Secrets are sealed with the key that api and worker seal with.';
  end if;
  if overlap_hours is not null then
    with ended as (
      update public.credential c set expires_at = now() + make_interval(hours => overlap_hours)
      where c.partner_id = owned and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > now() + make_interval(hours => overlap_hours))
      returning c.api_key, c.expires_at
    )
    select coalesce(jsonb_agg(jsonb_build_object('apiKey', e.api_key, 'expiresAt', e.expires_at)), '[]') into expiring from ended e;
  end if;
  insert into public.credential (id, partner_id, api_key, api_secret_sealed, hash_secret_sealed, key_version, created_by)
  values (new_id, owned, new_key, api_sealed, hash_sealed, version, maker);
  if (
    select count(*) from public.credential c
    where c.partner_id = owned and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
  ) > 10 then
    raise check_violation using constraint = 'credential_live_limit', message = 'A partner has ten live keys at most.';
  end if;
  perform public.portal_audit(
    person, case when overlap_hours is null then 'credentials.create' else 'credentials.rotate' end, 'partner', owned::text,
    place || jsonb_build_object('apiKey', new_key, 'overlapHours', overlap_hours, 'expiring', expiring)
  );
  return query select e ->> 'apiKey', (e ->> 'expiresAt')::timestamptz from jsonb_array_elements(expiring) e;
end
$$;

-- The key that ended; none: there is none with that id, or it had ended before.
create function portal_revoke_credential(person uuid, proved_in uuid, wanted uuid, place jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owned uuid := public.portal_partner_id();
  ended text;
begin
  perform public.acting_for_partner(person, coalesce(proved_in, wanted));
  perform from public.partner p where p.id = owned for no key update;
  update public.credential c set revoked_at = now() where c.id = wanted and c.partner_id = owned and c.revoked_at is null
    returning c.api_key into ended;
  if ended is not null then
    perform public.portal_audit(
      person, 'credentials.revoke', 'partner', owned::text,
      place || jsonb_build_object('before', '{"revoked": false}'::jsonb, 'after', '{"revoked": true}'::jsonb, 'apiKey', ended)
    );
  end if;
  return ended;
end
$$;

-- Of an endpoint of the partner that is set, until the transaction ends. False: it has none with that id.
create function portal_lock_endpoint(wanted uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from public.webhook_endpoint e where e.id = wanted and e.partner_id = public.portal_partner_id() for no key update;
  return found;
end
$$;

-- A new secret of an endpoint. The one before also signs during the overlap; older ones end. At most two are live.
create function portal_rotate_webhook_secret(
  person uuid, proved_in uuid, endpoint uuid, new_id uuid, sealed text, version int4, overlap_hours int4, place jsonb,
  out is_found boolean, out older_until timestamptz
)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  maker text := public.acting_for_partner(person, coalesce(proved_in, new_id));
  newest uuid;
  ended int4;
begin
  is_found := public.portal_lock_endpoint(endpoint);
  if not is_found then
    return;
  end if;
  if not exists (select from public.agreed_sealing_key() k where k.version = portal_rotate_webhook_secret.version) then
    raise insufficient_privilege using message = 'Secrets are sealed with the key that api and worker seal with.';
  end if;
  select s.id into newest from public.webhook_secret s
    where s.endpoint_id = endpoint and (s.expires_at is null or s.expires_at > now()) order by s.created_at desc, s.id desc limit 1;
  update public.webhook_secret s set expires_at = now() + make_interval(hours => overlap_hours)
    where s.id = newest and (s.expires_at is null or s.expires_at > now() + make_interval(hours => overlap_hours));
  update public.webhook_secret s set expires_at = now()
    where s.endpoint_id = endpoint and s.id <> newest and (s.expires_at is null or s.expires_at > now());
  get diagnostics ended = row_count;
  insert into public.webhook_secret (id, endpoint_id, secret_sealed, key_version, created_at, created_by)
  values (new_id, endpoint, sealed, version, clock_timestamp(), maker);
  select s.expires_at into older_until from public.webhook_secret s where s.id = newest and s.expires_at > now();
  perform public.portal_audit(
    person, 'webhook.rotate', 'webhook_endpoint', endpoint::text,
    place || jsonb_build_object('overlapHours', overlap_hours, 'olderUntil', older_until, 'ended', ended)
  );
end
$$;

-- A pause, or its end. What it was before; none: there is no such endpoint. A disabled one stays as it is.
create function portal_pause_webhook(person uuid, endpoint uuid, is_pause boolean, place jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  was text;
  becomes text := case when is_pause then 'paused' else 'active' end;
begin
  perform public.acting_for_partner(person, null);
  if not public.portal_lock_endpoint(endpoint) then
    return null;
  end if;
  select e.status into was from public.webhook_endpoint e where e.id = endpoint;
  if was <> 'disabled' and was <> becomes then
    update public.webhook_endpoint e set status = becomes where e.id = endpoint;
    perform public.portal_audit(
      person, case when is_pause then 'webhook.pause' else 'webhook.resume' end, 'webhook_endpoint', endpoint::text,
      place || jsonb_build_object('before', jsonb_build_object('status', was), 'after', jsonb_build_object('status', becomes))
    );
  end if;
  return was;
end
$$;

-- Asks a worker to send a test. How often is the caller's rule; the endpoint is locked already, so that of two who ask at once one waits.
create function portal_ask_webhook_test(person uuid, endpoint uuid, new_id uuid, place jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  asker text := public.acting_for_partner(person, null);
begin
  if not public.portal_lock_endpoint(endpoint) then
    raise insufficient_privilege using message = 'Only an endpoint of the partner is tested.';
  end if;
  perform public.forget_webhook_tests(endpoint);
  insert into public.webhook_test (id, endpoint_id, asked_by) values (new_id, endpoint, asker);
  perform public.portal_audit(
    person, 'webhook.test', 'webhook_endpoint', endpoint::text,
    place || jsonb_build_object('event', 'evt_' || replace(new_id::text, '-', ''))
  );
end
$$;

-- One event again, with a new schedule, where the endpoint has had it or was tried with it: what waits for its first turn comes by itself, in its
-- order. db/write/webhooks/replay.ts has the same rule for many. A worker sends it. False: there is nothing to send again.
create function portal_replay_event(person uuid, endpoint uuid, wanted uuid, place jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform public.acting_for_partner(person, null);
  if not public.portal_lock_endpoint(endpoint) then
    return false;
  end if;
  insert into public.webhook_delivery as d (endpoint_id, event_id, feed_no, external_reference, attempts, schedule_from)
  select w.id, e.id, e.feed_no, e.external_reference, log.attempts, log.attempts
  from public.webhook_endpoint w join public.event e on e.partner_id = w.partner_id
  cross join lateral (
    select coalesce(max(a.attempt_no), 0) as attempts,
      coalesce(bool_or(a.error is null and a.status_code between 200 and 299), false) as is_taken
    from public.webhook_attempt a where a.endpoint_id = w.id and a.event_id = e.id
  ) log
  cross join lateral (
    select exists (select from public.webhook_delivery r where r.endpoint_id = w.id and r.event_id = e.id) as has_row
  ) known
  where w.id = endpoint and e.id = wanted
    and (e.feed_no <= w.last_feed_no or known.has_row or log.is_taken)
    and (e.type = any (w.event_types) or known.has_row or log.attempts > 0)
  on conflict (endpoint_id, event_id) do update
    set state = 'pending', schedule_from = d.attempts, next_attempt_at = now(), delivered_at = null;
  if not found then
    return false;
  end if;
  perform public.portal_audit(
    person, 'webhook.replay', 'webhook_endpoint', endpoint::text,
    place || jsonb_build_object('event', 'evt_' || replace(wanted::text, '-', ''), 'deliveries', 1)
  );
  return true;
end
$$;
grant execute on function is_worker_alive() to vezne_portal;

-- Whether an address may come in that could not before: none means any, and a part of a network that is allowed is nothing new.
create function is_network_opened(before cidr[], after cidr[]) returns boolean language sql immutable parallel safe
return cardinality(before) > 0 and (
  cardinality(after) = 0
  or exists (select from unnest(after) a where not exists (select from unnest(before) b where a <<= b))
);
revoke execute on function is_network_opened(cidr[], cidr[]) from public;

-- Sets networks, if that opens nothing; else asks for them. True: it is done.
create function portal_set_networks(person uuid, proved_in uuid, new_id uuid, networks cidr[], place jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owned uuid := public.portal_partner_id();
  present cidr[];
begin
  perform public.acting_for_partner(person, coalesce(proved_in, new_id));
  if not public.is_network_list(networks, 50) then
    raise check_violation using constraint = 'partner_network_request_wanted', message = 'Networks are one list of at most fifty.';
  end if;
  select p.allowed_networks into present from public.partner p where p.id = owned for no key update;
  if public.is_network_opened(present, networks) then
    -- One that nobody answered in time makes room.
    update public.partner_network_request r set status = 'overtaken', ended_at = now()
      where r.partner_id = owned and r.status = 'open' and r.expires_at <= now();
    insert into public.partner_network_request (id, partner_id, before, wanted, asked_by_id) values (new_id, owned, present, networks, person);
    perform public.portal_audit(
      person, 'request.ask', 'partner', owned::text,
      place || jsonb_build_object('requestId', new_id, 'action', 'partner.set',
        'before', jsonb_build_object('allowedNetworks', present::text[]), 'after', jsonb_build_object('allowedNetworks', networks::text[]))
    );
    return false;
  end if;
  update public.partner p set allowed_networks = networks where p.id = owned;
  perform public.portal_audit(
    person, 'partner.set', 'partner', owned::text,
    place || jsonb_build_object('before', jsonb_build_object('allowedNetworks', present::text[]),
      'after', jsonb_build_object('allowedNetworks', networks::text[]))
  );
  return true;
end
$$;

-- How a request ends. Another person confirms or declines it, the one who asked takes it back. What it was about must be as it was, and the
-- one who asked must be somebody who may ask today.
create function portal_end_network_request(person uuid, proved_in uuid, request uuid, how text, place jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owned uuid := public.portal_partner_id();
  present cidr[];
  asked public.partner_network_request;
begin
  perform public.acting_for_partner(person, case when how = 'confirmed' then coalesce(proved_in, request) end);
  select p.allowed_networks into present from public.partner p where p.id = owned for no key update;
  select * into asked from public.partner_network_request r where r.id = request and r.partner_id = owned for update;
  if not found then
    return 'not_found';
  end if;
  if asked.status <> 'open' or asked.expires_at <= now() then
    return 'over';
  end if;
  if (how = 'withdrawn') <> (asked.asked_by_id = person) then
    return 'own';
  end if;
  if how = 'confirmed' then
    if present is distinct from asked.before or not exists (
      select from public.partner_person p
      where p.id = asked.asked_by_id and p.removed_at is null and p.roles && array['developer', 'owner']
    ) then
      return 'over';
    end if;
  end if;
  update public.partner_network_request r set status = how, ended_at = now(), ended_by_id = person where r.id = request;
  if how = 'confirmed' then
    update public.partner p set allowed_networks = asked.wanted where p.id = owned;
    perform public.portal_audit(
      person, 'partner.set', 'partner', owned::text,
      place || jsonb_build_object('requestId', request, 'before', jsonb_build_object('allowedNetworks', present::text[]),
        'after', jsonb_build_object('allowedNetworks', asked.wanted::text[]))
    );
  end if;
  perform public.portal_audit(
    person, case how when 'confirmed' then 'request.confirm' when 'declined' then 'request.decline' else 'request.withdraw' end,
    'partner', owned::text, place || jsonb_build_object('requestId', request)
  );
  return 'done';
end
$$;

-- A request whose networks are set, by whomever, is done; one that compares with what is no longer there is over.
create function end_network_requests() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.partner_network_request r
    set status = case when r.wanted <@ new.allowed_networks and new.allowed_networks <@ r.wanted then 'confirmed' else 'overtaken' end,
      ended_at = now()
    where r.partner_id = new.id and r.status = 'open';
  return null;
end
$$;
revoke execute on function end_network_requests() from public;
create trigger partner_networks_set after update of allowed_networks on partner for each row
  when (old.allowed_networks is distinct from new.allowed_networks) execute function end_network_requests();

do $$
declare
  act regprocedure;
begin
  foreach act in array array[
    'agreed_sealing_key()', 'portal_make_credential(uuid, uuid, uuid, text, text, text, int4, int4, jsonb)',
    'portal_revoke_credential(uuid, uuid, uuid, jsonb)', 'portal_lock_endpoint(uuid)',
    'portal_rotate_webhook_secret(uuid, uuid, uuid, uuid, text, int4, int4, jsonb)',
    'portal_pause_webhook(uuid, uuid, boolean, jsonb)', 'portal_ask_webhook_test(uuid, uuid, uuid, jsonb)',
    'portal_replay_event(uuid, uuid, uuid, jsonb)',
    'portal_set_networks(uuid, uuid, uuid, cidr[], jsonb)', 'portal_end_network_request(uuid, uuid, uuid, text, jsonb)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', act);
    execute format('grant execute on function %s to vezne_portal', act);
  end loop;
end
$$;

alter table partner validate constraint partner_allowed_networks;
alter table webhook_delivery validate constraint webhook_delivery_most_attempts;
