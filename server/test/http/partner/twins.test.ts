import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { createAgent, post } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { withdrawalBody } from '../../harness/factories.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';

test('a request over the rate limit whose twin is being written gets the withdrawal, not the refusal', async (t) => {
  const { url, owner, partner } = await startTestApi(t, { partner: { requestsPerSecond: 1 } });
  const body = withdrawalBody();
  const release = await holdTable(owner);
  const agent = createAgent();
  const ask = async () => await post(url, partner, '/v1/withdrawals', body, agent);
  const first = ask();
  await untilStatementWaits(owner);
  const twins = Array.from({ length: 5 }, ask);
  // Reads go through all the while: without waiting for the first, the twins would have been refused like these. Two,
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
