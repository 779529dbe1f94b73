import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTransactions } from '../server/test/harness/api.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, post } from '../server/test/harness/client.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import {
  depositBody,
  insertBankAccount,
  insertPartner,
  withdrawalBody,
} from '../server/test/harness/factories.ts';
import { inParallel } from './parallel.ts';

const REFERENCES = 2_000;
const COPIES = 10;
const CHANGED = 500;

test(`${COPIES} identical creates for each of ${REFERENCES} references at two processes make ${REFERENCES} transactions`, async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const processes = await Promise.all([startApiProcess(t, database), startApiProcess(t, database)]);
  const agents = processes.map(() => createAgent(128));
  const sendTo = async (which: number, path: string, body: unknown) =>
    await post(processes[which % 2]?.url ?? '', partner, path, body, agents[which % 2]);

  const creates = Array.from({ length: REFERENCES }, (_, index) =>
    index % 2 === 0
      ? {
          path: '/v1/deposits',
          body: depositBody({ customer: { id: `player-${index}`, username: 'u', fullName: 'Ali Öz' } }),
        }
      : { path: '/v1/withdrawals', body: withdrawalBody() },
  );

  await t.test('every copy gets the same success, one of them without the replay header', async () => {
    // The ten copies start together, alternating between the processes. 24 references run at a time.
    await inParallel(creates, 24, async ({ path, body }) => {
      const answers = await Promise.all(
        Array.from({ length: COPIES }, async (_, copy) => await sendTo(copy, path, body)),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1, 'identical bodies');
      const first = answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
      assert.equal(first.length, 1, 'exactly one answer is the creation itself');
    });
    assert.equal(await countTransactions(owner), REFERENCES);
  });

  await t.test(
    `${CHANGED} of them, sent again with another amount, are conflicts that name the transaction`,
    async () => {
      await inParallel(creates.slice(0, CHANGED), 64, async ({ path, body }, index) => {
        const answer = await sendTo(index, path, { ...body, amount: '1000.01' });
        assert.equal(answer.status, 409);
        assert.equal(answer.json?.['code'], 'external_reference_conflict');
        assert.match(String(answer.json?.['transactionId']), /^txn_[0-9a-f]{32}$/);
      });
      assert.equal(await countTransactions(owner), REFERENCES);
    },
  );
});
