-- Commands wrote every audit entry so far, so they are few: indexes are built and rows checked in a blink.
-- squawk-ignore-file require-concurrent-index-creation, adding-foreign-key-constraint, constraint-missing-not-valid

-- The audit log's chain: each seal's hash covers its entries and the hash before it, so that whoever changes an entry
-- would have to change every later hash too, including those that were published outside the database.
create table audit_seal (
  seal_no int8 primary key,
  previous_no int8 generated always as (nullif(seal_no - 1, 0)) stored,
  previous_hash bytea not null,
  hash bytea not null,
  entry_count int8 not null,
  sealed_at timestamptz not null default now(),
  constraint audit_seal_no check (seal_no >= 1),
  constraint audit_seal_hash check (octet_length(hash) = 32),
  constraint audit_seal_previous_hash check (octet_length(previous_hash) = 32),
  -- The first seal follows nothing, which is written as 32 zero bytes.
  constraint audit_seal_first check (seal_no <> 1 or previous_hash = decode(repeat('00', 32), 'hex')),
  constraint audit_seal_entry_count check (entry_count >= 1),
  constraint audit_seal_in_chain unique (seal_no, hash),
  -- Seals count without a gap, and each names the hash before it.
  constraint audit_seal_follows foreign key (previous_no, previous_hash) references audit_seal (seal_no, hash)
);

alter table audit_entry add column seal_no int8 constraint audit_entry_seal references audit_seal;
-- What waits for the next seal; it stays small however long the log grows.
create index audit_entry_unsealed on audit_entry (id) where seal_no is null;
-- Verification reads the log seal by seal.
create index audit_entry_of_seal on audit_entry (seal_no, id) where seal_no is not null;

grant select, insert on audit_seal to vezne_worker;
grant select on audit_seal to vezne_admin, vezne_console;
grant select on audit_entry to vezne_worker;
grant update (seal_no) on audit_entry to vezne_worker;

-- An entry begins outside the chain and is sealed once. No policy lets anybody change a sealed entry, or add one to a seal.
drop policy all_rows on audit_entry;
create policy reads on audit_entry for select to vezne_console, vezne_worker, vezne_admin using (true);
create policy new_entries on audit_entry for insert to vezne_console, vezne_admin with check (seal_no is null);
create policy sealing on audit_entry for update to vezne_worker using (seal_no is null) with check (seal_no is not null);
