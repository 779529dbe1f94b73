-- Where partners hear of events, and what became of every try to tell them.

create table webhook_endpoint (
  id uuid primary key,
  partner_id uuid not null references partner,
  url text not null,
  -- What it wants to hear of.
  event_types text[] not null,
  -- A paused endpoint gets what it missed when it goes on; a disabled one too, but nothing is prepared for it meanwhile.
  status text not null default 'active',
  -- Up to here the partner's events have become deliveries. Numbers have no gap and appear in the order of commits, so
  -- nothing below can turn up later.
  last_feed_no int8 not null,
  created_at timestamptz not null default now(),
  created_by text not null check (char_length(created_by) between 1 and 128),
  constraint webhook_endpoint_url check (url ~ '^https?://[!-~]+$' and char_length(url) <= 2048),
  constraint webhook_endpoint_event_types check (
    cardinality(event_types) >= 1 and event_types <@ array[
      'deposit.approved', 'deposit.rejected', 'deposit.corrected', 'withdrawal.approved', 'withdrawal.rejected'
    ]
  ),
  constraint webhook_endpoint_status check (status in ('active', 'paused', 'disabled')),
  constraint webhook_endpoint_last_feed_no check (last_feed_no >= 0)
) with (fillfactor = 50);
create unique index webhook_endpoint_url_key on webhook_endpoint (partner_id, url);

-- A new secret joins the old one for a while, and every delivery is signed with all that are live.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint,
  secret_sealed text not null,
  key_version int4 not null check (key_version >= 1),
  created_at timestamptz not null default now(),
  created_by text not null check (char_length(created_by) between 1 and 128),
  expires_at timestamptz,
  -- As for credentials: 43 characters in the fourth part of a JWE hold 32 bytes.
  constraint webhook_secret_sealed check (
    secret_sealed ~ '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43,}\.[A-Za-z0-9_-]+$'
  )
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id);

-- An event on its way to an endpoint. It is never dropped: it ends delivered, or parked for a person.
create table webhook_delivery (
  endpoint_id uuid not null references webhook_endpoint,
  event_id uuid not null references event,
  feed_no int8 not null,
  -- Events of one reference go out in order.
  external_reference text not null,
  state text not null default 'pending',
  attempts int4 not null default 0,
  -- Where the schedule of retries began: a replay begins it anew.
  schedule_from int4 not null default 0,
  -- When it may be tried, or tried again.
  next_attempt_at timestamptz not null default now(),
  -- A worker has it until then. It is longer than a try can last, so that another takes it over only if that worker died.
  leased_until timestamptz,
  delivered_at timestamptz,
  primary key (endpoint_id, event_id),
  constraint webhook_delivery_state check (state in ('pending', 'delivered', 'parked')),
  constraint webhook_delivery_attempts check (attempts >= 0 and schedule_from between 0 and attempts),
  constraint webhook_delivery_delivered_at check ((state = 'delivered') = (delivered_at is not null))
) with (fillfactor = 70);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_delivery_order on webhook_delivery (endpoint_id, external_reference, feed_no) where state = 'pending';
create index webhook_delivery_parked on webhook_delivery (endpoint_id, feed_no) where state = 'parked';
create index webhook_delivery_list on webhook_delivery (endpoint_id, feed_no);

-- Every try, as a partner's developer needs to see it.
create table webhook_attempt (
  endpoint_id uuid not null,
  event_id uuid not null,
  attempt_no int4 not null,
  at timestamptz not null,
  duration_ms int4 not null,
  status_code int4,
  error text,
  -- The first bytes of the answer.
  answer_start text,
  next_attempt_at timestamptz,
  primary key (endpoint_id, event_id, attempt_no),
  constraint webhook_attempt_delivery foreign key (endpoint_id, event_id) references webhook_delivery,
  constraint webhook_attempt_no check (attempt_no >= 1),
  constraint webhook_attempt_duration check (duration_ms >= 0),
  constraint webhook_attempt_status_code check (status_code between 100 and 999),
  constraint webhook_attempt_outcome check (num_nonnulls(status_code, error) >= 1),
  constraint webhook_attempt_texts check (char_length(error) <= 256 and char_length(answer_start) <= 1024)
);
-- The last failure of an endpoint, which is what a person asks for first.
create index webhook_attempt_failed on webhook_attempt (endpoint_id, at)
  where error is not null or status_code not between 200 and 299;

alter table webhook_endpoint enable row level security;
alter table webhook_secret enable row level security;
alter table webhook_delivery enable row level security;
alter table webhook_attempt enable row level security;
create policy all_rows on webhook_endpoint to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on webhook_secret to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on webhook_delivery to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on webhook_attempt to vezne_console, vezne_worker, vezne_admin using (true) with check (true);

-- The worker delivers; people set endpoints up, look at deliveries and ask for them again.
grant select on webhook_endpoint, webhook_secret, webhook_delivery, webhook_attempt to vezne_worker, vezne_admin;
grant select on webhook_endpoint, webhook_delivery, webhook_attempt to vezne_console;
grant update (last_feed_no) on webhook_endpoint to vezne_worker;
grant insert on webhook_delivery, webhook_attempt to vezne_worker;
grant update (state, attempts, schedule_from, next_attempt_at, leased_until, delivered_at) on webhook_delivery to vezne_worker;
grant insert on webhook_endpoint, webhook_secret, webhook_delivery to vezne_admin;
grant update (url, event_types, status) on webhook_endpoint to vezne_admin;
grant update (expires_at) on webhook_secret to vezne_admin;
grant update (state, schedule_from, next_attempt_at, delivered_at) on webhook_delivery to vezne_admin;
