import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions } from '../server/test/harness/api.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, post } from '../server/test/harness/client.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { assertCreated } from '../server/test/harness/expectations.ts';
import { insertPartner, withdrawalBody } from '../server/test/harness/factories.ts';
import { holdTable, untilStatementWaits } from '../server/test/harness/hold-table.ts';

const DRAIN_MS = 1_500;
const CONNECTIONS = 32;

test('after SIGTERM a request on an open connection is still answered, and so are slow requests', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const api = await startApiProcess(t, database, { VEZNE_DRAIN_MS: String(DRAIN_MS) });
  const newPartners = () =>
    Array.from({ length: CONNECTIONS }, () => {
      const agent = createAgent(1);
      t.after(() => agent.destroy());
      return async () => await post(api.url, partner, '/v1/withdrawals', withdrawalBody(), agent);
    });
  const [idle, busy] = [newPartners(), newPartners()];
  for (const answer of await Promise.all([...idle, ...busy].map(async (ask) => await ask()))) {
    assertCreated(answer);
    assert.equal(answer.headers.connection, 'keep-alive');
  }

  const release = await holdTable(owner);
  const begunBefore = Promise.all(busy.map(async (ask) => await ask()));
  await untilStatementWaits(owner);
  api.child.kill('SIGTERM');
  await sleep(DRAIN_MS / 5);
  const begunAfter = Promise.all(idle.map(async (ask) => await ask()));
  // Longer than the drain: no request is cut off because the database is slow.
  await sleep(DRAIN_MS + 300);
  await release();

  for (const answer of [...(await begunBefore), ...(await begunAfter)]) {
    assertCreated(answer);
    assert.equal(answer.headers.connection, 'close');
  }
  assert.equal(await api.ended, 0);
  assert.equal(await countTransactions(owner), 4 * CONNECTIONS);
  await assert.rejects(idle[0]?.() ?? Promise.resolve(), /ECONNREFUSED/);
});
