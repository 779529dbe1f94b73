-- Administrators work at the console too. It may write what the command line may of settings, partners, accounts and keys, column by column,
-- and nothing of what is paid to whom: it moves no deposit between accounts, and changes no name or IBAN that players pay to. What takes two
-- people is asked for and confirmed by the same use cases; the database holds that as well (0018, 0047, 0070).

-- Every change of limits and pauses is a row, with the person's name.
grant insert (
  deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposits_paused, withdrawals_paused,
  deposit_expiry_seconds, four_eyes_cents, fast_limit_cents, payout_countries, created_by
) on platform_settings to vezne_console;

grant insert (
  id, name, credit_line_cents, redirect_hosts, allowed_networks, requests_per_second, deposit_min_cents, deposit_max_cents,
  withdrawal_min_cents, withdrawal_max_cents, player_day_deposit_count, player_day_deposit_cents, player_day_withdrawal_count,
  player_day_withdrawal_cents, refuse_other_holders, deposit_expiry_seconds, settlement_iban, settlement_holder_name, support_address,
  refund_note_tr, refund_note_en
) on partner to vezne_console;
grant update (
  name, status, deposits_paused, withdrawals_paused, credit_line_cents, redirect_hosts, allowed_networks, requests_per_second,
  deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, player_day_deposit_count, player_day_deposit_cents,
  player_day_withdrawal_count, player_day_withdrawal_cents, refuse_other_holders, deposit_expiry_seconds, settlement_iban,
  settlement_holder_name, support_address, refund_note_tr, refund_note_en
) on partner to vezne_console;
grant insert (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, effective_from, created_by)
  on partner_terms to vezne_console;

grant insert (id, bank_name, holder_name, iban, daily_cap_cents) on bank_account to vezne_console;
grant update (status, deposits_paused, payouts_paused, daily_cap_cents, tolerance_cents) on bank_account to vezne_console;
-- Caps are shown with what was used of them today.
grant select on bank_account_day to vezne_console;

-- It seals new secrets, and reads none: not even sealed ones.
grant select (id, partner_id, api_key, key_version, created_at, created_by, expires_at, revoked_at),
  insert (id, partner_id, api_key, api_secret_sealed, hash_secret_sealed, key_version, created_by),
  update (expires_at, revoked_at) on credential to vezne_console;
grant select (id, endpoint_id, key_version, created_at, created_by, expires_at),
  insert (id, endpoint_id, secret_sealed, key_version, created_at, created_by),
  update (expires_at) on webhook_secret to vezne_console;

-- It changes endpoints now, and no longer locks them only. 0054 let it update a column to no value at all for that.
grant insert (id, partner_id, url, event_types, last_feed_no, created_by), update (url, event_types, status)
  on webhook_endpoint to vezne_console;
-- harmless: a console of the version before locks endpoints by the rights above
revoke update (created_by) on webhook_endpoint from vezne_console;
-- harmless: it allowed nothing
drop policy console_locks_only on webhook_endpoint;

-- The right to delete from a table is also the right to lock all of it, and hosted pages read this one: the console puts a picture in the
-- place of another.
create policy changes_of_console on partner_logo to vezne_console using (true) with check (true);
grant select, insert (partner_id, content, content_type, content_hash, created_by),
  update (content, content_type, content_hash, created_at, created_by) on partner_logo to vezne_console;

grant insert (id, kind, partner_id, customer_id, iban, reason, expires_at, blocked_by, blocked_by_id), update (ended_at, ended_by)
  on blocked_party to vezne_console;

-- Changes of accounts, settings and blocks take turns, at the console and at the command line.
alter policy changes on work_lock to vezne_admin, vezne_console;
grant select, update (is_there) on work_lock to vezne_console;
