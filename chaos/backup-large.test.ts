// Before a release: it takes a minute for another document of the same program. What lands has passed chaos/backup.test.ts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LARGE } from './backup/document.ts';
import { startInstallation } from './backup/installation.ts';
import { startMachine } from './backup/machine.ts';
import { archiveAll, chooseThisMoment, copyOf, countRows } from './backup/moments.ts';
import { assertRestoredSays, nextBlockOf } from './backup/restored.ts';

const machine = await startMachine(LARGE);
after(async () => {
  await machine.stopCopy();
  await machine.stop();
});

test('with pgBackRest, set up as docs/backup.md says, an installation comes back at a moment and proves itself', async (t) => {
  const { database, acknowledged, approve, seal } = await startInstallation(t);
  const owner = database.pool();
  const heads = join(machine.srv, 'worker-heads');
  const took: string[] = [];
  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    took.push(`${what} ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  }

  await approve(1);
  await timed('backups', async () => await machine.run('pgbackrest backup'));
  await approve(2);
  await seal(heads);

  const { counts, moment } = await chooseThisMoment(machine, owner);
  await approve(1);
  await seal(heads);
  const used = await nextBlockOf(owner);
  await archiveAll(machine, owner, heads);
  const copy = copyOf(machine, database);
  await timed('restore', async () => await machine.run('pgbackrest restore'));
  const started = await timed('replay', async () => await machine.run('start'));
  assert.match(started, /recovery stopping before commit/);
  assert.deepEqual(await countRows(copy.pool), counts);
  const checked = await timed('books and chain', async () => await machine.run('check'));
  assert.match(checked, /published heads? found in the chain/);
  const restored = await timed('vezne restored', async () => await machine.run('restored'));
  assert.match(restored, /^PROVEN: 1 published head of the audit log gone, /m);
  assert.ok((await nextBlockOf(copy.pool)) > used + 500n, 'no code that a player has is given again');
  await assertRestoredSays(copy, { heads, moment, acknowledged, gone: 1 });
  await machine.run('reset');
  const left = await readFile(join(machine.srv, 'restore/postgresql.auto.conf'), 'utf8');
  assert.deepEqual(
    left.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    [],
    'it would archive nothing, and its standbys would stop at the moment',
  );
  t.diagnostic(took.join(', '));
  await copy.pool.end();
});
