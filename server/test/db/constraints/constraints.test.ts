import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../harness/database.ts';
import { insertPartner } from '../../harness/factories.ts';
import { AUDIT_RULES } from './audit-rules.ts';
import { CONFIGURATION_RULES } from './configuration-rules.ts';
import { FOUR_EYES_RULES } from './four-eyes-rules.ts';
import { GROWTH_RULES } from './growth-rules.ts';
import { KEY_RULES } from './key-rules.ts';
import { LEDGER_RULES } from './ledger-rules.ts';
import { MISDIRECTED_RULES } from './misdirected-rules.ts';
import { PARTNER_KEY_RULES } from './partner-key-rules.ts';
import { insertPartnerPeople } from '../rows/partner-people-rows.ts';
import { PARTNER_PEOPLE_RULES } from './partner-people-rules.ts';
import { PAYOUT_RULES } from './payout-rules.ts';
import { insertProcessRows } from '../rows/process-rows.ts';
import { PROCESS_RULES } from './process-rules.ts';
import { REFUSED_RULES } from './refused-rules.ts';
import { SENDER_RULES } from './sender-rules.ts';
import { insertStaffRows } from '../rows/staff-rows.ts';
import { STAFF_RULES } from './staff-rules.ts';
import { STATEMENT_RULES, insertStatements } from './statement-rules.ts';
import { TRANSACTION_RULES } from './transaction-rules.ts';
import { APPROVED, REJECTED, depositRow, insertRow, makeWorld, withdrawalRow } from '../rows/valid-rows.ts';
import type { Row, World } from '../rows/valid-rows.ts';
import { WEBHOOK_RULES } from './webhook-rules.ts';

const NOT_NULL_VIOLATION = '23502';
/** Tables whose rows the migrations have made, and to which none is ever added. */
const ROWS_THAT_EXIST: Readonly<Record<string, Row>> = {
  configuration_epoch: { singleton: true, epoch: 7n },
  portal_configuration_epoch: { singleton: true, epoch: 7n },
  reference_code_counter: { singleton: true, next_block: 7n },
  work_lock: { name: 'blocks', is_there: true },
  player_name_place: { singleton: true, read_up_to: '00000000-0000-0000-0000-000000000000' },
};
const ALL_RULES = [
  ...CONFIGURATION_RULES,
  ...AUDIT_RULES,
  ...TRANSACTION_RULES,
  ...GROWTH_RULES,
  ...KEY_RULES,
  ...LEDGER_RULES,
  ...WEBHOOK_RULES,
  ...SENDER_RULES,
  ...FOUR_EYES_RULES,
  ...PAYOUT_RULES,
  ...MISDIRECTED_RULES,
  ...REFUSED_RULES,
  ...STAFF_RULES,
  ...PROCESS_RULES,
  ...PARTNER_PEOPLE_RULES,
  ...PARTNER_KEY_RULES,
  ...STATEMENT_RULES,
];

async function refusalOf(owner: pg.Pool, table: string, row: Row): Promise<pg.DatabaseError | undefined> {
  try {
    await insertRow(owner, table, row);
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error;
    throw error;
  }
}

test('the database refuses every row that breaks a rule', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const world = await makeWorld(owner);
  await insertStaffRows(owner);
  await insertPartnerPeople(owner, world);
  await insertStatements(owner, world);
  await insertProcessRows(owner);

  for (const { table, validRow, refused } of ALL_RULES) {
    for (const [rule, constraint, change] of refused) {
      await t.test(`${table}: ${rule}`, async () => {
        const changes = typeof change === 'function' ? change(world) : change;
        const refusal = await refusalOf(owner, table, { ...validRow?.(world), ...changes });
        assert.equal(refusal?.constraint, constraint, refusal?.message ?? 'The row was taken.');
      });
    }
  }
});

