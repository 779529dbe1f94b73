import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startApi } from '../../../src/processes/api.ts';
import { apiConfig, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { withdrawalBody } from '../../harness/factories.ts';

async function createWithdrawal({ url, partner }: TestApi): Promise<string> {
  return String(assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()))['id']);
}

/** An operator starts a payout; false when the withdrawal can no longer be taken. */
async function take({ owner }: TestApi, id: string): Promise<boolean> {
  const { rowCount } = await owner.query(
    `update transaction set stage = 'taken', taken_by = 'ayse', bank_account_id = (select id from bank_account limit 1)
     where id = $1 and stage = 'queued'`,
    [id.replace('txn_', '')],
  );
  return rowCount === 1;
}

/** What happened to a withdrawal, by everything that is written about it. */
async function traces({ owner }: TestApi, id: string) {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select status, stage, (select count(*)::int4 from event where transaction_id = t.id) as events,
       (select count(*)::int4 from transaction_step where transaction_id = t.id and trigger = 'cancel') as cancel_steps
     from transaction t where id = $1`,
    [id.replace('txn_', '')],
  );
  return rows[0];
}

function assertAllCancelled(answers: Answer[]): void {
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  const transaction = answers[0]?.json?.['transaction'] as Record<string, unknown>;
  assert.deepEqual([transaction['status'], transaction['reasonCode']], ['rejected', 'partner_cancelled']);
}

test('when four cancellations and an operator race for each of 100 withdrawals, exactly one side wins each', async (t) => {
  const api = await startTestApi(t);
  const other = await startApi(apiConfig(api.database), pino({ level: 'silent' }));
  t.after(other.stop);
  const cancel = async (url: string, id: string) =>
    await post(url, api.partner, `/v1/transactions/${id}/cancel`, '');

  const wins = { cancelled: 0, taken: 0 };
  // The loser starts earlier the next time, so the two keep meeting, however fast the machine is.
  let operatorWaitsMs = 0;
  for (let round = 0; round < 100; round += 1) {
    const id = await createWithdrawal(api);
    const cancelling = [api.url, other.url, api.url, other.url].map(async (url) => {
      if (operatorWaitsMs < 0) await sleep(-operatorWaitsMs);
      return await cancel(url, id);
    });
    if (operatorWaitsMs > 0) await sleep(operatorWaitsMs);
    const isTaken = await take(api, id);
    const answers = await Promise.all(cancelling);

    if (isTaken) {
      for (const answer of answers) {
        const refusal = assertRefused(answer, 'not_cancellable');
        assert.deepEqual([refusal.transactionId, refusal.status], [id, 'waiting_confirmation']);
      }
      const nothing = { status: 'waiting_confirmation', stage: 'taken', events: 0, cancel_steps: 0 };
      assert.deepEqual(await traces(api, id), nothing);
    } else {
      assertAllCancelled(answers);
      const once = { status: 'rejected', stage: null, events: 1, cancel_steps: 1 };
      assert.deepEqual(await traces(api, id), once);
    }
    wins[isTaken ? 'taken' : 'cancelled'] += 1;
    operatorWaitsMs += isTaken ? 1 : -1;
  }
  t.diagnostic(JSON.stringify(wins));
  assert.ok(wins.cancelled >= 10 && wins.taken >= 10, `it was no race: ${JSON.stringify(wins)}`);
});

test('a cancellation whose confirmation is lost with the connection is answered all the same, and happened once', async (t) => {
  const api = await startTestApi(t);
  const proxy = await startDatabaseProxy(t, api.database.urlOf('vezne_api'));
  const cutOff = await startApi(
    apiConfig(api.database, { databaseUrl: proxy.url }),
    pino({ level: 'silent' }),
  );
  t.after(cutOff.stop);
  const id = await createWithdrawal(api);

  proxy.holdAnswersTo('move-transactions');
  let hasAnswered = false;
  const cancelling = post(cutOff.url, api.partner, `/v1/transactions/${id}/cancel`, '').finally(() => {
    hasAnswered = true;
  });
  await until(
    async () => await traces(api, id),
    (written) => written?.['status'] === 'rejected',
  );
  assert.equal(hasAnswered, false, 'the confirmation is still on its way');
  proxy.cut();
  proxy.release();

  assertAllCancelled([await cancelling]);
  const once = { status: 'rejected', stage: null, events: 1, cancel_steps: 1 };
  assert.deepEqual(await traces(api, id), once);
});
