-- vezne_api: reads configuration, creates transactions. It changes no configuration and no existing transaction.
grant select on configuration_epoch, platform_settings, partner, partner_terms, credential, bank_account to vezne_api;
grant select, insert, update on bank_account_day to vezne_api;
grant select, insert on transaction, transaction_step to vezne_api;
grant select, insert, delete on unconfirmed_answer to vezne_api;
grant usage on sequence reference_code_block to vezne_api;

-- vezne_admin: the command line. It changes configuration, never money.
grant select on all tables in schema public to vezne_admin;
grant insert on platform_settings, partner, partner_terms, credential, bank_account, transaction_step, audit_entry to vezne_admin;
grant update (name, status, deposits_paused, withdrawals_paused, credit_line_cents, redirect_hosts, allowed_networks, requests_per_second)
  on partner to vezne_admin;
grant update (expires_at, revoked_at) on credential to vezne_admin;
grant update (bank_name, status, deposits_paused, payouts_paused, daily_cap_cents) on bank_account to vezne_admin;
grant update (bank_account_id, previous_bank_account_id) on transaction to vezne_admin;
-- A freeze counts the deposits it moves on their new accounts.
grant insert, update on bank_account_day to vezne_admin;

-- vezne_portal: a partner's own people. They see their own rows only, and no secret in any form.
-- What happens between our own people (stages, names, notes) is not theirs to see.
grant select on partner to vezne_portal;
grant select (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_at) on partner_terms to vezne_portal;
grant select (id, partner_id, api_key, created_at, expires_at, revoked_at) on credential to vezne_portal;
grant select (
  id, partner_id, type, status, external_reference, original_transaction_id, currency, amount_cents, actual_amount_cents,
  commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points,
  commission_fixed_cents, settlement_mode, customer_id, customer_username, customer_full_name, customer_email,
  reference_code, redirect_url, expires_at, payout_bank_name, payout_holder_name, payout_iban, reason_code, created_at, decided_at
) on transaction to vezne_portal;
grant select (transaction_id, step_no, trigger, status, at) on transaction_step to vezne_portal;
grant select (
  version, deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposits_paused,
  withdrawals_paused, deposit_expiry_seconds, created_at
) on platform_settings to vezne_portal;

-- Row-level security is the portal's second lock: a query that forgot its partner returns nothing instead of everything.
-- The process sets vezne.partner_id in each transaction; unset means no row.
create function portal_partner_id() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('vezne.partner_id', true), '')::uuid
$$;

alter table partner enable row level security;
alter table partner_terms enable row level security;
alter table credential enable row level security;
alter table transaction enable row level security;
alter table transaction_step enable row level security;
alter table unconfirmed_answer enable row level security;
alter table audit_entry enable row level security;

create policy own_row on partner for select to vezne_portal using (id = portal_partner_id());
create policy own_rows on partner_terms for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on credential for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on transaction for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on transaction_step for select to vezne_portal
  using (exists (select from transaction where transaction.id = transaction_id));

create policy all_rows on partner to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on partner_terms to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on credential to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on transaction to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
-- Partners' requests create transactions in their first state and in no other, whatever the process says.
create policy reads on transaction for select to vezne_api using (true);
create policy first_states on transaction for insert to vezne_api
  with check (case type when 'deposit' then status = 'waiting_payment' else stage is not distinct from 'queued' end);
create policy all_rows on transaction_step to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on unconfirmed_answer to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on audit_entry to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
