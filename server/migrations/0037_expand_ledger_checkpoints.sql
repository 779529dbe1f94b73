-- Verification of the ledger goes on where the last one ended. What it found intact is kept here: how far each account and each feed
-- was read, with its balance. Rows are added and never changed, by any role. The digest of each is in the audit log, whose seals cover it.
-- The indexes are built while nobody writes: the first holds a few kilobytes, the second only transfers of refused money.
-- squawk-ignore-file require-concurrent-index-creation
create table ledger_checkpoint (
  id uuid primary key,
  taken_at timestamptz not null default now(),
  content jsonb not null,
  constraint ledger_checkpoint_content check (jsonb_typeof(content) = 'object')
);
alter table ledger_checkpoint enable row level security;
create policy reads on ledger_checkpoint for select to vezne_worker, vezne_console, vezne_admin using (true);
create policy taken on ledger_checkpoint for insert to vezne_worker with check (taken_at = now());
grant select on ledger_checkpoint to vezne_worker, vezne_console, vezne_admin;
grant insert on ledger_checkpoint to vezne_worker;

-- The worker notes a checkpoint in the audit log, and nothing else there.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check check (
  actor_kind in ('staff', 'partner_staff', 'command_line') or (actor_kind = 'system' and action = 'ledger.verify')
) not valid;
create policy of_worker on audit_entry for insert to vezne_worker with check (
  seal_no is null and actor_kind = 'system' and action = 'ledger.verify' and subject_type = 'ledger_checkpoint'
);
grant insert (actor_kind, actor_id, actor, action, subject_type, subject_id, details) on audit_entry to vezne_worker;

-- The steps since a time.
create index transaction_step_at on transaction_step using brin (at);
-- All that was moved of a refused deposit.
create index ledger_transfer_of_refused on ledger_transfer (refused_transaction_id) where refused_transaction_id is not null;
