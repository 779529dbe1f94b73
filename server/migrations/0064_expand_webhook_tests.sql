-- A person asks how an endpoint answers, and a worker sends it an event of its own kind, `webhook.test`: signed like any other, about no
-- transaction, and in no feed. It is sent once, and what becomes of it says nothing about the deliveries of the endpoint.
create table webhook_test (
  -- Also the id of the event that the receiver gets.
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint,
  asked_at timestamptz not null default now(),
  asked_by text not null,
  -- A worker has taken it, and no other sends it.
  taken_at timestamptz,
  ended_at timestamptz,
  duration_ms int4,
  status_code int4,
  error text,
  -- The first bytes of the answer.
  answer_start text,
  constraint webhook_test_asked_by check (char_length(asked_by) between 1 and 128),
  constraint webhook_test_taken check (ended_at is null or taken_at is not null),
  constraint webhook_test_outcome check (
    (ended_at is not null) = (duration_ms is not null)
    and (ended_at is not null) = (num_nonnulls(status_code, error) >= 1)
    and (answer_start is null or ended_at is not null)
  ),
  constraint webhook_test_duration check (duration_ms >= 0),
  constraint webhook_test_status_code check (status_code between 100 and 999),
  constraint webhook_test_texts check (char_length(error) <= 256 and char_length(answer_start) <= 1024)
) with (
  -- Few rows, and workers look for one all the time.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50
);
-- An endpoint is tested once at a time, whoever asks.
create unique index webhook_test_open on webhook_test (endpoint_id) where ended_at is null;
-- What workers look for.
create index webhook_test_asked on webhook_test (asked_at) where taken_at is null;
-- The last ones of an endpoint, which limit the next one.
create index webhook_test_of_endpoint on webhook_test (endpoint_id, asked_at);

alter table webhook_test enable row level security;
create policy all_rows on webhook_test to vezne_worker, vezne_admin using (true) with check (true);
-- People ask, and forget what is old; only a worker says what became of it.
grant select, delete on webhook_test to vezne_admin;
grant insert (id, endpoint_id, asked_by) on webhook_test to vezne_admin;
grant select on webhook_test to vezne_worker;
grant update (taken_at, ended_at, duration_ms, status_code, error, answer_start) on webhook_test to vezne_worker;
