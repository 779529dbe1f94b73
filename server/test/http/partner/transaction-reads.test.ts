import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { transactionRead } from '@vezne/contract/partner/transactions';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post, send, sign } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';
import { approveDeposit, takeWithdrawal } from '../../harness/states.ts';

async function create(api: TestApi, type: 'deposit' | 'withdrawal', changes: Record<string, unknown> = {}) {
  const body = type === 'deposit' ? depositBody(changes) : withdrawalBody(changes);
  return assertCreated(await post(api.url, api.partner, `/v1/${type}s`, body));
}

suite('GET /v1/transactions/{id}', () => {
  test('a new deposit reads as it was created, with its currency and times', async (t) => {
    const api = await startTestApi(t);
    const created = await create(api, 'deposit');
    const answer = await get(api.url, api.partner, `/v1/transactions/${String(created['id'])}`);
    assert.equal(answer.status, 200);
    const transaction = answer.json?.['transaction'] as Record<string, unknown>;
    assert.deepEqual(transactionRead.parse(transaction), transaction);
    const { createdAt, ...rest } = transaction;
    assert.ok(Math.abs(Date.parse(String(createdAt)) - Date.now()) < 60_000);
    assert.deepEqual(rest, {
      ...created,
      currency: 'TRY',
      decidedAt: null,
      reasonCode: null,
      originalTransactionId: null,
    });
  });

  test('an approved deposit shows the amount that arrived and its results: 950.00 of 1000.00 at 3 %', async (t) => {
    const api = await startTestApi(t);
    const { id } = await create(api, 'deposit');
    await approveDeposit(api.owner, String(id), 95_000n);
    const { json } = await get(api.url, api.partner, `/v1/transactions/${String(id)}`);
    const transaction = json?.['transaction'] as Record<string, unknown>;
    const money = [
      'amountCents',
      'requestedAmountCents',
      'actualAmountCents',
      'commissionCents',
      'netAmountCents',
    ];
    assert.deepEqual(
      [...money, 'playerAmountCents', 'balanceImpactCents', 'status'].map((field) => transaction[field]),
      [100_000, 100_000, 95_000, 2_850, 92_150, 92_150, 92_150, 'approved'],
    );
    assert.notEqual(transaction['decidedAt'], null);
  });

  test('a withdrawal has the fields of its type and none of a deposit', async (t) => {
    const api = await startTestApi(t);
    const created = await create(api, 'withdrawal');
    await takeWithdrawal(api.owner, String(created['id']));
    const { json } = await get(api.url, api.partner, `/v1/transactions/${String(created['id'])}`);
    const transaction = json?.['transaction'] as Record<string, unknown>;
    assert.deepEqual(transactionRead.parse(transaction), transaction);
    assert.equal(transaction['status'], 'waiting_confirmation', 'its stage is ours alone');
    for (const field of [
      'hostedUrl',
      'referenceCode',
      'redirectUrl',
      'actualAmountCents',
      'netAmountCents',
      'stage',
    ]) {
      assert.ok(!(field in transaction), field);
    }
  });

  test('reading a withdrawal removes the mark that the partner may not know of it', async (t) => {
    const api = await startTestApi(t);
    const { id } = await create(api, 'withdrawal');
    const marks = async () => (await api.owner.query('select from unconfirmed_answer')).rowCount;
    await until(marks, (count) => count === 0, 2_000);
    await api.owner.query('insert into unconfirmed_answer (transaction_id) select id from transaction');
    await get(api.url, api.partner, `/v1/transactions/${String(id)}`);
    await until(marks, (count) => count === 0, 2_000);
  });

  test('an unknown transaction and a malformed id are not found', async (t) => {
    const api = await startTestApi(t);
    for (const id of ['txn_00000000000000000000000000000000', 'txn_1', 'x', `txn_${'A'.repeat(32)}`]) {
      assertRefused(await get(api.url, api.partner, `/v1/transactions/${id}`), 'not_found');
    }
  });
});

suite('the rules for every read', () => {
  const PATHS = ['/v1/transactions', '/v1/transactions/txn_00000000000000000000000000000000', '/v1/limits'];

  test('a read that is unsigned, has a body or comes from a disabled partner is refused', async (t) => {
    const api = await startTestApi(t);
    for (const path of PATHS) {
      assertRefused(await send(api.url, { method: 'GET', path }), 'authentication_headers_invalid');
      const withBody = sign(api.partner, { method: 'GET', path, body: '{}' });
      assertRefused(
        await send(api.url, { ...withBody }),
        'signature_invalid',
        'a body is not what was signed',
      );
      const signedEmpty = sign(api.partner, { method: 'GET', path });
      const headers = { ...signedEmpty.headers, 'content-length': '2' };
      assertRefused(await send(api.url, { ...signedEmpty, headers, body: '{}' }), 'body_not_allowed');
    }
    const disabled = await insertPartner(api.owner);
    await api.owner.query(`update partner set status = 'disabled' where id = $1`, [disabled.id]);
    for (const path of PATHS) {
      await until(
        async () => await get(api.url, disabled, path),
        ({ json }) => json?.['code'] === 'partner_disabled',
        3_000,
      );
    }
  });

  test('a query string on a route without parameters is refused, and so is a read over the rate limit', async (t) => {
    const api = await startTestApi(t, { partner: { requestsPerSecond: 1 } });
    assertRefused(await get(api.url, api.partner, '/v1/limits?x=1'), 'query_not_allowed');
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => await get(api.url, api.partner, '/v1/limits')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 3);
    assert.equal(refused[0]?.headers['retry-after'], '1');
  });

  test('the limits are those that administrators set', async (t) => {
    const api = await startTestApi(t);
    const ask = async () => await get(api.url, api.partner, '/v1/limits');
    const first = await ask();
    assert.equal(first.status, 200);
    const range = { minCents: 5_000, maxCents: 50_000_000 };
    assert.deepEqual(first.json, { currency: 'TRY', deposit: range, withdrawal: range });

    await api.owner.query(
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
         deposit_expiry_seconds, created_by) values (101, 20002, 303, 40004, 3600, 'test')`,
    );
    const changed = await until(ask, ({ text }) => text !== first.text, 3_000);
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.json, {
      currency: 'TRY',
      deposit: { minCents: 101, maxCents: 20_002 },
      withdrawal: { minCents: 303, maxCents: 40_004 },
    });
  });
});
