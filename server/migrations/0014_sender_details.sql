-- What a player says of a transfer, so that an operator finds it sooner. It is a claim: nothing is decided by it, and the state of
-- the deposit does not change.

create table sender_detail (
  transaction_id uuid primary key references transaction,
  sender_name text,
  iban_last_four text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sender_detail_some check (num_nonnulls(sender_name, iban_last_four, sent_at) >= 1),
  constraint sender_detail_sender_name check (char_length(sender_name) between 1 and 128),
  constraint sender_detail_iban_last_four check (iban_last_four ~ '^[0-9]{4}$')
);

-- A file from a stranger. It is kept as it came and handed to operators as a file, never shown as part of a page.
create table receipt (
  id uuid primary key,
  transaction_id uuid not null references transaction,
  -- Counts the receipts of a transaction, which bounds them.
  receipt_no int4 not null,
  content bytea not null,
  media_type text not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  constraint receipt_no check (receipt_no between 1 and 3),
  constraint receipt_content check (octet_length(content) between 1 and 2097152),
  constraint receipt_media_type check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
  constraint receipt_sha256 check (octet_length(sha256) = 32),
  constraint receipt_of_transaction unique (transaction_id, receipt_no),
  -- A file that is sent twice is one receipt.
  constraint receipt_once unique (transaction_id, sha256)
);
-- Pictures and PDFs are compressed already; to try again costs time and saves nothing.
alter table receipt alter column content set storage external;

alter table sender_detail enable row level security;
alter table receipt enable row level security;
create policy reads on sender_detail for select to vezne_api, vezne_console, vezne_admin using (true);
create policy reads on receipt for select to vezne_api, vezne_console, vezne_admin using (true);
-- A player adds to a deposit that waits for an operator, and to no other.
create policy of_waiting on sender_detail for insert to vezne_api with check (
  exists (
    select from transaction t where t.id = transaction_id and t.type = 'deposit' and t.status = 'waiting_confirmation'
  )
);
create policy changes_of_waiting on sender_detail for update to vezne_api using (
  exists (
    select from transaction t where t.id = transaction_id and t.type = 'deposit' and t.status = 'waiting_confirmation'
  )
);
create policy of_waiting on receipt for insert to vezne_api with check (
  exists (
    select from transaction t where t.id = transaction_id and t.type = 'deposit' and t.status = 'waiting_confirmation'
  )
);

-- The process that players reach takes receipts in and cannot read them back.
grant select, insert on sender_detail to vezne_api;
grant update (sender_name, iban_last_four, sent_at, updated_at) on sender_detail to vezne_api;
grant insert on receipt to vezne_api;
grant select (id, transaction_id, receipt_no, media_type, sha256, created_at) on receipt to vezne_api;
grant select on sender_detail, receipt to vezne_console, vezne_admin;
