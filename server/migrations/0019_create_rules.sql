-- What a partner's create is held to, beside the platform's limits: where payouts may go, limits of a partner and of a player's
-- day, how long its deposits wait, and people and accounts that are blocked.

-- Countries whose IBANs payouts may go to, as the first two letters of an IBAN.
alter table platform_settings add column payout_countries text[] not null default '{TR}';
alter table platform_settings add constraint payout_countries
  check (array_to_string(payout_countries, ' ', '?') ~ '^[A-Z]{2}( [A-Z]{2})*$') not valid;

alter table partner
  -- A partner's own range; the narrower of the platform's and this one holds. Null: the platform's.
  add column deposit_min_cents int8,
  add column deposit_max_cents int8,
  add column withdrawal_min_cents int8,
  add column withdrawal_max_cents int8,
  -- What one player may create in a day (Europe/Istanbul). Null: no limit.
  add column player_day_deposit_count int4,
  add column player_day_deposit_cents int8,
  add column player_day_withdrawal_count int4,
  add column player_day_withdrawal_cents int8,
  -- Payouts to somebody who is not the player are refused, not only shown to operators.
  add column refuse_other_holders boolean not null default false,
  -- How long a deposit waits for its payment. Null: the platform's time.
  add column deposit_expiry_seconds int4;
alter table partner
  add constraint partner_deposit_range check (
    deposit_min_cents between 1 and 999999999999 and deposit_max_cents between 1 and 999999999999
    and deposit_min_cents <= deposit_max_cents
  ) not valid,
  add constraint partner_withdrawal_range check (
    withdrawal_min_cents between 1 and 999999999999 and withdrawal_max_cents between 1 and 999999999999
    and withdrawal_min_cents <= withdrawal_max_cents
  ) not valid,
  add constraint partner_player_day_counts check (
    player_day_deposit_count between 1 and 100000 and player_day_withdrawal_count between 1 and 100000
  ) not valid,
  add constraint partner_player_day_amounts check (
    player_day_deposit_cents between 1 and 999999999999 and player_day_withdrawal_cents between 1 and 999999999999
  ) not valid,
  add constraint partner_deposit_expiry check (deposit_expiry_seconds between 60 and 30 * 86400) not valid;
grant update (
  deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, player_day_deposit_count,
  player_day_deposit_cents, player_day_withdrawal_count, player_day_withdrawal_cents, refuse_other_holders,
  deposit_expiry_seconds
) on partner to vezne_admin;

-- Players of a partner, and IBANs of anybody, that no new transaction is made for. An entry ends, and is never deleted.
create table blocked_party (
  id uuid primary key,
  kind text not null,
  partner_id uuid references partner,
  customer_id text,
  iban text,
  reason text not null,
  -- Null: for ever.
  expires_at timestamptz,
  blocked_by text not null,
  -- Who it was, for comparison: the name is for reading.
  blocked_by_id text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text,
  constraint blocked_party_kind check (kind in ('player', 'iban')),
  constraint blocked_party_subject check (
    case kind
      when 'player' then partner_id is not null and customer_id is not null and iban is null
      when 'iban' then partner_id is null and customer_id is null and iban is not null
    end
  ),
  constraint blocked_party_customer_id check (char_length(customer_id) between 1 and 64),
  constraint blocked_party_iban check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and iban_checksum_holds(iban)),
  constraint blocked_party_reason check (char_length(reason) between 1 and 1024),
  constraint blocked_party_blocked_by check (
    char_length(blocked_by) between 1 and 128 and char_length(blocked_by_id) between 1 and 128
  ),
  constraint blocked_party_expires_at check (expires_at > created_at),
  constraint blocked_party_ended check (
    (ended_at is null) = (ended_by is null) and ended_at >= created_at and char_length(ended_by) between 1 and 128
  )
);
-- One entry at a time for a subject. One that has expired still counts here: a new entry ends it first.
create unique index blocked_party_player_key on blocked_party (partner_id, customer_id) where kind = 'player' and ended_at is null;
create unique index blocked_party_iban_key on blocked_party (iban) where kind = 'iban' and ended_at is null;
create trigger blocked_party_changed after insert or update or delete on blocked_party
  for each statement execute function advance_configuration_epoch();
alter table blocked_party enable row level security;
create policy all_rows on blocked_party to vezne_api, vezne_console, vezne_admin using (true) with check (true);
-- Operators neither take nor authorise a payout to somebody who is blocked.
grant select on blocked_party to vezne_api, vezne_console;
grant select, insert, update (ended_at, ended_by) on blocked_party to vezne_admin;

-- A deposit waits for two hours and no longer for a day: an account that a player saw a day ago may be frozen by now. Where an
-- administrator has set another time, it stays. Every other setting is copied, whichever columns there are.
insert into platform_settings overriding user value
select (jsonb_populate_record(
  settings,
  jsonb_build_object('deposit_expiry_seconds', 7200, 'created_at', now(), 'created_by', 'migration')
)).*
from platform_settings as settings
where settings.version = (select max(version) from platform_settings) and settings.deposit_expiry_seconds = 86400;
