-- What runs, for the engineer on call. It decides nothing: who delivers to an endpoint is the matter of `living_process`, whose rows come
-- and go with the lease of one part of a worker, and on which no other process has any right.

-- A process writes its row when it starts, again every few seconds, and removes it when it stops. So a row that was not written again
-- is a process that died. Whoever starts takes the place of one that died; the rest is forgotten after a day.
create table running_process (
  id uuid primary key,
  kind text not null,
  host text not null,
  pid int4 not null,
  version text not null,
  -- The database knows it, so no process can name another.
  role text not null default current_user,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  alive_until timestamptz not null,
  -- The last thing it did for somebody: a request that changed something, a delivery, a job.
  last_work_at timestamptz,
  constraint running_process_kind check (kind in ('api', 'console', 'worker')),
  -- They are shown at a terminal, so nothing but letters, digits and signs.
  constraint running_process_host check (host ~ '^[!-~]{1,255}$'),
  constraint running_process_version check (version ~ '^[!-~]{1,64}$'),
  constraint running_process_pid check (pid > 0),
  constraint running_process_last_work_at check (last_work_at <= seen_at),
  -- Nobody claims to live for long without saying so again.
  constraint running_process_alive_until check (
    alive_until > seen_at and alive_until <= seen_at + interval '10 minutes'
  )
) with (
  -- A few rows that are written all the time.
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200
);

-- The alarms of the log, counted. They stay when their process is gone: that is when somebody looks for them.
create table raised_alarm (
  kind text not null,
  host text not null,
  name text not null,
  -- Of the log line: a warning, or what the person on call is woken for.
  level text not null,
  raised int8 not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (kind, host, name),
  constraint raised_alarm_kind check (kind in ('api', 'console', 'worker')),
  constraint raised_alarm_host check (host ~ '^[!-~]{1,255}$'),
  constraint raised_alarm_name check (name ~ '^[a-z][a-z_]{0,63}$'),
  constraint raised_alarm_level check (level in ('warning', 'error')),
  constraint raised_alarm_raised check (raised >= 1),
  constraint raised_alarm_times check (first_at <= last_at)
);

-- Each role writes rows of its own kind, at the time that it is. A partner's api that was taken over can't say that a worker lives.
alter table running_process enable row level security;
create policy of_apis on running_process to vezne_api
  using (kind = 'api') with check (kind = 'api' and seen_at = now());
create policy of_consoles on running_process to vezne_console
  using (kind = 'console') with check (kind = 'console' and seen_at = now());
create policy of_workers on running_process to vezne_worker
  using (kind = 'worker') with check (kind = 'worker' and seen_at = now());
create policy reads on running_process for select to vezne_worker, vezne_admin using (true);
grant insert (id, kind, host, pid, version, alive_until) on running_process to vezne_api, vezne_console, vezne_worker;
grant update (seen_at, alive_until, last_work_at) on running_process to vezne_api, vezne_console, vezne_worker;
grant delete on running_process to vezne_api, vezne_console, vezne_worker;
-- To find its own row, and that of a dead one.
grant select (id, kind, host, alive_until) on running_process to vezne_api, vezne_console;
grant select on running_process to vezne_worker, vezne_admin;

alter table raised_alarm enable row level security;
create policy of_apis on raised_alarm to vezne_api
  using (kind = 'api') with check (kind = 'api' and last_at <= now());
create policy of_consoles on raised_alarm to vezne_console
  using (kind = 'console') with check (kind = 'console' and last_at <= now());
create policy of_workers on raised_alarm to vezne_worker
  using (kind = 'worker') with check (kind = 'worker' and last_at <= now());
create policy reads on raised_alarm for select to vezne_worker, vezne_admin using (true);
grant select on raised_alarm to vezne_api, vezne_console, vezne_worker, vezne_admin;
grant insert (kind, host, name, level, raised, first_at, last_at) on raised_alarm to vezne_api, vezne_console, vezne_worker;
grant update (level, raised, first_at, last_at) on raised_alarm to vezne_api, vezne_console, vezne_worker;
grant delete on raised_alarm to vezne_api, vezne_console, vezne_worker;

-- How far the standbys are behind, in seconds: the worst of them; null if there is none, or if the owner may not see it. Otherwise a role
-- would need the right to see the statements of all sessions.
create function replication_lag_seconds() returns float8
language sql stable security definer set search_path = pg_catalog as $$
  select max(
    case
      when pg_is_in_recovery() or replay_lsn is null then null
      when replay_lsn >= pg_current_wal_lsn() then 0
      else coalesce(extract(epoch from replay_lag), 0)
    end
  )::float8
  from pg_stat_replication
$$;
revoke execute on function replication_lag_seconds() from public;
grant execute on function replication_lag_seconds() to vezne_worker, vezne_admin;
