import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post, send, sign } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { approveDeposit, takeWithdrawal } from '../../harness/states.ts';

async function create(api: TestApi, type: 'deposit' | 'withdrawal'): Promise<string> {
  const body = type === 'deposit' ? depositBody() : withdrawalBody();
  return String(assertCreated(await post(api.url, api.partner, `/v1/${type}s`, body))['id']);
}

async function cancel(api: TestApi, id: string, body: unknown = ''): Promise<Answer> {
  return await post(api.url, api.partner, `/v1/transactions/${id}/cancel`, body);
}

async function events(api: TestApi): Promise<Record<string, unknown>[]> {
  const { rows } = await api.owner.query<Record<string, unknown>>(
    'select type, status, player_amount_cents, reason_code, balance_impact_cents from event',
  );
  return rows;
}

suite('POST /v1/transactions/{id}/cancel', () => {
  test('a deposit that waits for payment is rejected, with no credit and one event', async (t) => {
    const api = await startTestApi(t);
    const id = await create(api, 'deposit');
    const answer = await cancel(api, id);
    assert.equal(answer.status, 200, answer.text);
    const transaction = answer.json?.['transaction'] as Record<string, unknown>;
    const fields = [
      'status',
      'reasonCode',
      'playerAmountCents',
      'commissionCents',
      'netAmountCents',
      'balanceImpactCents',
    ];
    assert.deepEqual(
      fields.map((field) => transaction[field]),
      ['rejected', 'partner_cancelled', 0, 0, 0, 0],
    );
    assert.deepEqual(await events(api), [
      {
        type: 'deposit.rejected',
        status: 'rejected',
        player_amount_cents: 0n,
        reason_code: 'partner_cancelled',
        balance_impact_cents: 0n,
      },
    ]);
  });

  test('a queued withdrawal is rejected, and its event carries the refund', async (t) => {
    const api = await startTestApi(t);
    const id = await create(api, 'withdrawal');
    const { json } = await cancel(api, id, {});
    const transaction = json?.['transaction'] as Record<string, unknown>;
    assert.deepEqual([transaction['status'], transaction['playerAmountCents']], ['rejected', 0]);
    const [event] = await events(api);
    assert.deepEqual([event?.['type'], event?.['player_amount_cents']], ['withdrawal.rejected', 100_000n]);
    const { rows } = await api.owner.query(
      'select step_no, trigger, status, actor_kind from transaction_step order by step_no',
    );
    assert.deepEqual(rows.at(-1), {
      step_no: 2,
      trigger: 'cancel',
      status: 'rejected',
      actor_kind: 'partner',
    });
  });

  test('cancelling again answers the same state and does nothing more', async (t) => {
    const api = await startTestApi(t);
    const id = await create(api, 'deposit');
    const first = await cancel(api, id);
    const again = await cancel(api, id);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal((await events(api)).length, 1);
  });

  test('of 20 simultaneous cancellations one has an effect, and all get the same answer', async (t) => {
    const api = await startTestApi(t);
    const id = await create(api, 'withdrawal');
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await cancel(api, id)));
    assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal((await events(api)).length, 1);
  });

  test('a transaction that an operator has taken or decided cannot be cancelled', async (t) => {
    const api = await startTestApi(t);
    const taken = await create(api, 'withdrawal');
    await takeWithdrawal(api.owner, taken);
    const approved = await create(api, 'deposit');
    await approveDeposit(api.owner, approved, 100_000n);
    const EXPECTED: [string, string][] = [
      [taken, 'waiting_confirmation'],
      [approved, 'approved'],
    ];
    for (const [id, status] of EXPECTED) {
      const refusal = assertRefused(await cancel(api, id), 'not_cancellable');
      assert.deepEqual([refusal.transactionId, refusal.status], [id, status]);
    }
    assert.deepEqual(await events(api), []);
  });

  test('the body must be empty or an object; without a body no content type is needed', async (t) => {
    const api = await startTestApi(t);
    const id = await create(api, 'deposit');
    const path = `/v1/transactions/${id}/cancel`;
    assertRefused(await cancel(api, id, '[]'), 'invalid_request');
    assertRefused(await cancel(api, id, 'null'), 'invalid_request');
    assertRefused(await cancel(api, id, '{'), 'invalid_json');
    assertRefused(await cancel(api, id, '{"a":1,"a":2}'), 'duplicate_key');
    assertRefused(await cancel(api, id, `{"a":"${'x'.repeat(20_000)}"}`), 'body_too_large');
    const text = sign(api.partner, { path, body: '{}', headers: { 'content-type': 'text/plain' } });
    assertRefused(await send(api.url, text), 'unsupported_media_type');
    assertRefused(await post(api.url, api.partner, `${path}?why=1`, ''), 'query_not_allowed');
    assertRefused(await cancel(api, 'txn_00000000000000000000000000000000'), 'not_found');

    const bare = sign(api.partner, { path });
    delete bare.headers?.['content-type'];
    assert.equal((await send(api.url, bare)).status, 200);
  });

  test('a disabled partner and a partner over its rate limit cannot cancel', async (t) => {
    const api = await startTestApi(t, { partner: { requestsPerSecond: 2 } });
    const id = await create(api, 'deposit');
    const answers = await Promise.all(Array.from({ length: 6 }, async () => await cancel(api, id)));
    assert.ok(answers.some(({ status }) => status === 429));
    await api.owner.query(`update partner set status = 'disabled'`);
    await until(
      async () => await cancel(api, id),
      ({ json }) => json?.['code'] === 'partner_disabled',
      3_000,
    );
  });
});
