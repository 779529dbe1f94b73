import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../../harness/database.ts';
import { CANCEL, CONFIRM_SENT, EXPIRE, moveSql } from '../forgeries/honest-writes.ts';
import { SENDER, receiptRow } from '../rows/sender-rows.ts';
import { APPROVED, depositRow, insertRow, makeWorld, withdrawalRow } from '../rows/valid-rows.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The feeds of the rows that were inserted by hand. */
async function countEvents(owner: pg.Pool): Promise<void> {
  await owner.query(
    `update event_feed f set last_no = (select coalesce(max(feed_no), 0) from event e where e.partner_id = f.partner_id)`,
  );
}

test('the api can cancel waiting and queued transactions, but cannot approve one or create a decided one', async (t) => {
  const database = await createTestDatabase(t);
  const world = await makeWorld(database.pool());
  const api = database.pool('vezne_api');
  const cancellation = `status = 'rejected', stage = null, reason_code = 'partner_cancelled', decided_at = now(), commission_cents = 0,
    net_amount_cents = case type when 'deposit' then 0 end, player_amount_cents = 0, balance_impact_cents = 0`;
  const refused = [
    `update transaction set status = 'approved', stage = null, decided_at = now()`,
    `update transaction set stage = 'taken' where type = 'withdrawal'`,
    `update transaction set ${cancellation.replace('partner_cancelled', 'payout_failed')}`,
  ];
  for (const text of refused) await assert.rejects(api.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  const approved = { ...depositRow(world), ...APPROVED };
  await assert.rejects(insertRow(api, 'transaction', approved), { code: INSUFFICIENT_PRIVILEGE });
  const confirmed = await api.query(moveSql(CONFIRM_SENT), [world.deposit['id']]);
  assert.equal(confirmed.rowCount, 1, 'a player may say that the money is on its way');
  const withdrawal = withdrawalRow(world);
  await insertRow(database.pool(), 'transaction', withdrawal);
  await countEvents(database.pool());
  const cancel = async () => (await api.query(moveSql(CANCEL), [withdrawal['id']])).rowCount;
  assert.equal(await cancel(), 1, 'the queued withdrawal');
  assert.equal(await cancel(), 0, 'the api cannot change a decided transaction');
});

test('neither the api nor the worker can write an approval event', async (t) => {
  const database = await createTestDatabase(t);
  const { withdrawal, event } = await makeWorld(database.pool());
  const forged = {
    ...event,
    id: randomUUID(),
    feed_no: 7n,
    type: 'withdrawal.approved',
    status: 'approved',
    reason_code: null,
    transaction_id: withdrawal['id'],
  };
  for (const role of ['vezne_api', 'vezne_worker'] as const) {
    const pool = database.pool(role);
    await assert.rejects(insertRow(pool, 'event', forged), { code: INSUFFICIENT_PRIVILEGE }, role);
  }
});

test('the worker can expire deposits, and decide nothing else', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { deposit } = await makeWorld(owner);
  await countEvents(owner);
  const worker = database.pool('vezne_worker');
  const rejection = (reason: string) =>
    `update transaction set status = 'rejected', reason_code = '${reason}', decided_at = now(), commission_cents = 0,
       net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0 where type = 'deposit'`;
  await assert.rejects(
    worker.query(rejection('expired')),
    { code: INSUFFICIENT_PRIVILEGE },
    'nothing expires before its time',
  );
  await owner.query(`update transaction set expires_at = now() - interval '1 second' where type = 'deposit'`);
  await assert.rejects(worker.query(rejection('no_money_seen')), { code: INSUFFICIENT_PRIVILEGE });
  await assert.rejects(
    worker.query(`update transaction set status = 'approved', decided_at = now() where type = 'deposit'`),
    { code: INSUFFICIENT_PRIVILEGE },
  );
  assert.equal(
    (await worker.query(moveSql(EXPIRE), [deposit['id']])).rowCount,
    1,
    'only the one that waits for payment',
  );
  await assert.rejects(worker.query('update ledger_account set balance_cents = 1'), {
    code: INSUFFICIENT_PRIVILEGE,
  });
});

