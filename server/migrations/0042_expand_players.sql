-- One row for each player. A returning player is shown the account of the last deposit, and that took an index over all transactions whose
-- keys come in no order: with millions of rows nearly every create wrote another page of it. It is written by the statement that writes a transaction
-- with the same partner and account, whose foreign keys hold for both.
create table player (
  partner_id uuid not null,
  customer_id text not null,
  -- Of the last deposit, for the player's bank has it as a payee. null: there was none.
  bank_account_id uuid,
  first_seen_at timestamptz not null default now(),
  primary key (partner_id, customer_id),
  constraint player_customer check (char_length(customer_id) between 1 and 64)
) with (fillfactor = 80);
grant select on player to vezne_api, vezne_console, vezne_admin;
grant insert (partner_id, customer_id, bank_account_id), update (bank_account_id) on player to vezne_api;
alter table player enable row level security;
create policy all_rows on player to vezne_api, vezne_console, vezne_admin using (true) with check (true);

-- Days are counted from 1970 in Turkish time, which has been three hours ahead of UTC since 2016.
create function turkish_day_number(at timestamptz) returns int4
language sql immutable strict parallel safe return floor((extract(epoch from at) + 10800) / 86400)::int4;

-- Finds what a player did on a day. It grows with time, so new rows meet only the pages of today, in whatever order players come.
-- Two players may have the same key, so the columns are compared too.
create function player_day_key(partner_id uuid, customer_id text, day int4) returns int8
language sql immutable strict parallel safe
return (day::int8 << 32) | (hashtextextended(customer_id, uuid_hash_extended(partner_id, 0)) & 4294967295);

-- Reference codes come in no order, and the numbers that they are made of come one after another. Whoever has the key finds the number of
-- a code. null: late money, which has its original's code, and what was created before there were numbers.
alter table transaction add column reference_number int8;
alter table transaction add constraint transaction_reference_number check (
  reference_number is null or (type = 'deposit' and original_transaction_id is null and reference_number between 0 and 3404825446)
) not valid;
