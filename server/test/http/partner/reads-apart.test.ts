import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startApi } from '../../../src/processes/api.ts';
import { apiConfig, startTestApi } from '../../harness/api.ts';
import { createAgent, get, post } from '../../harness/client.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { depositBody, insertBankAccount, insertPartner, withdrawalBody } from '../../harness/factories.ts';

test('reads that the database does not answer are refused for now, and never make creates wait', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { url, stop } = await startApi(
    apiConfig(database, { databaseUrl: proxy.url }),
    pino({ level: 'silent' }),
  );
  t.after(stop);

  proxy.holdAnswersTo('page-any-any');
  const lists = Array.from(
    { length: 30 },
    async (_, page) => await get(url, partner, `/v1/transactions?limit=${page + 1}`),
  );
  await sleep(200);
  const startedMs = performance.now();
  assertCreated(await post(url, partner, '/v1/deposits', depositBody(), createAgent()));
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < 1_000, `a create took ${tookMs} ms`);

  for (const refused of await Promise.all(lists)) {
    assertRefused(refused, 'unavailable');
    assert.equal(refused.headers['retry-after'], '2');
  }
  const waitedMs = performance.now() - startedMs;
  assert.ok(waitedMs < 6_000, `the last of 30 lists, four at a time, was answered after ${waitedMs} ms`);
  proxy.release();
  assert.equal((await get(url, partner, '/v1/transactions')).status, 200);
});

test('a reference in use is always a conflict, however malformed the rest of the body is', async (t) => {
  const { url, partner } = await startTestApi(t);
  const body = withdrawalBody();
  const { id } = assertCreated(await post(url, partner, '/v1/withdrawals', body));
  const malformed = [
    { ...body, amount: '250' },
    { ...body, amount: 250 },
    { ...body, customer: { ...body.customer, id: 42 } },
    { ...body, withdrawalAccount: { iban: 'TR33' } },
    { externalReference: body.externalReference },
  ];
  for (const one of malformed) {
    const refusal = assertRefused(
      await post(url, partner, '/v1/withdrawals', one),
      'external_reference_conflict',
    );
    assert.equal(refusal.transactionId, id);
  }
  const free = { ...malformed[0], externalReference: 'unheard-of' };
  assertRefused(await post(url, partner, '/v1/withdrawals', free), 'invalid_request');
});
