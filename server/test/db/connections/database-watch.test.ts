import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/clock.ts';
import { watchDatabase } from '../../../src/db/database-watch.ts';
import { outage } from '../../../src/db/outage.ts';
import { commitProblem } from '../../../src/processes/visible-process.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { until } from '../../harness/expectations.ts';
import { captureLog } from '../../harness/log-lines.ts';

const AWAY = 'the database cannot be reached; one line follows when it is back';
const BACK = 'the database is back';

async function settle<T>(ask: () => T, fits: (value: T) => boolean): Promise<T> {
  return await until(async () => await Promise.resolve(ask()), fits);
}

test('a database that stays away is said once, and once that it is back, with how long it took', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const watch = watchDatabase({ url: proxy.url, name: 'test', clock: systemClock, log, alarmAfterMs: 300 });
  t.after(async () => await watch.stop());
  assert.ok(watch.isUp());
  await sleep(200);

  proxy.refuse(true);
  proxy.cut();
  await settle(watch.isUp, (isUp) => !isUp);
  await settle(
    () => lines(AWAY),
    ({ length }) => length > 0,
  );
  await sleep(1_200);
  assert.equal(lines(AWAY).length, 1);
  const [away = assert.fail()] = lines(AWAY);
  assert.deepEqual([away['level'], away['alarm']], [50, 'database_away']);
  assert.ok(Math.abs(Date.parse(String(away['since'])) - Date.now()) < 30_000);
  assert.equal(typeof away['reason'], 'string');
  assert.equal(outage.isFailing, true);
  const duringMs = systemClock.monotonicMs();
  assert.equal(watch.wasUpSince(duringMs), false);

  proxy.refuse(false);
  await settle(watch.isUp, (isUp) => isUp);
  assert.deepEqual(
    [watch.wasUpSince(duringMs), watch.wasUpSince(systemClock.monotonicMs())],
    [false, true],
    'What began while it was away may have failed for that.',
  );
  const [back = assert.fail()] = await settle(
    () => lines(BACK),
    ({ length }) => length > 0,
  );
  assert.deepEqual([back['level'], back['alarm']], [40, 'database_back']);
  assert.ok(Number(back['awayMs']) >= 1_200, String(back['awayMs']));
  assert.deepEqual([outage.isFailing, lines(AWAY).length, lines(BACK).length], [false, 1, 1]);
});

test('a moment without the database is no alarm', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const watch = watchDatabase({ url: proxy.url, name: 'test', clock: systemClock, log });
  t.after(async () => await watch.stop());
  await sleep(200);
  proxy.refuse(true);
  proxy.cut();
  await settle(watch.isUp, (isUp) => !isUp);
  proxy.refuse(false);
  await settle(
    () => lines('the database was away for a moment'),
    ({ length }) => length === 1,
  );
  assert.ok(watch.isUp());
  assert.deepEqual([lines(AWAY).length, lines(BACK).length], [0, 0]);
});

test('a database that takes connections and never answers is away, too', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  // Every statement is held: each begins with the name of its message, and this text is in all of them.
  proxy.holdAnswersTo('select');
  const watch = watchDatabase({ url: proxy.url, name: 'test', clock: systemClock, log, alarmAfterMs: 300 });
  t.after(async () => await watch.stop());
  await settle(
    () => lines(AWAY),
    ({ length }) => length === 1,
  );
  proxy.release();
  await settle(
    () => lines(BACK),
    ({ length }) => length === 1,
  );
});

test('a database that takes no writes, as a standby does, is away, too', async (t) => {
  const database = await createTestDatabase(t);
  const readOnly = new URL(database.urlOf('vezne_api'));
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const { log, lines } = captureLog();
  const watch = watchDatabase({
    url: readOnly.href,
    name: 'test',
    clock: systemClock,
    log,
    alarmAfterMs: 300,
  });
  t.after(async () => await watch.stop());
  const [away] = await settle(
    () => lines(AWAY),
    ({ length }) => length === 1,
  );
  assert.equal(away?.['reason'], 'it takes no writes: it is a standby, or read-only');
  assert.equal(watch.isUp(), false);
});

test('a database that should wait for standbys and waits for none is said once, and when it ends', async (t) => {
  const database = await createTestDatabase(t);
  const { log, lines } = captureLog();
  const url = database.urlOf('vezne_api');
  const single = watchDatabase({ url, name: 'test-single', clock: systemClock, log });
  t.after(async () => await single.stop());
  const watch = watchDatabase({ url, name: 'test', clock: systemClock, log, expectedStandbys: 2 });
  t.after(async () => await watch.stop());
  const alone = 'commits wait for no standby: what is acknowledged from now on is on one machine';
  await settle(watch.commitsAlone, (areAlone) => areAlone);
  await sleep(2_500);
  const told = lines(alone);
  assert.deepEqual(
    told.map(({ level, alarm, expectedStandbys }) => [level, alarm, expectedStandbys]),
    [[50, 'database_commits_alone', 2]],
    'A single server waits for nobody on purpose.',
  );
  assert.ok(watch.isUp() && !single.commitsAlone());
  const visible = { unconfirmedMs: () => 0 };
  assert.equal(commitProblem(visible, watch), 'commits wait for no standby');
  assert.equal(commitProblem(visible, single), undefined);
});

test('a process that stops while the database is away says for how long, and how many lines it left out', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const watch = watchDatabase({ url: proxy.url, name: 'test', clock: systemClock, log });
  proxy.refuse(true);
  proxy.cut();
  await settle(watch.isUp, (isUp) => !isUp);
  outage.leavesOut({ err: Object.assign(new Error('lost'), { code: 'ECONNRESET' }) });
  await watch.stop();
  const [line = assert.fail()] = lines('this process stops while the database is away');
  assert.equal(line['linesLeftOut'], 1);
  assert.ok(Number(line['awayMs']) >= 0);
  assert.deepEqual([outage.isFailing, outage.linesLeftOut], [false, 0]);
});

test('a database that is there and confirms nothing is said once, and once that it confirms again', async (t) => {
  const database = await createTestDatabase(t);
  const { log, lines } = captureLog();
  let waitedMs = 0;
  const watch = watchDatabase({
    url: database.urlOf('vezne_api'),
    name: 'test',
    clock: systemClock,
    log,
    unconfirmedMs: () => waitedMs,
    alarmAfterMs: 300,
  });
  t.after(async () => await watch.stop());
  waitedMs = 4_000;
  const open = 'the database is there and confirms no commit; one line follows when it does';
  const [line = assert.fail()] = await settle(
    () => lines(open),
    ({ length }) => length > 0,
  );
  assert.deepEqual([line['level'], line['alarm']], [50, 'database_does_not_confirm']);
  const sinceMs = Date.now() - Date.parse(String(line['since']));
  assert.ok(sinceMs >= 4_000 && sinceMs < 30_000, `${sinceMs}`);
  await sleep(1_200);
  assert.deepEqual([lines(open).length, watch.isUp()], [1, true], 'It is not away.');
  waitedMs = 10;
  const [over = assert.fail()] = await settle(
    () => lines('the database confirms commits again'),
    ({ length }) => length > 0,
  );
  assert.deepEqual([over['level'], over['alarm']], [40, 'database_confirms']);
  assert.ok(Number(over['unconfirmedMs']) >= 4_000);
});
