-- A process that stops says so, instead of removing its row: the right to delete is one to lock the whole table, and with it a process
-- that was taken over could keep all others from being seen. 0065 takes it away.

-- It has stopped in order, or another has taken its place. Nobody looks for it any more.
alter table running_process add column gone_at timestamptz;
alter policy of_apis on running_process
  with check (kind = 'api' and (seen_at = now() or gone_at = now()));
alter policy of_consoles on running_process
  with check (kind = 'console' and (seen_at = now() or gone_at = now()));
alter policy of_workers on running_process
  with check (kind = 'worker' and (seen_at = now() or gone_at = now()));
grant insert (started_at), update (gone_at) on running_process to vezne_api, vezne_console, vezne_worker;
grant select (gone_at) on running_process to vezne_api, vezne_console;

-- Some hundred rows at most.
-- squawk-ignore require-concurrent-index-creation
create index raised_alarm_latest on raised_alarm (kind, last_at desc);

-- Each process that arrives tidies up among its own kind: the policies let it arrive as no other. It waits for nobody who holds a row. A
-- difference in the books is over when a check finds them sound, and not by its age.
create function forget_gone_processes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from running_process where id in (
    select id from running_process
    where kind in (select kind from arrived) and (gone_at is not null or alive_until < now() - interval '1 day')
    for update skip locked
  );
  delete from raised_alarm where (kind, host, name) in (
    select kind, host, name from raised_alarm
    where kind in (select kind from arrived) and last_at < now() - interval '7 days'
      and not (kind = 'worker' and name = 'ledger_difference')
    for update skip locked
  );
  return null;
end
$$;
revoke execute on function forget_gone_processes() from public;
create trigger forget_gone after insert on running_process
  referencing new table as arrived for each statement execute function forget_gone_processes();

-- How many standbys there are, and how far the worst of them is behind, in seconds. Otherwise a role would need the right to see the
-- statements of all sessions. The owner sees them only as a superuser or with pg_read_all_stats. What has no place of replay is no standby
-- but a backup or an archive. One that is behind and gives no time replays nothing, as far as anybody knows since it came.
create function standby_state(out is_visible bool, out standbys int4, out lag_seconds float8)
language sql stable security definer set search_path = pg_catalog as $$
  select pg_has_role(current_user, 'pg_read_all_stats', 'usage'),
    (count(*) filter (where replay_lsn is not null))::int4,
    max(
      case
        when pg_is_in_recovery() or replay_lsn is null then null
        when replay_lsn >= pg_current_wal_lsn() then 0
        else coalesce(extract(epoch from replay_lag), extract(epoch from now() - backend_start))
      end
    )::float8
  from pg_stat_replication
$$;
revoke execute on function standby_state() from public;
grant execute on function standby_state() to vezne_worker, vezne_admin;