test('every constraint of the schema refuses at least one row in these tests', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string }>(`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'p', 'u', 'f', 'x')
      and conrelid <> 'schema_migration'::regclass
    union
    select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and indisunique and indrelid <> 'schema_migration'::regclass`);
  // The primary key implies them and refuses first. They exist only as targets of foreign keys.
  const unreachable = new Set(['audit_seal_in_chain', 'transaction_of_partner']);
  const seen = new Set(ALL_RULES.flatMap(({ refused }) => refused.map(([, constraint]) => constraint)));
  assert.ok(rows.length > 50, 'The catalogue was read.');
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !unreachable.has(name) && !seen.has(name)),
    [],
    'Add a row that breaks it to the rules beside this test.',
  );
});

test('late money belongs to the partner of its original transaction', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const world = await makeWorld(owner);
  const stranger = await insertPartner(owner);
  const late = { ...depositRow(world), original_transaction_id: world.deposit['id'] };
  const refusal = await refusalOf(owner, 'transaction', { ...late, partner_id: stranger.id });
  assert.equal(refusal?.constraint, 'transaction_original');
  assert.equal(await refusalOf(owner, 'transaction', late), undefined);
});

test('a required column refuses a row without it', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const world = await makeWorld(owner);
  await insertStaffRows(owner);
  await insertPartnerPeople(owner, world);
  await insertStatements(owner, world);
  const validRows = new Map<string, Row>(
    ALL_RULES.map(({ table, validRow }) => [table, validRow?.(world) ?? ROWS_THAT_EXIST[table] ?? {}]),
  );
  const { rows } = await owner.query<{ table: string; column: string }>(`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attnotnull
      and not attisdropped and relname <> 'schema_migration'`);
  assert.ok(rows.length > 70, 'The catalogue was read.');
  for (const { table, column } of rows) {
    const refusal = await refusalOf(owner, table, { ...validRows.get(table), [column]: null });
    assert.deepEqual([refusal?.code, refusal?.column], [NOT_NULL_VIOLATION, column], `${table}.${column}`);
  }
});

/** Columns that may be empty, in the two forms in which a transaction uses them. */
const NULLABLE_COLUMNS: Readonly<Record<string, string>> = {
  audit_entry: 'actor_id seal_no written_at',
  audit_seal: 'previous_no',
  bank_account: 'daily_cap_cents',
  bank_account_freeze: 'looked_at quiet_since settled_at',
  blocked_party: 'customer_id ended_at ended_by expires_at iban partner_id',
  credential: 'expires_at revoked_at',
  bank_movement: 'operation_id statement_line_id step_no transaction_id',
  event: 'actual_amount_cents net_amount_cents original_transaction_id reason_code reference_code',
  ledger_account: 'bank_account_id partner_id',
  ledger_operation:
    'actor_id bank_account_id confirmed_by confirmed_by_id fee_cents partner_id payout_id refused_transaction_id said sent_operation_id',
  ledger_transfer: 'operation_id refused_transaction_id step_no transaction_id',
  open_transaction: 'bank_account_id expires_at held_until original_transaction_id stage waiting_since',
  partner:
    'deposit_expiry_seconds deposit_max_cents deposit_min_cents player_day_deposit_cents player_day_deposit_count player_day_withdrawal_cents player_day_withdrawal_count refund_note_en refund_note_tr requests_per_second settlement_holder_name settlement_iban support_address withdrawal_max_cents withdrawal_min_cents',
  partner_invitation: 'accepted_at invited_by_id withdrawn_at',
  partner_look: 'ended_at opened_at session_hash',
  partner_network_request: 'ended_at ended_by_id',
  partner_passkey: 'last_used_at',
  partner_person: 'invited_by_id removed_at removed_by_id',
  partner_recovery_code: 'used_at',
  partner_session: 'end_reason ended_at step_up_at step_up_began_at',
  partner_sign_in: 'challenge person_id session_id used_at',
  partner_sign_in_failure: 'blocked_until',
  partner_statement:
    'ended_at first_entry_no last_entry_no month partner_name problem reserved_first_entry_no reserved_last_entry_no sha256 size_bytes taken_until',
  partner_totp: 'confirmed_at last_step last_used_at',
  player: 'bank_account_id',
  running_process: 'gone_at last_work_at',
  second_person_request:
    'after asked_by_id asked_by_kind before decided_at decided_by decided_by_id decided_by_kind decision_note fingerprint note subject_id subject_type',
  sender_detail: 'iban_last_four sender_name sent_at',
  sign_in_attempt: 'challenge session_id staff_id used_at',
  sign_in_failure: 'blocked_until',
  staff: 'next_roles next_roles_from',
  staff_passkey: 'last_used_at',
  staff_recovery_code: 'used_at',
  staff_session: 'end_reason ended_at step_up_at step_up_began_at',
  staff_totp: 'confirmed_at last_step',
  transaction:
    'actual_amount_cents authorised_by authorised_by_id bank_account_id corrected_at customer_email decided_at expires_at held_until hold_reason language net_amount_cents original_transaction_id page_key_version payout_bank_name payout_holder_name payout_iban previous_bank_account_id reason_code redirect_url reference_code reference_number refused_transaction_id stage taken_by taken_by_id',
  transaction_step: 'actor_id asked_by asked_by_id decision_id note press_hash said stage',
  webhook_attempt: 'answer_start error next_attempt_at status_code',
  webhook_delivery: 'delivered_at leased_until',
  webhook_endpoint: 'owner_id',
  webhook_secret: 'expires_at',
  webhook_test: 'answer_start duration_ms ended_at error status_code taken_at',
};

