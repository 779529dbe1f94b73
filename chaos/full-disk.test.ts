/** A full disk on which the log has room: commits go on, and no table can grow. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { vezneOn } from '../server/test/commands/vezne.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { until } from '../server/test/harness/expectations.ts';
import { serverUser } from '../tools/postgres/binaries.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';

const run = promisify(execFile);

/** The log is elsewhere. */
const disk = await mkdtemp(join(tmpdir(), 'vezne-full-disk-'));
await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'vezne-full-disk', disk]);
const tables = join(disk, 'tables');
await mkdir(tables);
const user = serverUser();
if (user !== undefined) await chown(tables, user.uid, user.gid);
const server = await startOwnPostgres();
after(async () => {
  await server.stop();
  await run('umount', [disk]);
  await rm(disk, { recursive: true });
});

async function ready(url: string): Promise<string> {
  const answer = await fetch(new URL('/readyz', url));
  return `${answer.status} ${await answer.text()}`;
}

test('an api is not ready while no table can grow, although each of its commits is confirmed', async (t) => {
  const database = await createTestDatabase(t);
  const name = new URL(database.ownerUrl).pathname.slice(1);
  const superuser = await createTestDatabase(t);
  await superuser.pool().query(`create tablespace tables location '${tables}'`);
  await superuser.pool().query(`alter database ${name} set tablespace tables`);
  const owner = database.pool();
  await owner.query('create table growing (words text)');
  const api = await startApiProcess(t, database);
  assert.match(await ready(api.url), /^200 /);

  const filling = join(disk, 'filling');
  await assert.rejects(run('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4k']), /No space left/);
  await assert.rejects(
    owner.query(`insert into growing select repeat('a', 1000) from generate_series(1, 1000)`),
    {
      code: '53100',
    },
  );
  const beat = async (): Promise<bigint> =>
    (await owner.query<{ beat: bigint }>('select beat from running_process')).rows[0]?.beat ?? assert.fail();
  const before = await beat();
  // It looks every five seconds, and is not ready after three of them.
  await until(
    async () => await ready(api.url),
    (answer) => answer.startsWith('503 '),
    15_000,
  );
  assert.ok((await beat()) > before + 1n, 'It is seen all the while.');
  const { code, stdout } = await vezneOn(database)('status');
  assert.equal(code, 1);
  assert.match(stdout, /The disk of the database is full: no table can grow/);

  await rm(filling);
  await until(
    async () => await ready(api.url),
    (answer) => answer.startsWith('200 '),
  );
  await owner.query(`insert into growing select repeat('a', 1000) from generate_series(1, 1000)`);
  assert.doesNotMatch((await vezneOn(database)('status')).stdout, /is full/);
});
