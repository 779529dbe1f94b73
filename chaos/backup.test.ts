// Begins first: it waits for a server that archives and for one that recovers.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readDatabaseState } from '../server/src/db/read/installation/database-state.ts';
import { vezneOn } from '../server/test/commands/vezne.ts';
import { BLOCKS, SMALL, countCommandBlocks } from './backup/document.ts';
import { startInstallation } from './backup/installation.ts';
import { startMachine } from './backup/machine.ts';
import { archiveAll, chooseThisMoment, copyOf, countRows } from './backup/moments.ts';
import { assertRestoredSays, nextBlockOf } from './backup/restored.ts';

const machine = await startMachine(SMALL);
after(async () => {
  await machine.stopCopy();
  await machine.stop();
});

test('by the commands of docs/backup.md a live installation comes back, at a moment and to its end, and proves itself', async (t) => {
  const { database, acknowledged, create, approve, seal } = await startInstallation(t);
  const owner = database.pool();
  const heads = join(machine.srv, 'worker-heads');
  await machine.run('role');
  await approve(3);
  await seal(heads);

  // Everything runs on while the base is copied.
  const copied = new AbortController();
  const writing = (async () => {
    while (!copied.signal.aborted) await create();
  })();
  await machine.run('base');
  copied.abort();
  await writing;
  await approve(3);
  await seal(heads);

  const { counts: atMoment, moment } = await chooseThisMoment(machine, owner);
  await approve(2);
  await seal(heads);
  const used = await nextBlockOf(owner);
  assert.match(await machine.run('watch'), /last_archived_wal/);
  const client = await owner.connect();
  const { archivedSecondsAgo } = await readDatabaseState(client);
  client.release();
  assert.ok(archivedSecondsAgo !== null && archivedSecondsAgo < 120, `archived ${archivedSecondsAgo} s ago`);
  await archiveAll(machine, owner, heads);

  // The copy of a moment.
  const copy = copyOf(machine, database);
  await machine.run('prepare');
  assert.match(await machine.run('start'), /recovery stopping before commit/);
  assert.deepEqual(await countRows(copy.pool), atMoment);
  const checked = await machine.run('check');
  assert.match(checked, /^Everything was read\.$/m);
  assert.match(checked, /published heads? found in the chain/);
  const withAll = await vezneOn(copy)('audit', 'verify', '--heads', heads);
  assert.equal(withAll.code, 1, 'the seals after the moment are not there');
  assert.match(withAll.stderr, /There is no seal/);

  const restored = await machine.run('restored');
  assert.match(restored, /^PROVEN: 1 published head of the audit log gone, /m);
  assert.ok((await nextBlockOf(copy.pool)) > used + 500n, 'no code that a player has is given again');
  await assertRestoredSays(copy, { heads, moment, acknowledged, gone: 1 });
  // It has an entry for each run, and the chain goes on from the head that is here.
  await machine.run('check');
  await copy.pool.end();
  await machine.stopCopy();

  // A moment that the archive does not reach: the server stops, and whoever waits for it is told why.
  await machine.run('prepare', (text) =>
    text.replace(/^(recovery_target_time = ').*'$/m, `$12126-01-01 00:00:00+00'`),
  );
  assert.match(
    await machine.run('start', (text) => `set +e\n${text}`),
    /recovery ended before configured recovery target was reached/,
  );
  await machine.stopCopy();

  // The server dies with what it had not archived.
  await approve(1);
  await seal(heads);
  const atEnd = await countRows(owner);
  await machine.crash();
  await cp(heads, join(machine.srv, 'heads/audit-heads'));
  await machine.run('prepare', (text) => text.replace(/^recovery_target_.*\n/gm, ''));
  await machine.run('rescue');
  await machine.run('start');
  const rescued = copyOf(machine, database);
  assert.deepEqual(await countRows(rescued.pool), atEnd);
  await machine.run('check', (text) =>
    text.replace(/^awk .*$/m, 'cp /srv/heads/audit-heads /srv/heads-until'),
  );
  await rescued.pool.end();
  await machine.startAgain();

  const wal = join(machine.srv, 'backup/wal');
  const label = await readFile(join(machine.srv, 'backup/base/2026-11-17/backup_label'), 'utf8');
  const [, first = assert.fail(label)] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  const before = await segmentsOf(wal);
  assert.ok(
    before.some((segment) => segment < first),
    'there is something to clean away',
  );
  await machine.run('clean');
  assert.deepEqual(
    await segmentsOf(wal),
    before.filter((segment) => segment >= first),
  );
});

test('every block of commands in docs/backup.md is one that a test runs', async () => {
  const tests = await Promise.all(
    globSync('chaos/{backup*.test.ts,backup/*.ts}').map(async (path) => await readFile(path, 'utf8')),
  );
  const run = new Set([...tests.join('').matchAll(/\brun\('([\w ]+)'/g)].map(([, name = '']) => name));
  assert.deepEqual([...run].toSorted(), [...BLOCKS.keys()].toSorted());
  assert.equal(countCommandBlocks(), BLOCKS.size, 'and each is marked');
});

/** Names of segments, in order; without the notes on backups. */
async function segmentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).map((name) => name.replace(/\.gz$/, ''));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
}
