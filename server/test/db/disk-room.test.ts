import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRoom } from '../../src/db/disk-room.ts';
import { createPool } from '../../src/db/pool.ts';
import { PROCESS_ROLES, createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { silentLog } from '../harness/silent-log.ts';

// What a full disk does is in chaos/full-disk.test.ts, which makes one.
const OPTIONS = { timeoutMs: 5_000 };
const MEGABYTE = 1_000_000;

test('each role learns whether there is room, by a file of a megabyte that does not stay', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const read = async (text: string): Promise<bigint> =>
    (await owner.query<{ bytes: bigint }>(text)).rows[0]?.bytes ?? assert.fail();
  const sizeOf = 'select pg_database_size(current_database()) as bytes';
  const writtenOf = 'select temp_bytes as bytes from pg_stat_database where datname = current_database()';
  const sizeBefore = await read(sizeOf);
  for (const [index, role] of PROCESS_ROLES.entries()) {
    const pool = createPool({
      url: database.urlOf(role),
      maxConnections: 1,
      applicationName: 'test-room',
      log: silentLog,
    });
    assert.equal(await hasRoom(pool, OPTIONS), true);
    const { rows } = await pool.query(`select current_setting('work_mem') as memory`);
    assert.deepEqual(rows, [{ memory: '4MB' }], 'What the session has for other work is as it was.');
    // The server counts when a session ends.
    await pool.end();
    await until(
      async () => await read(writtenOf),
      (bytes) => bytes > BigInt(MEGABYTE * 0.9 * (index + 1)),
    );
  }
  assert.equal(await read(sizeOf), sizeBefore);
});

test('who may not write such files knows of no full disk, and keeps the connection', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const client = await owner.connect();
  const { rows: before } = await client.query(`select pg_backend_pid() as pid`);
  await client.query(`set temp_file_limit = '100kB'`);
  client.release();
  assert.equal(await hasRoom(owner, OPTIONS), true);
  assert.deepEqual((await owner.query(`select pg_backend_pid() as pid`)).rows, before);
});
