/** Debian's Prometheus watches a real api and a real worker whose database confirms nothing for a while, and then loses what it had confirmed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, send } from '../server/test/harness/client.ts';
import { vezneOn } from '../server/test/commands/vezne.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { until } from '../server/test/harness/expectations.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { claimPorts } from '../tools/ports/claim.ts';
import { startPrometheus } from './alerts/prometheus.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';

/** What a person on call has to see within this time, counted from the moment when it is so. */
const SEEN_WITHIN_MS = 60_000;

const server = await startOwnPostgres();
after(async () => await server.stop());

test('a database that confirms nothing, and one that went back, are seen in alarms, metrics, status and /readyz within a minute', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const vezne = vezneOn(database);
  const firstPort = await claimPorts();
  const [prometheusPort, apiPort, workerPort] = [firstPort, firstPort + 1, firstPort + 2];
  const api = await startApiProcess(t, database, { VEZNE_METRICS_PORT: String(apiPort) });
  const worker = await startWorkerProcess(t, database, {
    VEZNE_ENV: 'development',
    VEZNE_METRICS_PORT: String(workerPort),
  });
  const prometheus = await startPrometheus(t, {
    port: prometheusPort,
    targets: [`127.0.0.1:${apiPort}`, `127.0.0.1:${workerPort}`],
  });
  await until(
    async () => await prometheus.series('up == 1'),
    (up) => up === 2,
  );
  await prometheus.untilNoneFires();
  const agent = createAgent();
  const readiness = async (): Promise<number | undefined> =>
    (await send(api.url, { method: 'GET', path: '/readyz' }, agent)).status;
  const alarmsOf = (msg: string): unknown[] => worker.lines(msg).map(({ alarm }) => alarm);
  const openAlarms = async (): Promise<string> => (await vezne('status')).stdout;
  assert.equal(await readiness(), 200);

  // No standby has this name. Whoever looks doesn't wait for one.
  const confirmBy = async (names: string): Promise<void> => {
    await owner.query(`alter system set synchronous_standby_names = '${names}'`);
    await owner.query('select pg_reload_conf()');
  };
  await confirmBy('gone');
  const unconfirmedMs = await prometheus.untilFiring('VezneDatabaseDoesNotConfirm');
  t.diagnostic(`the database confirms nothing: VezneDatabaseDoesNotConfirm after ${unconfirmedMs} ms`);
  assert.ok(unconfirmedMs < SEEN_WITHIN_MS);
  assert.equal(await readiness(), 503);
  await until(
    async () =>
      await Promise.resolve(
        alarmsOf('the database is there and confirms no commit; one line follows when it does'),
      ),
    (alarms) => alarms.length === 1 && alarms[0] === 'database_does_not_confirm',
  );
  assert.ok(!(await prometheus.firing()).includes('VezneDatabaseAway'), 'It is there.');

  await confirmBy('');
  await prometheus.untilClear('VezneDatabaseDoesNotConfirm');
  await until(readiness, (status) => status === 200);
  // What could not be written while nothing was confirmed is written now.
  await until(openAlarms, (text) => text.includes('database_does_not_confirm'));
  assert.deepEqual(alarmsOf('the database confirms commits again'), ['database_confirms']);

  await server.keepFiles();
  const beat = async (): Promise<bigint | undefined> =>
    (
      await owner
        .query<{ beat: bigint }>(`select min(beat) as beat from running_process`)
        .catch(() => undefined)
    )?.rows[0]?.beat;
  const kept = await until(beat, (count) => count !== undefined);
  await until(beat, (count) => count !== undefined && count > (kept ?? 0n) + 5n);
  assert.deepEqual(
    await prometheus.series('vezne_alarm_last_timestamp_seconds{alarm="database_went_back"} > 0'),
    0,
  );
  await server.goBack();
  const wentBackMs = await prometheus.untilFiring('VezneDatabaseWentBack');
  t.diagnostic(`the database went back: VezneDatabaseWentBack after ${wentBackMs} ms`);
  assert.ok(wentBackMs < SEEN_WITHIN_MS);
  await until(openAlarms, (text) => text.includes('database_went_back'));
  await until(readiness, (status) => status === 200);
});
