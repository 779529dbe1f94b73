-- Players by name. A worker fills the table from transactions some moments after they are created, so that a create writes none of it: the
-- index of names on `transaction` would add two fifths to what a create logs. It is a table beside `player`, for a create passes by a player
-- whose row is locked, and a worker that writes names would hold those locks.
-- The indexes are built on an empty table.
-- squawk-ignore-file require-concurrent-index-creation

-- Trusted since PostgreSQL 13: the database's owner may create it. In a schema of its own, for nobody calls its functions.
create schema if not exists trigram;
create extension if not exists pg_trgm with schema trigram;

create table player_name (
  partner_id uuid not null,
  customer_id text not null,
  -- As the newest transaction has them.
  username text not null,
  full_name text not null,
  -- Small letters without marks, words with single spaces between them (domain/names). Empty: it has no letters.
  folded_username text not null,
  folded_name text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  latest_transaction_id uuid not null,
  primary key (partner_id, customer_id),
  constraint player_name_texts check (
    char_length(customer_id) between 1 and 64 and char_length(username) between 1 and 64 and char_length(full_name) between 1 and 128
  ),
  constraint player_name_folded check (
    char_length(folded_username) <= 128 and char_length(folded_name) <= 256
  ),
  constraint player_name_seen check (first_seen_at <= last_seen_at)
) with (
  -- A player who comes back changes three columns that no index has.
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05
);
create index player_name_of_name on player_name using gin (folded_name trigram.gin_trgm_ops);
create index player_name_of_username on player_name (folded_username) where folded_username <> '';

-- How far the worker has read: the player of every transaction with a lower id is in the table above. A place that goes back does no harm.
create table player_name_place (
  singleton boolean primary key default true,
  read_up_to uuid not null,
  constraint player_name_place_singleton check (singleton)
);
insert into player_name_place (read_up_to) values ('00000000-0000-0000-0000-000000000000');

alter table player_name enable row level security;
create policy reads on player_name for select to vezne_console, vezne_admin using (true);
create policy all_rows on player_name to vezne_worker using (true) with check (true);
grant select on player_name to vezne_worker, vezne_console, vezne_admin;
grant insert (partner_id, customer_id, username, full_name, folded_username, folded_name, first_seen_at, last_seen_at, latest_transaction_id),
  update (username, full_name, folded_username, folded_name, first_seen_at, last_seen_at, latest_transaction_id)
  on player_name to vezne_worker;

alter table player_name_place enable row level security;
create policy reads on player_name_place for select to vezne_worker, vezne_admin using (true);
create policy moves on player_name_place for update to vezne_worker using (true) with check (true);
grant select on player_name_place to vezne_worker, vezne_admin;
grant update (read_up_to) on player_name_place to vezne_worker;
