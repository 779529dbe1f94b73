import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LARGE } from './backup/document.ts';
import { startInstallation } from './backup/installation.ts';
import { startMachine } from './backup/machine.ts';
import { archiveAll, chooseThisMoment, copyOf, countRows } from './backup/moments.ts';

const machine = await startMachine(LARGE);
after(async () => {
  await machine.stopCopy();
  await machine.stop();
});

test('with pgBackRest, set up as docs/backup.md says, an installation comes back at a moment and proves itself', async (t) => {
  const { database, approve, seal } = await startInstallation(t);
  const owner = database.pool();
  const heads = join(machine.srv, 'heads');
  await approve(1);
  await machine.run('pgbackrest backup');
  await approve(2);
  await seal(heads);

  const atMoment = await chooseThisMoment(machine, owner);
  await approve(1);
  await archiveAll(machine, owner, heads);
  const copy = copyOf(machine, database);
  await machine.run('pgbackrest restore');
  assert.match(await machine.run('start'), /recovery stopping before commit/);
  assert.deepEqual(await countRows(copy.pool), atMoment);
  assert.match(await machine.run('check'), /published heads? found in the chain/);
  await copy.pool.end();
});