test('only the listed columns may be empty', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ table: string; columns: string }>(`
    select relname as table, string_agg(attname, ' ' order by attname collate "C") as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attnotnull
      and not attisdropped and relname <> 'schema_migration'
    group by relname`);
  assert.deepEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])), NULLABLE_COLUMNS);
});

const NOTHING: Row = {
  actual_amount_cents: 0n,
  commission_cents: 0n,
  net_amount_cents: 0n,
  player_amount_cents: 0n,
  balance_impact_cents: 0n,
};

test('the database accepts every state that a transaction can have', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const world = await makeWorld(owner);
  await insertStaffRows(owner);
  await insertPartnerPeople(owner, world);
  await insertStatements(owner, world);
  const paidFrom = { bank_account_id: world.bankAccount['id'], taken_by: 'ayse' };
  const authorised = { ...paidFrom, authorised_by: 'mehmet' };
  const forms: Record<string, (world: World) => Row> = {
    'a new deposit': depositRow,
    'a deposit whose money is looked for': (w) => ({ ...depositRow(w), status: 'waiting_confirmation' }),
    'an approved deposit': (w) => ({ ...depositRow(w), ...APPROVED }),
    'a deposit that turned out to be no money': (w) => ({
      ...depositRow(w),
      ...APPROVED,
      ...NOTHING,
      corrected_at: new Date(),
    }),
    'a rejected deposit': (w) => ({ ...depositRow(w), ...REJECTED, net_amount_cents: 0n }),
    'late money under an old reference': (w) => ({
      ...depositRow(w),
      ...APPROVED,
      external_reference: w.deposit['external_reference'],
      original_transaction_id: w.deposit['id'],
    }),
    'a new withdrawal': withdrawalRow,
    'a taken withdrawal': (w) => ({ ...withdrawalRow(w), ...paidFrom, stage: 'taken' }),
    'an authorised withdrawal': (w) => ({ ...withdrawalRow(w), ...authorised, stage: 'authorised' }),
    'an approved withdrawal': (w) => ({ ...withdrawalRow(w), ...authorised, ...APPROVED }),
    'a withdrawal rejected in the queue': (w) => ({ ...withdrawalRow(w), ...REJECTED }),
    'a payout that came back': (w) => ({ ...withdrawalRow(w), ...authorised, ...REJECTED }),
    'a withdrawal abroad': (w) => ({ ...withdrawalRow(w), payout_iban: 'GB82WEST12345698765432' }),
    'a deposit and a withdrawal of one reference': (w) => ({
      ...withdrawalRow(w),
      external_reference: w.deposit['external_reference'],
    }),
  };
  for (const [name, form] of Object.entries(forms)) {
    await t.test(name, async () => {
      assert.equal((await refusalOf(owner, 'transaction', form(world)))?.message, undefined);
    });
  }
  for (const { table, validRow } of ALL_RULES) {
    if (validRow) assert.equal((await refusalOf(owner, table, validRow(world)))?.message, undefined, table);
  }
});
