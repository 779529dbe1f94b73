-- Operators decide in the console; the command line does the same when the console can't.
grant select on configuration_epoch, platform_settings, partner, partner_terms, bank_account, transaction, transaction_step,
  unconfirmed_answer, event, event_feed, audit_entry, ledger_account, ledger_operation, ledger_transfer, ledger_entry,
  bank_movement, second_person_request to vezne_console;
grant select on event_feed, ledger_account, ledger_operation, ledger_transfer, ledger_entry, bank_movement,
  second_person_request to vezne_admin;
grant insert on transaction, transaction_step, event, audit_entry, ledger_operation, ledger_transfer, ledger_entry,
  bank_movement, second_person_request to vezne_console, vezne_admin;
grant usage on sequence ledger_transfer_id to vezne_console, vezne_admin;
-- Who a transaction belongs to, what was asked for and where it is paid to is in nobody's grant.
grant update (
  status, stage, step_count, bank_account_id, taken_by, authorised_by, actual_amount_cents, commission_cents, net_amount_cents,
  player_amount_cents, balance_impact_cents, reason_code, decided_at, corrected_at
) on transaction to vezne_console, vezne_admin;
grant update (balance_cents, entry_count) on ledger_account to vezne_console, vezne_admin;
grant update (last_no) on event_feed to vezne_console, vezne_admin;
grant update (status, decided_by, decided_at) on second_person_request to vezne_console, vezne_admin;

-- The api cancels for partners and notes that a player has pressed the button; it tells partners their balance.
grant select on ledger_account, event_feed to vezne_api;
grant update (step_count) on transaction to vezne_api;
grant update (last_no) on event_feed to vezne_api;
create policy confirmations on transaction for update to vezne_api
  using (type = 'deposit' and status = 'waiting_payment')
  with check (type = 'deposit' and status = 'waiting_confirmation');

-- The worker lets deposits expire, and re-sums the books without being able to write in them.
grant select on configuration_epoch, platform_settings, partner, bank_account, transaction, transaction_step, event, event_feed,
  ledger_account, ledger_operation, ledger_transfer, ledger_entry, bank_movement to vezne_worker;
grant insert on transaction_step, event to vezne_worker;
grant update (
  status, stage, step_count, reason_code, decided_at, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents
) on transaction to vezne_worker;
grant update (last_no) on event_feed to vezne_worker;
drop policy all_rows on transaction;
create policy all_rows on transaction to vezne_console, vezne_admin using (true) with check (true);
create policy reads_of_worker on transaction for select to vezne_worker using (true);
create policy expirations on transaction for update to vezne_worker
  using (type = 'deposit' and status = 'waiting_payment' and expires_at <= now())
  with check (type = 'deposit' and status = 'rejected' and reason_code = 'expired');

-- Nor can either of the two tell a partner of anything but what it may do.
drop policy all_rows on event;
create policy reads on event for select to vezne_api, vezne_worker using (true);
create policy all_rows on event to vezne_console, vezne_admin using (true) with check (true);
create policy cancellations on event for insert to vezne_api
  with check (status = 'rejected' and reason_code = 'partner_cancelled');
create policy expirations on event for insert to vezne_worker with check (status = 'rejected' and reason_code = 'expired');
