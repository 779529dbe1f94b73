import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, post } from '../server/test/harness/client.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { until } from '../server/test/harness/expectations.ts';
import { insertBankAccount, insertPartner, depositBody } from '../server/test/harness/factories.ts';

const ROUNDS = 5;
const CLIENTS = 64;
const LOAD_WITHIN_MS = 30_000;

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`SIGTERM under load leaves no accepted request unanswered (${round} of ${ROUNDS})`, async (t) => {
    const database = await createTestDatabase(t);
    const owner = database.pool();
    const partner = await insertPartner(owner);
    await insertBankAccount(owner);
    const api = await startApiProcess(t, database);
    const answered: string[] = [];
    const refusals: number[] = [];
    const load = { isOver: false };
    t.after(() => {
      load.isOver = true;
    });

    // Half of the clients keep their connection, half open a new one for each request.
    const clients = Array.from({ length: CLIENTS }, async (_, index) => {
      const agent = index % 2 === 0 ? createAgent(1) : undefined;
      while (!load.isOver) {
        try {
          const answer = await post(api.url, partner, '/v1/deposits', depositBody(), agent ?? createAgent(1));
          const created = answer.json?.['transaction'] as { id: string } | undefined;
          if (created) answered.push(created.id);
          else refusals.push(answer.status);
        } catch {
          // Not accepted: the connection was refused, or closed before the request was read. No row may exist for it.
          await sleep(5);
        }
      }
    });
    await sleep(700);
    // A busy machine has answered a few dozen by then.
    await until(
      async () => await Promise.resolve(answered.length),
      (count) => count > 100,
      LOAD_WITHIN_MS,
    );
    api.child.kill('SIGTERM');
    const exit = await api.ended;
    load.isOver = true;
    await Promise.all(clients);

    const { rows } = await owner.query<{ id: string }>('select id from transaction');
    const created = rows.map(({ id }) => `txn_${id.replaceAll('-', '')}`);
    assert.equal(exit, 0);
    assert.deepEqual(refusals, []);
    assert.deepEqual(created.toSorted(), answered.toSorted());
  });
}
