import assert from 'node:assert/strict';
import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { vezneOn } from '../server/test/commands/vezne.ts';
import { until } from '../server/test/harness/expectations.ts';
import { BLOCKS, countCommandBlocks } from './backup/document.ts';
import { countRows, startInstallation } from './backup/installation.ts';
import { startMachine } from './backup/machine.ts';

const machine = await startMachine();
after(async () => {
  await machine.stopCopy();
  await machine.stop();
});

test('by the commands of docs/backup.md a live installation comes back, at a moment and to its end, and proves itself', async (t) => {
  const { database, create, approve, seal } = await startInstallation(t);
  const owner = database.pool();
  const heads = join(machine.srv, 'heads');
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

  const atMoment = await countRows(owner);
  const { rows } = await owner.query<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as moment`,
  );
  const moment = rows[0]?.moment ?? assert.fail();
  await sleep(10);
  await approve(2);
  await seal(heads);
  const { rows: used } = await owner.query<{ block: string }>(
    'select last_value as block from reference_code_block',
  );
  assert.match(await machine.run('watch'), /last_archived_wal/);
  const segment = await currentSegment(owner);
  await machine.run('switch');
  await until(
    async () => await lastArchived(owner),
    (last) => last >= segment,
  );

  // The copy of a moment.
  await cp(heads, join(machine.srv, 'backup/audit-heads'));
  const urlOfCopy = (role: 'vezne_admin' | undefined): string => {
    const url = new URL(role === undefined ? database.ownerUrl : database.urlOf(role));
    url.port = String(machine.copyPort);
    return url.href;
  };
  machine.fillIn({
    '2026-11-17 12:00:00+00': `${moment}+00`,
    '2026-11-17T12:00:00.000Z': `${moment.slice(0, 23).replace(' ', 'T')}Z`,
    'postgres://vezne_admin:PASSWORD@127.0.0.1:5433/vezne': urlOfCopy('vezne_admin'),
    'postgres://OWNER:PASSWORD@127.0.0.1:5433/vezne': urlOfCopy(undefined),
  });
  await machine.run('prepare');
  assert.match(await machine.run('start'), /recovery stopping before commit/);
  const copy = new pg.Pool({ connectionString: urlOfCopy(undefined), max: 1 });
  copy.on('error', () => undefined);
  assert.deepEqual(await countRows(copy), atMoment);
  const checked = await machine.run('check');
  assert.match(checked, /^Everything was read\.$/m);
  assert.match(checked, /published heads? found in the chain/);
  const withAll = await vezneOn({ urlOf: () => urlOfCopy('vezne_admin') })(
    'audit',
    'verify',
    '--heads',
    heads,
  );
  assert.equal(withAll.code, 1, 'the seals after the moment are not there');
  assert.match(withAll.stderr, /There is no seal/);

  await machine.run('codes');
  const { rows: next } = await copy.query<{ block: string }>(
    `select nextval('reference_code_block') as block`,
  );
  assert.ok(
    Number(next[0]?.block) > Number(used[0]?.block) + 500,
    'no code that a player has is given again',
  );
  await copy.end();
  await machine.stopCopy();

  // The server dies with what it had not archived.
  await approve(1);
  await seal(heads);
  const atEnd = await countRows(owner);
  await machine.crash();
  await cp(heads, join(machine.srv, 'backup/audit-heads'));
  await machine.run('prepare', (text) => text.replace(/^recovery_target_.*\n/gm, ''));
  await machine.run('rescue');
  await machine.run('start');
  const rescued = new pg.Pool({ connectionString: urlOfCopy(undefined), max: 1 });
  rescued.on('error', () => undefined);
  assert.deepEqual(await countRows(rescued), atEnd);
  await machine.run('check', (text) =>
    text.replace(/^awk .*$/m, 'cp /srv/backup/audit-heads /srv/backup/heads-until'),
  );
  await rescued.end();
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

test('every block of commands in docs/backup.md is one that a test runs', () => {
  assert.equal(countCommandBlocks(), BLOCKS.size);
});

async function currentSegment(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select pg_walfile_name(pg_current_wal_lsn()) as name`,
  );
  return rows[0]?.name ?? assert.fail();
}

async function lastArchived(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string | null }>(
    'select last_archived_wal as name from pg_stat_archiver',
  );
  return rows[0]?.name ?? '';
}

/** Names of segments, in order; without the notes on backups. */
async function segmentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).map((name) => name.replace(/\.gz$/, ''));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
}
