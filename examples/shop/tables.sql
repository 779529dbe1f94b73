-- Run at every start. Amounts are whole cents.

create table if not exists player (
  id text primary key,
  username text not null unique,
  full_name text not null
) strict;

create table if not exists session (
  token_hash text primary key,
  player_id text not null references player
) strict;

-- A deposit or withdrawal that a player asked for. It is stored before the service gets it.
create table if not exists payment (
  -- The externalReference.
  reference text primary key,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  player_id text not null references player,
  amount_cents integer not null check (amount_cents > 0),
  -- The body for the service, kept so that it can be sent again unchanged.
  request text not null,
  -- sending: it is not known whether the service has it. open: the service has it, without a decision. refused: it never
  -- accepted it.
  state text not null default 'sending' check (state in ('sending', 'open', 'approved', 'rejected', 'refused')),
  transaction_id text,
  hosted_url text,
  created_at_ms integer not null
) strict;
create index if not exists payment_player on payment (player_id, created_at_ms);
create index if not exists payment_sending on payment (created_at_ms) where state = 'sending';

-- Why a deposit was rejected, by the service's reason code. It is only shown to players; no money depends on it.
create table if not exists rejection (
  reference text primary key references payment,
  reason_code text not null
) strict;

-- The player came back saying that the transfer was sent. It is remembered to choose the words for a waiting deposit and
-- proves nothing: anybody can write an address. No money depends on it.
create table if not exists sent_claim (
  reference text primary key references payment,
  said_at_ms integer not null
) strict;

-- The amounts of the latest event about a transaction, as the service told them. They are only shown to players; no money
-- depends on them. Of a rejected deposit there are none: nothing was charged, and if its money is accepted after all, a
-- transaction of its own tells it.
create table if not exists figures (
  -- One payment may have several: money that comes late, or a second time, is a separate transaction.
  transaction_id text primary key,
  reference text not null references payment,
  event text not null,
  -- Null for withdrawals.
  received_cents integer,
  commission_cents integer not null,
  -- Credited by a deposit, paid out by an approved withdrawal, refunded by a rejected one.
  player_cents integer not null,
  decided_at text not null
) strict;
create index if not exists figures_reference on figures (reference);

-- Everything that ever changed a balance; a balance is the sum.
create table if not exists entry (
  -- What it was for: `deposit txn_…`, `withdrawal REFERENCE` or `refund REFERENCE`. Nothing can change a balance twice.
  source text primary key,
  player_id text not null references player,
  reference text not null references payment,
  amount_cents integer not null,
  -- When the service decided it: of several corrections of one deposit, the latest counts.
  decided_at text
) strict;
create index if not exists entry_player on entry (player_id);
create index if not exists entry_reference on entry (reference);

-- The events whose effect is in the tables above. They are kept for ever: a replay may come months later.
create table if not exists processed_event (
  id text primary key
) strict;
