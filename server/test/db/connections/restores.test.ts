import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { roomyFolder } from '../../../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../../../tools/postgres/server.ts';
import { readOwnSince } from '../../../src/db/read/installation/restores.ts';
import { until } from '../../harness/expectations.ts';

const OPTIONS = { timeoutMs: 10_000 };

test('a standby that took over knows which rows are its own, and after a start which are of before the start', async (t) => {
  const [old, promoted] = [await folder(t), await folder(t)];
  const before = await serverIn(t, old);
  await before.pool.query('create table written (at timestamptz not null)');
  await before.stop();
  await promisify(execFile)('cp', ['-a', `${old}/.`, promoted]);
  const primary = await serverIn(t, old);
  await writeFile(join(promoted, 'data', 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(promoted, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const standby = await serverIn(t, promoted);
  // The standby runs before the rows are written: its start says nothing of them.
  const kept = await insertRow(primary.pool);
  await until(
    async () => (await standby.pool.query('select from written')).rowCount,
    (count) => count === 1,
  );
  await primary.stop();
  await standby.pool.query('select pg_promote()');
  const own = await insertRow(standby.pool);
  const since = await readOwnSince(standby.pool, OPTIONS);
  assert.ok(
    kept <= since && since < own,
    `${kept.toISOString()} ${since.toISOString()} ${own.toISOString()}`,
  );

  await standby.stop();
  const again = await serverIn(t, promoted);
  assert.ok((await readOwnSince(again.pool, OPTIONS)) > own);
});

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(await roomyFolder(), 'vezne-restores-'));
  t.after(async () => await rm(made, { recursive: true, force: true }));
  return made;
}

async function serverIn(t: TestContext, directory: string) {
  const server = await startPostgres({ version: '15', directory, settings: { fsync: 'off' } });
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  pool.on('error', () => undefined);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopped ??= pool.end().then(async () => await server.stop());
    await stopped;
  };
  t.after(stop);
  return { url: server.url, pool, stop };
}

async function insertRow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('insert into written values (now()) returning at');
  return rows[0]?.at ?? assert.fail();
}
