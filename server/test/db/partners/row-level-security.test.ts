// Never tried again: a row of another partner that comes once in a thousand times is what it looks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../../harness/database.ts';
import { insertRow, makeWorld, stepRow, withdrawalRow } from '../rows/valid-rows.ts';
import type { World } from '../rows/valid-rows.ts';

/** The column of each table that shows a row's owner. */
const PARTNER_OF_ROW: Readonly<Record<string, string>> = {
  partner: 'select id as partner from partner',
  partner_terms: 'select partner_id as partner from partner_terms',
  credential: 'select partner_id as partner from credential',
  transaction: 'select partner_id as partner from transaction',
  transaction_step:
    'select (select partner_id from transaction t where t.id = transaction_id) as partner from transaction_step',
};

interface TwoPartners {
  portal: pg.Pool;
  owner: pg.Pool;
  ours: World;
  theirs: World;
}

async function setUp(t: TestContext): Promise<TwoPartners> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  return {
    owner,
    portal: database.pool('vezne_portal'),
    ours: await makeWorld(owner),
    theirs: await makeWorld(owner),
  };
}

/** Runs a query like the portal: the partner is set for one transaction. */
async function asPartner<Row extends pg.QueryResultRow>(
  portal: pg.Pool,
  partnerId: unknown,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await portal.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('vezne.partner_id', $1, true)`, [partnerId]);
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test("a partner's people see only their own partner's rows, in every table", async (t) => {
  const { owner, portal, ours } = await setUp(t);
  for (const [table, text] of Object.entries(PARTNER_OF_ROW)) {
    const inAll = (await owner.query<{ partner: string }>(text)).rows;
    const expected = inAll.filter(({ partner }) => partner === ours.partner['id']);
    const seen = await asPartner(portal, ours.partner['id'], text);
    assert.ok(expected.length > 0 && expected.length < inAll.length, table);
    assert.deepEqual(seen, expected, table);
  }
});

test('without a partner no row is visible: before it is set, after the transaction, or when it is empty or unknown', async (t) => {
  const { portal, ours } = await setUp(t);
  const countAll = async (client: pg.PoolClient): Promise<number[]> => {
    const counts = [];
    for (const text of Object.values(PARTNER_OF_ROW)) counts.push((await client.query(text)).rowCount ?? -1);
    return counts;
  };
  const client = await portal.connect();
  const before = await countAll(client);
  await client.query('begin');
  await client.query(`select set_config('vezne.partner_id', $1, true)`, [ours.partner['id']]);
  const during = await countAll(client);
  await client.query('commit');
  const after = await countAll(client);
  client.release();
  const nothing = [0, 0, 0, 0, 0];
  assert.deepEqual({ before, during, after }, { before: nothing, during: [1, 1, 1, 4, 2], after: nothing });

  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const text of Object.values(PARTNER_OF_ROW)) {
    assert.deepEqual(await asPartner(portal, '', text), []);
    assert.deepEqual(await asPartner(portal, unknown, text), []);
  }
});

test("no filter, join or function reaches another partner's row", async (t) => {
  const { portal, ours, theirs } = await setUp(t);
  const { id } = theirs.deposit;
  const theirId = theirs.partner['id'];
  const attempts: [text: string, values: unknown[]][] = [
    ['select id from transaction where id = $1', [id]],
    ['select id from transaction where partner_id = $1 or true limit 1 offset 4', [theirId]],
    ['select p.id from transaction t right join partner p on p.id = t.partner_id where p.id = $1', [theirId]],
    [
      'select s.trigger from transaction_step s left join transaction t on t.id = s.transaction_id where s.transaction_id = $1',
      [id],
    ],
    [
      'select id from (select * from partner union select * from partner) both_halves where id = $1',
      [theirId],
    ],
    ['select api_key from credential where partner_id <> portal_partner_id()', []],
    ["select most_common_vals from pg_stats where schemaname = 'public' and tablename = 'transaction'", []],
    [
      "select 1 from query_to_xml($$select id from transaction where partner_id <> portal_partner_id()$$, false, false, '') as x where x::text like '%<id>%'",
      [],
    ],
  ];
  for (const [text, values] of attempts) {
    assert.deepEqual(await asPartner(portal, ours.partner['id'], text, values), [], text);
  }
});

test("a filter that would fail on another partner's row never reads that row", async (t) => {
  const { portal, ours, theirs } = await setUp(t);
  // If the filter ran before the policy, the division would reveal that the row exists.
  const probe = `select id from transaction where 1 / (case when external_reference = $1 then 0 else 1 end) = 1`;
  const seen = await asPartner(portal, ours.partner['id'], probe, [theirs.deposit['external_reference']]);
  assert.equal(seen.length, 4);
  await assert.rejects(
    asPartner(portal, ours.partner['id'], probe, [ours.deposit['external_reference']]),
    /division by zero/,
  );
});

test("the portal cannot read a sealed secret, not even the partner's own", async (t) => {
  const { portal, ours } = await setUp(t);
  const queries = [
    'select api_secret_sealed from credential',
    'select hash_secret_sealed from credential',
    'select * from credential',
    'select credential from credential',
    'select to_jsonb(credential) from credential',
    'select 1 from credential where api_secret_sealed like $$e%$$',
    'select id from credential order by hash_secret_sealed',
  ];
  for (const text of queries) {
    await assert.rejects(asPartner(portal, ours.partner['id'], text), { code: '42501' }, text);
  }
});

test('the processes that work for all partners see all rows', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await makeWorld(owner);
  await makeWorld(owner);
  for (const role of ['vezne_api', 'vezne_admin'] as const) {
    for (const [table, text] of Object.entries(PARTNER_OF_ROW)) {
      const [all, seen] = await Promise.all([owner.query(text), database.pool(role).query(text)]);
      assert.equal(seen.rowCount, all.rowCount, `${role} ${table}`);
    }
  }
});

test('the worker and the administrators see all deliveries completely', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await makeWorld(owner);
  await makeWorld(owner);
  for (const role of ['vezne_console', 'vezne_worker', 'vezne_admin'] as const) {
    for (const table of [
      'webhook_endpoint',
      'webhook_delivery',
      'webhook_attempt',
      'webhook_secret',
      'living_process',
    ]) {
      if (role === 'vezne_console' && table === 'webhook_secret') continue;
      const text = `select from ${table}`;
      const [all, seen] = await Promise.all([owner.query(text), database.pool(role).query(text)]);
      assert.ok((all.rowCount ?? 0) >= 2, table);
      assert.equal(seen.rowCount, all.rowCount, `${role} ${table}`);
    }
  }
});

test("a partner's people cannot change any row, not even their own", async (t) => {
  const { portal, ours } = await setUp(t);
  for (const text of [
    `update partner set credit_line_cents = 1000000`,
    `update transaction set status = 'approved'`,
    `delete from transaction_step`,
    `insert into configuration_epoch (epoch) values (2)`,
  ]) {
    await assert.rejects(asPartner(portal, ours.partner['id'], text), { code: '42501' }, text);
  }
});

test('a partner sees the steps of its own transactions as they are written', async (t) => {
  const { owner, portal, ours, theirs } = await setUp(t);
  for (const { partner } of [ours, theirs]) {
    const withdrawal = withdrawalRow({ partner });
    await insertRow(owner, 'transaction', withdrawal);
    await insertRow(owner, 'transaction_step', stepRow({ deposit: withdrawal }));
  }
  assert.equal((await asPartner(portal, ours.partner['id'], 'select from transaction_step')).length, 3);
});

/** Tables without rows of a partner. Every other table must have row-level security, so a new table can't forget it. */
const TABLES_OF_NO_PARTNER = [
  'audit_seal',
  'bank_account',
  'bank_account_day',
  'bank_account_freeze',
  'bank_account_freeze_target',
  'bank_movement',
  'configuration_epoch',
  'platform_settings',
  'schema_migration',
];

test('every table with rows of a partner has row-level security', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string; secured: boolean; ofPartner: boolean }>(`
    select relname as name, relrowsecurity as secured,
           exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'partner_id') as "ofPartner"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`);
  assert.deepEqual(
    rows.filter(({ secured }) => !secured).map(({ name }) => name),
    TABLES_OF_NO_PARTNER,
  );
  assert.deepEqual(
    rows.filter(({ secured, ofPartner }) => ofPartner && !secured),
    [],
  );
  const { rows: views } = await owner.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
  );
  assert.equal(
    views.length,
    0,
    'A view runs as its owner and sees all rows: make it security_invoker and test it here.',
  );
});
