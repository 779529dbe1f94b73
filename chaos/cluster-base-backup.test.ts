/** A base backup is no standby: what only a half-made copy has is not acknowledged. */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BLOCKS } from './backup/document.ts';
import { ended, openKit } from './cluster-kit/kit.ts';
import type { Kit } from './cluster-kit/kit.ts';

/** In the data folder, so that a copy takes long enough to be caught at it. It takes no room at the primary. */
const PADDING_BYTES = 1_000_000_000;
const WITHIN_MS = 60_000;
/** With a slot, a commit was confirmed within wal_sender_timeout (5 s). deploy/ha/sql waits for ten. */
const TIMED_OUT = 124;

/** While it copies, the log comes by a second connection, of a child. The first stands still from now on, and the second goes on. */
async function holdBackup(kit: Kit, node: string): Promise<void> {
  const namespace = `${kit.prefix}-${node}`;
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(5)) {
    const { stdout } = await ended('ip', ['netns', 'pids', namespace]);
    const pids = stdout.split('\n').filter((pid) => pid !== '');
    const facts = await Promise.all(pids.map(parentOf));
    const child = facts.find(
      (fact) =>
        fact.name === 'pg_basebackup' &&
        facts.some(({ pid, name }) => pid === fact.parent && name === 'pg_basebackup'),
    );
    if (child === undefined) continue;
    process.kill(child.parent, 'SIGSTOP');
    return;
  }
  assert.fail(`No base backup ran at ${node}.`);
}

async function parentOf(pid: string): Promise<{ pid: number; name: string; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name = '', parent = '0'] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
  return { pid: Number(pid), name, parent: Number(parent) };
}

async function untilItSays(ask: () => Promise<string>, expected: RegExp): Promise<void> {
  let said = '';
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(200)) {
    said = await ask();
    if (expected.test(said)) return;
  }
  assert.fail(`It says ${said}, and not ${expected}.`);
}

/** The walsenders of backups at the primary: the one that sends the log is `streaming`. */
const SENDERS = `select coalesce(string_agg(state || ' ' || sync_state, ', ' order by state), '') from pg_stat_replication`;

async function assertNotConfirmed(kit: Kit, primary: string, row: number): Promise<void> {
  const sql = async (statement: string): Promise<string> => await kit.run('sql', '--at', primary, statement);
  await untilItSays(async () => await sql(SENDERS), /streaming/);
  assert.equal(await sql('show synchronous_standby_names'), '*');
  const insert = kit.script(`deploy/ha/sql --at ${primary} 'insert into kept values (${row})'`);
  await sleep(1_000);
  await sql('select pg_switch_wal()');
  const { code, stderr } = await insert;
  const senders = await sql(SENDERS);
  assert.equal(code, TIMED_OUT, `a copy that was not whole confirmed it: ${senders} ${stderr}`);
  // The connection that stands still may have been cut meanwhile (tcp_user_timeout).
  assert.match(senders, /\bstreaming async$/);
}

test('while both standbys are copied again no commit is confirmed, by Patroni’s copy or by the backup of docs/backup.md', async (t) => {
  const kit = await openKit(t);
  await kit.run('up');
  await kit.run('sql', 'create table kept (number int8 primary key)');
  const primary = await kit.run('primary');
  const [copied = '', away = ''] = ['n1', 'n2', 'n3'].filter((node) => node !== primary);
  await ended('truncate', [`--size=${PADDING_BYTES}`, join(kit.directory, primary, 'data/padding')]);
  for (const node of [copied, away]) {
    await kit.run('kill', node, 'both');
    await kit.run('lose-data', node);
  }
  await untilItSays(
    async () => await kit.run('sql', '--at', primary, 'show synchronous_standby_names'),
    /^\*$/,
  );

  await kit.run('start-node', copied);
  await holdBackup(kit, copied);
  await assertNotConfirmed(kit, primary, 1);
  await kit.run('kill', copied, 'both');
  await kit.run('lose-data', copied);

  const target = join(kit.directory, copied, 'base');
  const [command = ''] = (BLOCKS.get('base')?.text ?? '').split('\n');
  const settings = await readFile(join(kit.directory, 'settings'), 'utf8');
  const network = /^VEZNE_HA_NET=(\S+)$/m.exec(settings)?.[1] ?? assert.fail(settings);
  const filled = command
    .replace('db.internal', `${network}.1${primary.slice(1)}`)
    .replace('vezne_backup', 'replicator')
    .replace('/srv/backup/base/2026-11-17', target);
  assert.match(filled, /^pg_basebackup .*--username=replicator --pgdata=\/\S+\/base /);
  await mkdir(target);
  const backup = kit.script(
    `PGPASSWORD=$(cat ${kit.directory}/password) ip netns exec ${kit.prefix}-${copied} /usr/lib/postgresql/15/bin/${filled}`,
  );
  await holdBackup(kit, copied);
  await assertNotConfirmed(kit, primary, 2);
  assert.ok((await readdir(target)).length > 0);
  // The child too: it would go on alone.
  await kit.run('kill', copied, 'both');
  await backup;

  await ended('rm', [join(kit.directory, primary, 'data/padding')]);
  await kit.run('start-node', copied);
  await kit.run('start-node', away);
  await kit.run('wait-whole');
  await kit.run('sql', 'insert into kept values (3)');
});
