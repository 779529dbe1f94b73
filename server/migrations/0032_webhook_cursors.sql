-- A cursor for each endpoint instead of a row for each delivery. One process at a time owns an endpoint, reads its partner's events
-- above the position, sends them, and moves the position. Only exceptions have a row: what failed, what waits behind it in its
-- reference, what was parked or replayed.
--
-- This only expands. A worker of the version before may still run: its rows are exceptions to a new worker, and `last_feed_no` means
-- the same to both: up to here every event was taken, or has a row, or was not asked for.

-- The processes that are alive by their own word, given again every few seconds. Whoever is silent until its end is dead for good: it
-- comes back under another id.
create table living_process (
  id uuid primary key,
  kind text not null,
  started_at timestamptz not null default now(),
  alive_until timestamptz not null,
  constraint living_process_kind check (kind in ('worker'))
) with (fillfactor = 50);
create index living_process_end on living_process (alive_until);

alter table living_process enable row level security;
create policy all_rows on living_process to vezne_worker, vezne_console, vezne_admin using (true) with check (true);
grant select on living_process to vezne_worker, vezne_console, vezne_admin;
grant insert, delete on living_process to vezne_worker;
grant update (alive_until) on living_process to vezne_worker;

-- Who delivers to it. No foreign key: a process that is gone has no row, and its endpoints are free.
alter table webhook_endpoint add column owner_id uuid;
-- Every claim and every release counts. What is written under an older number comes too late: it may be of a statement that was given up
-- and went on, of a process that lost the endpoint and took it again.
alter table webhook_endpoint add column claim_no int8 not null default 0;
grant update (owner_id, claim_no) on webhook_endpoint to vezne_worker;

-- An attempt has a delivery's row only if that is an exception.
alter table webhook_attempt drop constraint webhook_attempt_delivery;
