import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../harness/database.ts';

const OWN_SCHEMA = ['search_path=pg_catalog, public'];
/** Tables of a session come last: nobody puts one in front of ours. */
const OURS_FIRST = ['search_path=pg_catalog, public, pg_temp'];
/** They look rows up by an index, whatever the tables held when their plan was made. */
const AGREEMENT = [...OURS_FIRST, 'enable_seqscan=off'];

test('the schema has few functions, and only those of triggers, numbers, one answer, what the console removes, the door of the portal and its searches run with more rights than their caller', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query(
    `select proname as name, prosecdef as "asOwner", proconfig as settings from pg_proc
     where pronamespace = 'public'::regnamespace order by proname`,
  );
  assert.deepEqual(rows, [
    { name: 'acting_for_partner', asOwner: false, settings: OWN_SCHEMA },
    { name: 'add_payout_transfer', asOwner: true, settings: OURS_FIRST },
    { name: 'advance_configuration_epoch', asOwner: true, settings: OURS_FIRST },
    { name: 'advance_reference_blocks', asOwner: true, settings: [...OURS_FIRST, 'lock_timeout=1s'] },
    { name: 'agreed_sealing_key', asOwner: false, settings: OWN_SCHEMA },
    { name: 'audit_partner_person', asOwner: false, settings: OURS_FIRST },
    { name: 'audit_written_at', asOwner: false, settings: null },
    { name: 'code_day_key', asOwner: false, settings: null },
    { name: 'confirmed_now', asOwner: false, settings: OWN_SCHEMA },
    // As standby_state.
    { name: 'confirming_standbys', asOwner: true, settings: ['search_path=pg_catalog'] },
    { name: 'count_receivable', asOwner: true, settings: OURS_FIRST },
    { name: 'end_network_requests', asOwner: true, settings: OURS_FIRST },
    { name: 'event_of_step', asOwner: false, settings: null },
    { name: 'folded_name', asOwner: false, settings: null },
    { name: 'forget_gone_processes', asOwner: true, settings: OURS_FIRST },
    { name: 'forget_webhook_tests', asOwner: true, settings: OURS_FIRST },
    { name: 'grows_by_debit', asOwner: false, settings: null },
    { name: 'has_factor', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_account_limits_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_arrival_to_what_was_sent', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_audit_seal_form', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_bank_account_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_beat', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_block_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_changed_staff', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_claim_to_session', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_closed_months', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_copy_to_hands', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_counted_days', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_credential_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_decided_alone', asOwner: false, settings: null },
    { name: 'hold_decided_days', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_ended_requests', asOwner: false, settings: null },
    { name: 'hold_enrolment_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_factors_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_invitation_to_requests', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_last_owner', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_moved_balances', asOwner: true, settings: AGREEMENT },
    { name: 'hold_moved_feeds', asOwner: true, settings: AGREEMENT },
    { name: 'hold_moved_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_entries', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_events', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_staff', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_new_steps', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_transfers', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_undoing_steps', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_partner_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_reference_counter', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_requests_to_people', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_resealed_credential', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_resealed_webhook_secret', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_session_to_active', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_settings_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_staff_identity', asOwner: false, settings: null },
    { name: 'hold_statement_chunks', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_statement_wishes', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_statements', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_terms_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_webhook_secret_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_webhook_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_worker_to_moves', asOwner: false, settings: null },
    { name: 'iban_checksum_holds', asOwner: false, settings: null },
    { name: 'is_confirmed_now', asOwner: false, settings: OWN_SCHEMA },
    { name: 'is_edge', asOwner: false, settings: null },
    { name: 'is_lowered', asOwner: false, settings: null },
    { name: 'is_network_list', asOwner: false, settings: null },
    { name: 'is_network_list_after', asOwner: false, settings: null },
    { name: 'is_network_opened', asOwner: false, settings: null },
    { name: 'is_of_operation', asOwner: false, settings: null },
    { name: 'is_of_step', asOwner: false, settings: null },
    { name: 'is_on_this_machine', asOwner: false, settings: null },
    { name: 'is_opened', asOwner: false, settings: null },
    { name: 'is_raised', asOwner: false, settings: null },
    { name: 'is_step_of_now', asOwner: false, settings: OURS_FIRST },
    { name: 'is_worker_alive', asOwner: true, settings: OURS_FIRST },
    { name: 'keep_ended', asOwner: false, settings: OWN_SCHEMA },
    { name: 'keep_watch_of_frozen', asOwner: true, settings: OURS_FIRST },
    { name: 'look_stands', asOwner: false, settings: OURS_FIRST },
    { name: 'move_open_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'move_refused_money', asOwner: true, settings: OURS_FIRST },
    { name: 'open_books', asOwner: true, settings: OURS_FIRST },
    { name: 'open_new_transactions', asOwner: true, settings: OURS_FIRST },
    { name: 'overtake_request', asOwner: false, settings: null },
    { name: 'owner_acts_for', asOwner: false, settings: OURS_FIRST },
    { name: 'plain_amount', asOwner: false, settings: null },
    { name: 'player_day_key', asOwner: false, settings: null },
    // Those of the portal with the rights of the owner: one for each act before it is known whose partner asks, and for what its people do
    // that the role itself may not.
    { name: 'portal_accept_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_ask_webhook_test', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_audit', asOwner: false, settings: OURS_FIRST },
    { name: 'portal_audit_own_act', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_begin_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_confirm_totp', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_count_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_network_request', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_passkey', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_forget_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_forget_old', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_hold_person', asOwner: true, settings: OURS_FIRST },
    // These two find ids of the partner that is set, by an index that row-level security would not let be used.
    { name: 'portal_ids_of_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_ids_of_players', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_invite_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_lock_endpoint', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_lock_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_make_credential', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_older_totps', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_open_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_open_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_partner_id', asOwner: false, settings: null },
    { name: 'portal_pause_webhook', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_remove_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_replay_event', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_revoke_credential', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_rotate_webhook_secret', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_set_networks', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_step_session_up', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_take_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_take_recovery_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_totp_versions', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_touch_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_use_passkey', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_use_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_withdraw_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'postings_of', asOwner: false, settings: null },
    // By the console, which may not delete from tables.
    { name: 'remove_partner_logo', asOwner: true, settings: OURS_FIRST },
    { name: 'remove_partner_person', asOwner: false, settings: OURS_FIRST },
    { name: 'replace_unfinished_person', asOwner: true, settings: OURS_FIRST },
    { name: 'says', asOwner: false, settings: null },
    { name: 'sender_said', asOwner: false, settings: null },
    { name: 'shown_factor', asOwner: false, settings: OURS_FIRST },
    { name: 'signed_in_before_roles', asOwner: false, settings: null },
    { name: 'staff_change_confirmed', asOwner: false, settings: OWN_SCHEMA },
    { name: 'staff_roles_agreed', asOwner: false, settings: null },
    { name: 'staff_roles_at', asOwner: false, settings: null },
    // Not one of a trigger: it returns numbers that only the owner may see.
    { name: 'standby_state', asOwner: true, settings: ['search_path=pg_catalog'] },
    { name: 'stands_above', asOwner: false, settings: ['search_path=pg_catalog'] },
    // A number for each call, of a row that nobody may write.
    { name: 'take_reference_block', asOwner: true, settings: [...OURS_FIRST, 'lock_timeout=1s'] },
    { name: 'turkish_day_number', asOwner: false, settings: null },
    { name: 'when_wider', asOwner: false, settings: null },
  ]);
});

test('every function with the rights of the owner looks for its tables among ours before those of a session', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(proconfig && '{"search_path=pg_catalog, public, pg_temp",search_path=pg_catalog}', false) order by 1`,
  );
  assert.deepEqual(rows, []);
});

test('an api takes blocks of reference codes, and the command line leaves some out', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string; grantee: string }>(
    `select proname as name, case grantee when 0 then 'PUBLIC' else grantee::regrole::text end as grantee
     from pg_proc cross join aclexplode(coalesce(proacl, acldefault('f', proowner)))
     where pronamespace = 'public'::regnamespace and proname like '%reference_block%' and grantee <> proowner order by 1`,
  );
  assert.deepEqual(rows, [
    { name: 'advance_reference_blocks', grantee: 'vezne_admin' },
    { name: 'take_reference_block', grantee: 'vezne_api' },
  ]);
});

test('only the portal may call what is before its partner is known, and its searches', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string; grantees: string[] }>(
    `select proname as name, array_agg(case grantee when 0 then 'PUBLIC' else grantee::regrole::text end) as grantees
     from pg_proc cross join aclexplode(coalesce(proacl, acldefault('f', proowner)))
     where pronamespace = 'public'::regnamespace and proname like 'portal\\_%' and prosecdef and grantee <> proowner
     group by proname`,
  );
  assert.equal(rows.length, 41);
  for (const { name, grantees } of rows) {
    // Numbers alone, for `vezne keys usage`.
    const others = name === 'portal_totp_versions' ? ['vezne_admin'] : [];
    assert.deepEqual(grantees.toSorted(), [...others, 'vezne_portal'], name);
  }
});