test('the worker cannot change addresses, filters or secrets, and the console and the api cannot read a secret', async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  for (const [role, text] of [
    ['vezne_worker', 'update webhook_endpoint set url = url'],
    ['vezne_worker', `update webhook_endpoint set status = 'active'`],
    ['vezne_worker', 'update webhook_secret set expires_at = null'],
    ['vezne_console', 'select secret_sealed from webhook_secret'],
    ['vezne_console', 'select * from webhook_secret'],
    ['vezne_console', 'update webhook_secret set secret_sealed = $$x$$'],
    ['vezne_console', 'select api_secret_sealed from credential'],
    ['vezne_console', 'select hash_secret_sealed from credential'],
    ['vezne_console', 'update credential set api_secret_sealed = $$x$$'],
    ['vezne_console', 'update webhook_endpoint set created_by = created_by'],
    ['vezne_api', 'select from webhook_secret'],
    ['vezne_portal', 'select secret_sealed from webhook_secret'],
    ['vezne_portal', 'select * from webhook_secret'],
  ] as const) {
    await assert.rejects(database.pool(role).query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test('a process registers only the keys that it has, in its own name, and says once what they are', async (t) => {
  const database = await createTestDatabase(t);
  const register = (purpose: string, version: number) =>
    `insert into key_fingerprint (purpose, version, fingerprint) values ('${purpose}', ${version}, sha256('key ${purpose}'))`;
  const hold = (purpose: string, version: number) =>
    `insert into key_holder (purpose, version) values ('${purpose}', ${version})`;
  for (const [role, text, isTaken] of [
    ['vezne_worker', register('page', 1), false],
    ['vezne_worker', register('reference_code', 1), false],
    ['vezne_admin', register('page', 1), false],
    ['vezne_console', register('page', 1), false],
    ['vezne_portal', register('secret', 1), false],
    ['vezne_portal', register('page', 2), false],
    ['vezne_portal', register('portal', 1), true],
    ['vezne_console', register('portal', 2), false],
    ['vezne_worker', register('portal', 2), false],
    ['vezne_api', register('page', 1), true],
    ['vezne_api', register('reference_code', 1), true],
    ['vezne_worker', register('secret', 1), true],
    ['vezne_admin', register('secret', 2), true],
    ['vezne_console', register('secret', 3), true],
    ['vezne_api', hold('secret', 1), true],
    ['vezne_worker', hold('secret', 1), true],
    ['vezne_console', hold('secret', 1), true],
    ['vezne_console', hold('page', 1), false],
    ['vezne_portal', hold('portal', 1), true],
    ['vezne_portal', hold('secret', 1), false],
    ['vezne_worker', hold('page', 1), false],
    ['vezne_admin', hold('secret', 2), false],
  ] as const) {
    const query = database.pool(role).query(text);
    if (isTaken) await query;
    else await assert.rejects(query, { code: INSUFFICIENT_PRIVILEGE }, `${role}: ${text}`);
  }
  await assert.rejects(database.pool('vezne_api').query(register('secret', 2)), { code: '23505' });
  const { rows } = await database.pool().query(`select purpose, version, role from key_holder order by role`);
  assert.deepEqual(rows, [
    { purpose: 'secret', version: 1, role: 'vezne_api' },
    { purpose: 'secret', version: 1, role: 'vezne_console' },
    { purpose: 'portal', version: 1, role: 'vezne_portal' },
    { purpose: 'secret', version: 1, role: 'vezne_worker' },
  ]);
});

test('the command line reseals what is live, with a version that its openers have had, and changes nothing else with it', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await makeWorld(owner);
  await owner.query(
    `insert into key_fingerprint (purpose, version, fingerprint) select 'secret', no, sha256('x') from generate_series(2, 3) as no`,
  );
  await owner.query(
    `insert into key_holder (purpose, version, role) values ('secret', 2, 'vezne_api'), ('secret', 2, 'vezne_worker')`,
  );
  const admin = database.pool('vezne_admin');
  // Another text of the same form; the database can't tell what it holds.
  const other = (column: string) => `${column} = 'x' || ${column}`;
  const both = `${other('api_secret_sealed')}, ${other('hash_secret_sealed')}`;
  const ended = async (table: string) => await owner.query(`update ${table} set expires_at = now()`);
  for (const [text, isTaken] of [
    [`update credential set ${both}`, false],
    [`update credential set key_version = 2`, false],
    [`update credential set key_version = 2, ${other('api_secret_sealed')}`, false],
    [`update credential set key_version = 3, ${both}`, false],
    [`update credential set key_version = 4, ${both}`, false],
    [`update credential set key_version = 2, ${both}, expires_at = now() + interval '1 year'`, false],
    [`update credential set key_version = 2, ${both}`, true],
    [`update webhook_secret set ${other('secret_sealed')}`, false],
    [`update webhook_secret set key_version = 2`, false],
    [`update webhook_secret set key_version = 3, ${other('secret_sealed')}`, false],
    [`update webhook_secret set key_version = 2, ${other('secret_sealed')}, expires_at = null`, true],
  ] as const) {
    if (isTaken) assert.ok(((await admin.query(text)).rowCount ?? 0) > 0, text);
    else await assert.rejects(admin.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
  await owner.query(
    `insert into key_holder (purpose, version, role) values ('secret', 3, 'vezne_api'), ('secret', 3, 'vezne_worker')`,
  );
  for (const [table, columns] of [
    ['credential', both],
    ['webhook_secret', other('secret_sealed')],
  ] as const) {
    await ended(table);
    const text = `update ${table} set key_version = 3, ${columns}`;
    await assert.rejects(admin.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test('the process that serves players can store receipts of waiting deposits, but cannot read them', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { deposit, lateDeposit } = await makeWorld(owner);
  const api = database.pool('vezne_api');
  await assert.rejects(api.query('select content from receipt'), { code: INSUFFICIENT_PRIVILEGE });
  await assert.rejects(api.query('select * from receipt'), { code: INSUFFICIENT_PRIVILEGE });
  for (const role of ['vezne_worker', 'vezne_portal'] as const) {
    for (const table of ['receipt', 'sender_detail'])
      await assert.rejects(database.pool(role).query(`select from ${table}`), {
        code: INSUFFICIENT_PRIVILEGE,
      });
  }
  for (const role of ['vezne_console', 'vezne_admin'] as const) {
    assert.equal((await database.pool(role).query('select content from receipt')).rowCount, 1, role);
    assert.equal((await database.pool(role).query('select sender_name from sender_detail')).rowCount, 1);
  }
  await owner.query('delete from sender_detail');
  for (const [row, isTaken] of [
    [{ transaction_id: lateDeposit['id'], ...SENDER }, true],
    [{ transaction_id: deposit['id'], ...SENDER }, false],
  ] as const) {
    const insert = insertRow(api, 'sender_detail', row);
    if (isTaken) await insert;
    else await assert.rejects(insert, { code: INSUFFICIENT_PRIVILEGE }, 'it waits for payment');
  }
  const waiting = { ...receiptRow({ lateDeposit }), receipt_no: 2 };
  await insertRow(api, 'receipt', waiting);
  const early = { ...waiting, id: randomUUID(), transaction_id: deposit['id'], receipt_no: 1 };
  await assert.rejects(insertRow(api, 'receipt', early), { code: INSUFFICIENT_PRIVILEGE });
});

test('the api can change no other column of a transaction and no configuration', async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  const api = database.pool('vezne_api');
  for (const text of [
    'update transaction set bank_account_id = bank_account_id',
    'update transaction set payout_iban = payout_iban',
    `update partner set status = 'active'`,
    `insert into partner (id, name) values (gen_random_uuid(), 'Mine')`,
    'update credential set revoked_at = null',
    `update blocked_party set ended_at = now(), ended_by = 'ayse'`,
    `update bank_account set status = 'enabled'`,
    'select from audit_entry',
    'delete from bank_account_day',
  ]) {
    await assert.rejects(api.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test("an administrator's change of the configuration advances the epoch, which the administrator cannot change directly", async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  const owner = database.pool();
  const admin = database.pool('vezne_admin');
  const epoch = async () =>
    (await admin.query<{ epoch: bigint }>('select epoch from configuration_epoch')).rows[0]?.epoch;
  // What takes two people is done by the owner, who stands above that rule.
  for (const [pool, text] of [
    [admin, 'update partner set deposits_paused = true'],
    [admin, 'update credential set revoked_at = now()'],
    [owner, `update blocked_party set ended_at = now(), ended_by = 'ayse'`],
    [admin, `update bank_account set status = 'frozen'`],
    [
      owner,
      `insert into partner_terms select partner_id, direction, version + 1, 0, 0, settlement_mode, now(), 'ayse', now() from partner_terms`,
    ],
    [
      owner,
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposit_expiry_seconds, created_by) values (1, 2, 1, 2, 60, 'ayse')`,
    ],
  ] as const) {
    const before = (await epoch()) ?? 0n;
    await pool.query(text);
    assert.equal(await epoch(), before + 1n, text);
  }
});
