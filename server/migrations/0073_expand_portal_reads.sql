-- What a partner's people read of their own books and webhooks. No column names our people, our banks, or how far we are with a payout; no
-- secret is theirs in any form.
create policy own_rows on ledger_account for select to vezne_portal using (partner_id = portal_partner_id());
grant select (id, kind, partner_id, balance_cents, entry_count) on ledger_account to vezne_portal;
-- Found by the accounts, of which a partner has three: once for a statement, and not for each row.
create policy own_rows on ledger_entry for select to vezne_portal using (account_id in (select id from ledger_account));
grant select (account_id, entry_no, transfer_id, amount_cents, balance_after_cents) on ledger_entry to vezne_portal;
create policy own_rows on ledger_transfer for select to vezne_portal using (
  debit_account_id in (select id from ledger_account) or credit_account_id in (select id from ledger_account)
);
grant select (id, kind, transaction_id, step_no, operation_id, amount_cents, at) on ledger_transfer to vezne_portal;

-- What waits, and since when. Stages are between us and our people.
create policy own_rows on open_transaction for select to vezne_portal using (partner_id = portal_partner_id());
grant select (transaction_id, partner_id, type, status, waiting_since) on open_transaction to vezne_portal;

create policy own_rows on webhook_endpoint for select to vezne_portal using (partner_id = portal_partner_id());
grant select (id, partner_id, url, event_types, status, last_feed_no, created_at) on webhook_endpoint to vezne_portal;
create policy own_rows on webhook_secret for select to vezne_portal using (endpoint_id in (select id from webhook_endpoint));
grant select (id, endpoint_id, created_at, expires_at) on webhook_secret to vezne_portal;
create policy own_rows on webhook_delivery for select to vezne_portal using (endpoint_id in (select id from webhook_endpoint));
grant select (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at, delivered_at) on webhook_delivery
  to vezne_portal;
create policy own_rows on webhook_attempt for select to vezne_portal using (endpoint_id in (select id from webhook_endpoint));
grant select (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, error, answer_start, next_attempt_at) on webhook_attempt
  to vezne_portal;
create policy own_rows on webhook_test for select to vezne_portal using (endpoint_id in (select id from webhook_endpoint));
grant select (id, endpoint_id, asked_at, taken_at, ended_at, duration_ms, status_code, error, answer_start) on webhook_test to vezne_portal;

-- A list of networks that a program can read: one behind the other, none of them missing, and with an end.
create function is_network_list(list cidr[], most int4) returns boolean language sql immutable parallel safe
return case
  when coalesce(array_ndims(list), 1) <> 1 or coalesce(array_lower(list, 1), 1) <> 1 then false
  else cardinality(list) <= most and array_position(list, null::cidr) is null
end;
revoke execute on function is_network_list(cidr[], int4) from public;
grant execute on function is_network_list(cidr[], int4) to vezne_console, vezne_admin;
-- As many as the console takes. Checked in a later migration, so that nobody waits.
alter table partner add constraint partner_allowed_networks check (is_network_list(allowed_networks, 200)) not valid;
-- Far more tries than a delivery lives for, and far below the end of the type: what counts on never fails.
alter table webhook_delivery add constraint webhook_delivery_most_attempts check (attempts <= 1000000000) not valid;

alter table key_fingerprint validate constraint key_fingerprint_purpose;
alter table running_process validate constraint running_process_kind;
alter table raised_alarm validate constraint raised_alarm_kind;
