import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import { REFERENCE_CODE_COUNT } from '@vezne/domain/reference-code';
import { createPool } from '../../src/db/pool.ts';
import {
  advanceReferenceBlocks,
  takeReferenceBlock,
} from '../../src/db/write/transactions/reference-blocks.ts';
import { createTestDatabase } from '../harness/database.ts';
import { untilSomebodyWaits } from '../harness/expectations.ts';

const IN_TIME = { timeoutMs: 10_000 };
const CHECK_VIOLATION = { code: '23514' };

async function setUp(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const newProcess = (): pg.Pool => {
    const pool = createPool({
      url: database.urlOf('vezne_api'),
      maxConnections: 4,
      applicationName: 'test',
      log: pino({ level: 'silent' }),
    });
    t.after(async () => await pool.end());
    return pool;
  };
  const row = async () =>
    (await owner.query<{ next: bigint }>('select next_block as next from reference_code_counter')).rows[0]
      ?.next;
  return { owner, api: database.pool('vezne_api'), admin: database.pool('vezne_admin'), newProcess, row };
}

/** As a process of the version before does. */
async function takeAsBefore(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ block: bigint }>(`select nextval('reference_code_block') as block`);
  return rows[0]?.block ?? assert.fail('no block');
}

async function takeMany(count: number, takers: readonly (() => Promise<bigint>)[]): Promise<bigint[]> {
  return await Promise.all(
    Array.from(
      { length: count },
      async (_, index) => await (takers[index % takers.length] ?? assert.fail())(),
    ),
  );
}

test('two processes that take blocks at the same time never get the same one, and leave none out', async (t) => {
  const { newProcess } = await setUp(t);
  const [one, other] = [newProcess(), newProcess()];
  const blocks = await takeMany(200, [
    async () => await takeReferenceBlock(one),
    async () => await takeReferenceBlock(other),
  ]);
  assert.deepEqual(
    blocks.toSorted((a, b) => Number(a - b)),
    Array.from({ length: 200 }, (_, block) => BigInt(block)),
  );
});

test('beside processes of the version before, which take numbers of the sequence, no block is given twice', async (t) => {
  const { newProcess } = await setUp(t);
  const [before, beforeToo, now, nowToo] = [newProcess(), newProcess(), newProcess(), newProcess()];
  const blocks = await takeMany(400, [
    async () => await takeAsBefore(before),
    async () => await takeReferenceBlock(now),
    async () => await takeReferenceBlock(nowToo),
    async () => await takeAsBefore(beforeToo),
  ]);
  assert.equal(new Set(blocks).size, 400);
});

test('a failover that takes the sequence back takes no block back that was confirmed', async (t) => {
  const { owner, api } = await setUp(t);
  for (let block = 0n; block < 5n; block += 1n) assert.equal(await takeReferenceBlock(api), block);
  await owner.query(`select setval('reference_code_block', 1)`);
  assert.equal(await takeReferenceBlock(api), 5n);
  assert.equal(await takeAsBefore(api), 6n, 'nor does a process of the version before get one of them');
  assert.equal(await takeReferenceBlock(api), 7n);
  await owner.query(`select setval('reference_code_block', 2)`);
  const blocks = await takeMany(60, [
    async () => await takeReferenceBlock(api),
    async () => await takeAsBefore(api),
  ]);
  const confirmed = blocks.filter((_, index) => index % 2 === 0);
  assert.ok(confirmed.every((block) => block > 7n));
  assert.equal(
    new Set(blocks.filter((block) => block > 7n)).size,
    blocks.filter((block) => block > 7n).length,
  );
});

test('a transaction that takes a block and is rolled back leaves it to nobody', async (t) => {
  const { api, row } = await setUp(t);
  const client = await api.connect();
  await client.query('begin');
  const { rows } = await client.query<{ block: bigint }>('select take_reference_block() as block');
  await client.query('rollback');
  client.release();
  assert.deepEqual(rows, [{ block: 0n }]);
  assert.equal(await row(), 0n);
  assert.equal(await takeReferenceBlock(api), 1n);
});

test('while somebody keeps the counter, a process hears of it after a second and leaves nobody waiting behind it', async (t) => {
  const { owner, api, newProcess } = await setUp(t);
  const keeper = await newProcess().connect();
  await keeper.query('begin');
  await keeper.query('select take_reference_block()');
  const taking = assert.rejects(takeReferenceBlock(api), { code: '55P03' });
  await untilSomebodyWaits(owner);
  await taking;
  await keeper.query('commit');
  keeper.release();
  assert.equal(typeof (await takeReferenceBlock(api)), 'bigint');
});

test('the counter goes back for nobody, the owner included', async (t) => {
  const { owner, api, row } = await setUp(t);
  await takeReferenceBlock(api);
  for (const text of [
    'update reference_code_counter set next_block = 0',
    'update reference_code_counter set next_block = next_block',
    'delete from reference_code_counter',
  ])
    await assert.rejects(owner.query(text), CHECK_VIOLATION, text);
  assert.equal(await row(), 1n);
});

test('the counter ends where the codes end', async (t) => {
  const { owner, api } = await setUp(t);
  const wholeBlocks = BigInt(Math.floor(REFERENCE_CODE_COUNT / 512));
  await owner.query('update reference_code_counter set next_block = $1', [wholeBlocks - 1n]);
  await owner.query(`select setval('reference_code_block', $1)`, [wholeBlocks - 3n]);
  assert.equal(await takeReferenceBlock(api), wholeBlocks - 1n);
  await assert.rejects(takeReferenceBlock(api), { constraint: 'reference_code_counter_range' });
});

test('the command line leaves blocks out, forward and not too many, and no process of either version gets one of them', async (t) => {
  const { owner, api, admin } = await setUp(t);
  await takeReferenceBlock(api);
  assert.equal(await advanceReferenceBlocks(admin, 1_000n, IN_TIME), 1_001n);
  assert.equal(await takeReferenceBlock(api), 1_001n);
  assert.equal(await takeAsBefore(api), 1_002n);
  assert.equal(await advanceReferenceBlocks(admin, 1n, IN_TIME), 1_004n);
  await owner.query(`select setval('reference_code_block', 1)`);
  assert.equal(
    await advanceReferenceBlocks(admin, 100_000n, IN_TIME),
    101_004n,
    'from the row, if that is ahead',
  );
  assert.equal(await takeAsBefore(api), 101_004n);
  for (const blocks of [0n, -1n, 100_001n])
    await assert.rejects(advanceReferenceBlocks(admin, blocks, IN_TIME), { code: '22023' });
  await assert.rejects(advanceReferenceBlocks(api, 1n, IN_TIME), { code: '42501' });
  await assert.rejects(takeReferenceBlock(admin), { code: '42501' });
});
