-- The portal is a process like the others: it compares the schema and its keys at its start, and is seen by the engineer on call.
grant select on schema_migration to vezne_portal;

-- It seals the secrets of authenticator apps with keys of its own. Whoever takes it over has no key that opens a secret of the API or of a
-- webhook.
alter table key_fingerprint drop constraint key_fingerprint_purpose;
alter table key_fingerprint add constraint key_fingerprint_purpose check (
  purpose in ('secret', 'page', 'reference_code', 'portal')
) not valid;
grant select on key_fingerprint, key_holder to vezne_portal;
grant insert (purpose, version, fingerprint) on key_fingerprint to vezne_portal;
grant insert (purpose, version) on key_holder to vezne_portal;
create policy reads_of_portal on key_fingerprint for select to vezne_portal using (purpose = 'portal');
create policy reads_of_portal on key_holder for select to vezne_portal using (purpose = 'portal');
-- The first versions as they come, and then one after the other: nobody takes those away that somebody will need.
create policy of_portal on key_fingerprint for insert to vezne_portal with check (
  registered_by = current_user and purpose = 'portal'
  and version <= coalesce((select max(known.version) + 1 from key_fingerprint known where known.purpose = 'portal'), 99999)
);
create policy of_portal on key_holder for insert to vezne_portal with check (role = current_user and purpose = 'portal');

alter table running_process drop constraint running_process_kind;
alter table running_process add constraint running_process_kind check (kind in ('api', 'console', 'portal', 'worker')) not valid;
alter table raised_alarm drop constraint raised_alarm_kind;
alter table raised_alarm add constraint raised_alarm_kind check (kind in ('api', 'console', 'portal', 'worker')) not valid;
-- Whoever looks must find the real ones: a portal that was taken over can't bury them under a thousand of its own.
create policy of_portals on running_process for select to vezne_portal using (kind = 'portal');
create policy beats_of_portals on running_process for update to vezne_portal
  using (kind = 'portal') with check (kind = 'portal' and (seen_at = now() or gone_at = now()));
create policy starts_of_portals on running_process for insert to vezne_portal with check (
  kind = 'portal' and (seen_at = now() or gone_at = now())
  and (select count(*) from running_process known where known.kind = 'portal' and known.gone_at is null) < 100
);
grant insert (id, kind, host, pid, version, alive_until, started_at), update (seen_at, alive_until, last_work_at, gone_at),
  select (id, kind, host, alive_until, gone_at) on running_process to vezne_portal;
create policy of_portals on raised_alarm for select to vezne_portal using (kind = 'portal');
create policy again_by_portals on raised_alarm for update to vezne_portal
  using (kind = 'portal') with check (kind = 'portal' and last_at <= now());
create policy new_by_portals on raised_alarm for insert to vezne_portal with check (
  kind = 'portal' and last_at <= now() and (
    exists (
      select from raised_alarm known where known.kind = raised_alarm.kind and known.host = raised_alarm.host and known.name = raised_alarm.name
    ) or (select count(*) from raised_alarm known where known.kind = 'portal') < 100
  )
);
grant select, insert (kind, host, name, level, raised, first_at, last_at), update (level, raised, first_at, last_at)
  on raised_alarm to vezne_portal;

-- What the portal changes of the configuration counts in a row of its own, and the copies add the two up. A transaction that it leaves open would
-- otherwise hold the one row that every pause, revocation and freeze of ours moves on.
create table portal_configuration_epoch (
  singleton boolean primary key default true,
  epoch int8 not null,
  constraint portal_configuration_epoch_one check (singleton)
);
insert into portal_configuration_epoch (epoch) values (0);
alter table portal_configuration_epoch enable row level security;
create policy reads on portal_configuration_epoch for select to vezne_api, vezne_console, vezne_worker, vezne_admin using (true);
grant select on portal_configuration_epoch to vezne_api, vezne_console, vezne_worker, vezne_admin;
create or replace function advance_configuration_epoch() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'vezne_portal' then
    update public.portal_configuration_epoch set epoch = epoch + 1;
  else
    update public.configuration_epoch set epoch = epoch + 1;
  end if;
  return null;
end
$$;
