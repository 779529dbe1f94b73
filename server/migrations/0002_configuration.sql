-- What administrators change. Every process keeps a copy of it in memory; the epoch tells the copies that they are old.

create table configuration_epoch (
  singleton boolean primary key default true check (singleton),
  epoch int8 not null
);
insert into configuration_epoch (epoch) values (1);

-- Runs as the owner: the roles that change configuration need no grant on the epoch itself.
create function advance_configuration_epoch() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.configuration_epoch set epoch = epoch + 1;
  return null;
end
$$;
revoke execute on function advance_configuration_epoch() from public;

-- Append-only versions; the highest is in force.
create table platform_settings (
  version int4 generated always as identity primary key,
  deposit_min_cents int8 not null,
  deposit_max_cents int8 not null,
  withdrawal_min_cents int8 not null,
  withdrawal_max_cents int8 not null,
  deposits_paused boolean not null default false,
  withdrawals_paused boolean not null default false,
  deposit_expiry_seconds int4 not null,
  created_at timestamptz not null default now(),
  created_by text not null check (char_length(created_by) between 1 and 128),
  -- 10 digits before the point is the largest amount that a request can carry.
  constraint deposit_range check (deposit_min_cents between 1 and deposit_max_cents and deposit_max_cents <= 999999999999),
  constraint withdrawal_range check (withdrawal_min_cents between 1 and withdrawal_max_cents and withdrawal_max_cents <= 999999999999),
  constraint deposit_expiry check (deposit_expiry_seconds between 60 and 30 * 86400)
);
insert into platform_settings (
  deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposit_expiry_seconds, created_by
) values (5000, 50000000, 5000, 50000000, 86400, 'migration');

create table partner (
  id uuid primary key,
  name text not null,
  status text not null default 'active',
  deposits_paused boolean not null default false,
  withdrawals_paused boolean not null default false,
  -- How far the balance may go below zero when a withdrawal is authorised.
  credit_line_cents int8 not null default 0,
  -- Hosts that redirectUrl may name; empty means any.
  redirect_hosts text[] not null default '{}',
  -- Networks that signed requests may come from; empty means any.
  allowed_networks cidr[] not null default '{}',
  requests_per_second int4,
  created_at timestamptz not null default now(),
  constraint partner_name check (char_length(name) between 1 and 64 and name = btrim(name)),
  constraint partner_status check (status in ('active', 'disabled')),
  constraint partner_credit_line check (credit_line_cents >= 0),
  constraint partner_requests_per_second check (requests_per_second between 1 and 100000)
);
create unique index partner_name_key on partner (lower(name));

-- Commission and settlement mode, append-only; a transaction keeps a copy of the version that held when it was made.
create table partner_terms (
  partner_id uuid not null references partner,
  direction text not null,
  version int4 not null,
  basis_points int4 not null,
  fixed_cents int8 not null,
  settlement_mode text not null,
  created_at timestamptz not null default now(),
  created_by text not null check (char_length(created_by) between 1 and 128),
  primary key (partner_id, direction, version),
  constraint terms_direction check (direction in ('deposit', 'withdrawal')),
  constraint terms_version check (version >= 1),
  constraint terms_basis_points check (basis_points between 0 and 10000),
  constraint terms_fixed_cents check (fixed_cents between 0 and 999999999999),
  constraint terms_settlement_mode check (settlement_mode in ('deduct_from_amount', 'fee_on_top'))
);

create table credential (
  id uuid primary key,
  partner_id uuid not null references partner,
  api_key text not null unique,
  -- Compact JWE; the key that opens them is outside the database and named by key_version.
  api_secret_sealed text not null,
  hash_secret_sealed text not null,
  key_version int4 not null check (key_version >= 1),
  created_at timestamptz not null default now(),
  created_by text not null check (char_length(created_by) between 1 and 128),
  -- Set when a newer triple replaces this one: both are live until then.
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint credential_api_key check (api_key ~ '^vzk_[a-z0-9]{1,16}_[a-z0-9]{26}$'),
  -- The fourth part of a JWE is as long as its plain text: 43 characters hold 32 bytes, so no short or empty secret
  -- gets in, and nothing that isn't sealed.
  constraint credential_api_secret check (
    api_secret_sealed ~ '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43,}\.[A-Za-z0-9_-]+$'
  ),
  constraint credential_hash_secret check (
    hash_secret_sealed ~ '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43,}\.[A-Za-z0-9_-]+$'
  ),
  constraint credential_secrets_differ check (api_secret_sealed <> hash_secret_sealed)
);
create index credential_partner on credential (partner_id);

create function iban_checksum_holds(iban text) returns boolean
language sql immutable strict parallel safe as $$
  select string_agg(case when ascii(letter) >= 65 then (ascii(letter) - 55)::text else letter end, '' order by place)::numeric % 97 = 1
  from regexp_split_to_table(substr(iban, 5) || substr(iban, 1, 4), '') with ordinality as letters (letter, place)
$$;

create table bank_account (
  id uuid primary key,
  bank_name text not null,
  holder_name text not null,
  iban text not null unique,
  currency text not null default 'TRY',
  status text not null default 'disabled',
  deposits_paused boolean not null default false,
  payouts_paused boolean not null default false,
  daily_cap_cents int8,
  created_at timestamptz not null default now(),
  constraint bank_account_bank_name check (char_length(bank_name) between 1 and 64 and bank_name = btrim(bank_name)),
  constraint bank_account_holder_name check (char_length(holder_name) between 1 and 128 and holder_name = btrim(holder_name)),
  constraint bank_account_iban check (iban ~ '^TR[0-9]{24}$' and iban_checksum_holds(iban)),
  constraint bank_account_currency check (currency = 'TRY'),
  constraint bank_account_status check (status in ('disabled', 'enabled', 'frozen')),
  constraint bank_account_daily_cap check (daily_cap_cents > 0)
);

-- How much each account was given to receive on each day (Europe/Istanbul). Written about once a second by each api
-- process, not with each deposit: a row that all deposits lock would put them in one line.
create table bank_account_day (
  bank_account_id uuid not null references bank_account,
  day date not null,
  assigned_cents int8 not null check (assigned_cents >= 0),
  assigned_count int8 not null check (assigned_count >= 0),
  primary key (bank_account_id, day)
) with (fillfactor = 50);

create trigger platform_settings_changed after insert or update or delete on platform_settings
  for each statement execute function advance_configuration_epoch();
create trigger partner_changed after insert or update or delete on partner
  for each statement execute function advance_configuration_epoch();
create trigger partner_terms_changed after insert or update or delete on partner_terms
  for each statement execute function advance_configuration_epoch();
create trigger credential_changed after insert or update or delete on credential
  for each statement execute function advance_configuration_epoch();
create trigger bank_account_changed after insert or update or delete on bank_account
  for each statement execute function advance_configuration_epoch();
