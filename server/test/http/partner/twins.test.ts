import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startApi } from '../../../src/processes/api.ts';
import { apiConfig, startTestApi } from '../../harness/api.ts';
import { createAgent, post } from '../../harness/client.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { withdrawalBody } from '../../harness/factories.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';

test('a request over the rate limit gets the withdrawal, not the refusal, while its twin is being written', async (t) => {
  const { url, owner, partner } = await startTestApi(t, { partner: { requestsPerSecond: 1 } });
  const body = withdrawalBody();
  const release = await holdTable(owner);
  const agent = createAgent();
  const ask = async () => await post(url, partner, '/v1/withdrawals', body, agent);
  const first = ask();
  await untilStatementWaits(owner);
  const twins = Array.from({ length: 5 }, ask);
  // Reads work all the time: if the twins did not wait for the first, they would be refused like these. Two requests,
  // because a new second may begin at any time and let one of them through.
  const strangers = [1, 2].map(
    async () => await post(url, partner, '/v1/withdrawals', withdrawalBody(), agent),
  );
  const { status } = await Promise.race(strangers);
  await release();

  assert.equal(status, 429, 'the limit was reached');
  const { id } = assertCreated(await first);
  for (const twin of await Promise.all(twins)) {
    assert.equal(assertCreated(twin)['id'], id);
    assert.equal(twin.headers['idempotent-replayed'], 'true');
  }
  await Promise.all(strangers);
});

test('a request that one process refuses gets the withdrawal if another process has its twin unfinished in the database', async (t) => {
  const api = await startTestApi(t);
  const other = await startApi(apiConfig(api.database), pino({ level: 'silent' }));
  t.after(other.stop);
  const body = withdrawalBody();
  // The row is inserted but not committed: the check of its partner has to wait.
  const holder = await api.owner.connect();
  await holder.query('begin; select from partner for update');
  const first = post(api.url, api.partner, '/v1/withdrawals', body, createAgent());
  const waiting = async () =>
    (
      await api.owner.query(
        `select from pg_stat_activity where datname = current_database() and usename = 'vezne_api' and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await until(waiting, (count) => count === 1);
  await api.owner.query(
    `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
       withdrawals_paused, deposit_expiry_seconds, created_by) values (1, 2, 1, 2, true, 60, 'test')`,
  );
  // Longer than a process takes to notice. A create sent earlier would wait for the partner too.
  await sleep(1_200);
  const stranger = await post(other.url, api.partner, '/v1/withdrawals', withdrawalBody(), createAgent());
  assert.equal(stranger.status, 503, 'others are refused at once');

  const twin = post(other.url, api.partner, '/v1/withdrawals', body, createAgent());
  const hasAnswered = await Promise.race([twin.then(() => true), sleep(500, false)]);
  await holder.query('rollback');
  holder.release();
  assert.equal(hasAnswered, false, 'nothing is said while nothing is known');
  assert.equal(assertCreated(await twin)['id'], assertCreated(await first)['id']);
  assert.equal((await twin).headers['idempotent-replayed'], 'true');
});
