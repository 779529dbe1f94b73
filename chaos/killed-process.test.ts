import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { countTransactions } from '../server/test/harness/api.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, post } from '../server/test/harness/client.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts';
import { insertPartner, withdrawalBody } from '../server/test/harness/factories.ts';

test('a retry gets the withdrawal that was committed before its process was killed, and the mark stays until then', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const first = await startApiProcess(t, database, { VEZNE_API_DATABASE_URL: proxy.url });
  const body = withdrawalBody();

  proxy.holdAnswersTo('insert-transactions');
  const unanswered = post(first.url, partner, '/v1/withdrawals', body, createAgent());
  const lost = assert.rejects(unanswered, /socket hang up|ECONNRESET/);
  await until(async () => (await countTransactions(owner)) === 1);
  first.child.kill('SIGKILL');
  await lost;
  assert.equal(await countMarks(owner), 1, 'operators see that the partner may not know');

  const second = await startApiProcess(t, database);
  const retry = await post(second.url, partner, '/v1/withdrawals', body);
  assert.equal(retry.status, 201);
  assert.equal(retry.headers['idempotent-replayed'], 'true');
  assert.equal(await countTransactions(owner), 1);
  await until(async () => (await countMarks(owner)) === 0);
});

async function countMarks(owner: pg.Pool): Promise<number> {
  return (await owner.query('select from unconfirmed_answer')).rowCount ?? 0;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await isTrue()) return;
    await sleep(5);
  }
  assert.fail('It did not happen within 5 s.');
}
