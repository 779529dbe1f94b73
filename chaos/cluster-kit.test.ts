/** deploy/ha: three databases on one machine. What its README.md shows is run here as it stands there. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '../server/test/harness/expectations.ts';
import { CLUSTER_RULES_FILE, metricsIn, readRules } from '../tools/docs/alert-rules.ts';
import { ended, openKit } from './cluster-kit/kit.ts';
import type { Kit } from './cluster-kit/kit.ts';
import { leftOf, tracesOf } from './cluster-kit/traces.ts';
import { startWriter } from './cluster-kit/writer.ts';

const KIT = fileURLToPath(new URL('../deploy/ha/', import.meta.url));
const README = await readFile(new URL('../deploy/ha/README.md', import.meta.url), 'utf8');
const NOBODY = 65_534;
/** Of Patroni's watchdog: it resets the machine so long before the lease ends. */
const SAFETY_MARGIN_S = 5;

/** The scripts of deploy/ha/README.md, by the comment before each. */
const SHOWN = new Map(
  [...README.matchAll(/^<!-- run: (\w+) -->\n```sh\n(.*?)^```$/gms)].map(([, name = '', lines = '']) => [
    name,
    lines,
  ]),
);

function shown(name: string): string {
  return SHOWN.get(name) ?? assert.fail(`deploy/ha/README.md shows no "${name}".`);
}

test('what two standbys confirmed survives a killed and a frozen primary, and nothing is left of the cluster', async (t) => {
  const kit = await openKit(t);
  const run = async (name: string): Promise<string> => {
    const { code, stdout, stderr } = await kit.script(shown(name));
    assert.equal(code, 0, `"${name}": ${stderr}${stdout}`);
    return stdout;
  };
  assert.match(await run('up'), /^n1 etcd=up agent=up .*^n2 etcd=up agent=up .*^n3 etcd=up agent=up /ms);
  assert.equal(
    await kit.run(
      'sql',
      `select string_agg(sync_state, ' ') from pg_stat_replication where state = 'streaming'`,
    ),
    'sync sync',
  );
  await tellsWhatRulesAsk(kit);
  await kit.run('sql', 'create table kept (number int8 primary key)');

  const writer = startWriter(kit);
  await run('kill');
  const beforeFreeze = writer.acknowledged.length;
  assert.ok(beforeFreeze > 10, `${beforeFreeze} were acknowledged`);
  await run('freeze');
  assert.ok(writer.since(beforeFreeze) > 10, 'others were acknowledged');
  await sleep(500);
  await writer.stop();

  const there = new Set((await kit.run('sql', 'select number from kept')).split('\n').map(Number));
  assert.deepEqual(
    writer.acknowledged.filter((number) => !there.has(number)),
    [],
    'acknowledged and gone',
  );

  const before = await tracesOf(kit);
  assert.deepEqual([before.namespaces.length, before.sharedMemory.length, before.folders.length], [4, 3, 1]);
  assert.ok(before.processes.length > 10, `${before.processes.length} processes`);
  await run('down');
  assert.deepEqual(await leftOf(before), { namespaces: [], processes: [], sharedMemory: [], folders: [] });
});

/** What deploy/prometheus/cluster.yml asks of Patroni is told by each node, with these values while all is well. */
async function tellsWhatRulesAsk(kit: Kit): Promise<void> {
  const asked = readRules(await readFile(CLUSTER_RULES_FILE, 'utf8'))
    .flatMap(({ expr }) => metricsIn(expr))
    .filter((name) => name.startsWith('patroni_'));
  assert.deepEqual(new Set(asked), new Set(['patroni_primary', 'patroni_is_paused', 'patroni_sync_standby']));
  const curl = `ip netns exec ${kit.prefix}-hub curl --silent --fail --max-time 5`;
  const sums = async (): Promise<Record<string, number>> => {
    const told = await Promise.all(
      [1, 2, 3].map(async (no) => await kit.script(`${curl} http://10.79.0.1${no}:8008/metrics`)),
    );
    return Object.fromEntries(
      asked.map((name) => {
        const values = told.map(
          ({ stdout }) => new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(stdout)?.[1],
        );
        assert.ok(!values.includes(undefined), `${name} is told by each: ${told[0]?.stdout}`);
        return [name, values.reduce((sum, value) => sum + Number(value), 0)];
      }),
    );
  };
  assert.deepEqual(await sums(), { patroni_primary: 1, patroni_is_paused: 0, patroni_sync_standby: 2 });
  const pause = async (isPaused: boolean): Promise<void> => {
    const { code, stderr } = await kit.script(
      `${curl} -X PATCH -u "patroni:$(cat ${kit.directory}/password)" -d '{"pause": ${isPaused}}' http://10.79.0.11:8008/config`,
    );
    assert.equal(code, 0, stderr);
    await until(sums, ({ patroni_is_paused: paused }) => paused === (isPaused ? 3 : 0));
  };
  await pause(true);
  await pause(false);
}

test('without root, or where no namespace may be made, it says so and leaves nothing behind', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-ha-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  const directory = join(folder, 'cluster');
  const environment = { ...process.env, VEZNE_HA_DIR: directory, VEZNE_HA_PREFIX: `vzu${process.pid}` };
  await cp(KIT, join(folder, 'ha'), { recursive: true });
  await ended('chmod', ['-R', 'a+rX', folder]);
  const up = join(folder, 'ha/up');
  const without = async (...what: readonly string[]): Promise<string> => {
    const { code, stderr } = await ended('setpriv', [...what, up], environment);
    assert.notEqual(code, 0);
    return stderr;
  };
  assert.match(await without(`--reuid=${NOBODY}`, '--clear-groups'), /need root: run this as root/);
  assert.match(
    await without('--bounding-set=-sys_admin', '--inh-caps=-all'),
    /Network namespaces can't be made here/,
  );
  assert.equal((await ended('ls', [directory])).stdout, '');
});

test('the times of patroni.yml give a primary that lost etcd time to step down before its machine is reset', async () => {
  const file = await readFile(`${KIT}patroni.yml`, 'utf8');
  const seconds = (name: string): number =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(file)?.[1] ?? assert.fail(name));
  const [ttl, loopWait, retryTimeout] = [seconds('ttl'), seconds('loop_wait'), seconds('retry_timeout')];
  assert.ok(ttl >= loopWait + 2 * retryTimeout, "Patroni's own rule");
  assert.ok(ttl - SAFETY_MARGIN_S - loopWait - retryTimeout >= 5, 'five seconds to end all sessions');
  assert.match(file, /^ +mode: required$/m);
  assert.match(file, /^etcd:$/m, 'the v2 API');
});

test('haproxy.cfg cuts off no statement of a migration, however long it may be silent', async () => {
  const hours = async (path: string, pattern: RegExp): Promise<number[]> =>
    Array.from((await readFile(new URL(path, import.meta.url), 'utf8')).matchAll(pattern), ([, count]) =>
      Number(count),
    );
  const [allowed = assert.fail(), ...others] = await hours(
    '../server/src/db/apply-migration.ts',
    /statement_timeout = '(\d+)h'/g,
  );
  assert.deepEqual(others, []);
  const cuts = await hours('../deploy/ha/haproxy.cfg', /^ +timeout (?:client|server) (\d+)h$/gm);
  assert.equal(cuts.length, 2);
  assert.ok(Math.min(...cuts) > allowed, `${cuts.join()} of ${allowed}`);
});
