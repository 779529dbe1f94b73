import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { assertCreated, assertRefused, assertUnanswered, until } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { allowBlocks } from '../../harness/reference-counter.ts';

async function createWithdrawal({ url, partner }: TestApi) {
  const body = withdrawalBody();
  const first = await post(url, partner, '/v1/withdrawals', body);
  assertCreated(first);
  return { body, first };
}

/** From now on every insert of a transaction runs this statement. */
async function onInsert(owner: pg.Pool, statement: string): Promise<void> {
  await owner.query(`
    create function meddle() returns trigger language plpgsql as $$ begin ${statement} end $$;
    create trigger meddling before insert on transaction for each row execute function meddle()`);
}

suite('partners read any error as "nothing was created", so', { concurrency: 4 }, () => {
  test('an insert that the database refuses is an error only if the transaction does not exist', async (t) => {
    const api = await startTestApi(t);
    const { body, first } = await createWithdrawal(api);
    await onInsert(api.owner, `raise exception 'no' using errcode = 'check_violation';`);
    const retry = await post(api.url, api.partner, '/v1/withdrawals', body);
    assert.equal(retry.status, 201, retry.text);
    assert.equal(retry.headers['idempotent-replayed'], 'true');
    assert.equal(retry.text, first.text);
    const fresh = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody());
    assertRefused(fresh, 'internal_error');
    assert.equal(await countTransactions(api.owner), 1);
  });

  test('a taken reference whose transaction cannot be found gets no answer', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    await onInsert(owner, 'return null;');
    await assertUnanswered(post(url, partner, '/v1/withdrawals', withdrawalBody()));
    await assertUnanswered(post(url, partner, '/v1/deposits', depositBody()));
  });

  test('a retry whose look-up the database refuses gets no answer', async (t) => {
    const api = await startTestApi(t);
    const { body } = await createWithdrawal(api);
    await api.owner.query('revoke select on transaction from vezne_api');
    await assertUnanswered(post(api.url, api.partner, '/v1/withdrawals', body));
    const malformed = { ...body, customer: { ...body.customer, fullName: 7 } };
    await assertUnanswered(post(api.url, api.partner, '/v1/withdrawals', malformed));
  });

  test('an existing deposit whose answer cannot be written gets no answer', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const body = depositBody();
    assertCreated(await post(url, partner, '/v1/deposits', body));
    // This process does not have the key of its hosted page.
    await owner.query('update transaction set page_key_version = 9');
    await assertUnanswered(post(url, partner, '/v1/deposits', body));
    assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
  });

  test('while the configuration cannot be read, a create gets no answer and a read is told to retry', async (t) => {
    const api = await startTestApi(t);
    const { body, first } = await createWithdrawal(api);
    await api.owner.query('revoke select on configuration_epoch from vezne_api');
    const unavailable = await until(
      async () => await get(api.url, api.partner, '/v1/limits'),
      ({ status }) => status !== 200,
    );
    assertRefused(unavailable, 'unavailable');
    assert.equal(unavailable.headers['retry-after'], '2');
    await assertUnanswered(post(api.url, api.partner, '/v1/withdrawals', body));
    await assertUnanswered(post(api.url, api.partner, '/v1/withdrawals', withdrawalBody()));
    const id = String(assertCreated(first)['id']);
    await assertUnanswered(post(api.url, api.partner, `/v1/transactions/${id}/cancel`, ''));

    await api.owner.query('grant select on configuration_epoch to vezne_api');
    assert.equal((await post(api.url, api.partner, '/v1/withdrawals', body)).text, first.text);
  });

  test('a deposit without an available reference code is refused, and does not exist', async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner) => await allowBlocks(owner, false),
    });
    const body = depositBody();
    const refused = await post(url, partner, '/v1/deposits', body);
    assertRefused(refused, 'unavailable');
    assert.equal(refused.headers['retry-after'], '2');
    assert.equal(await countTransactions(owner), 0);
    assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()));

    await allowBlocks(owner, true);
    assertCreated(await post(url, partner, '/v1/deposits', body));
    await until(
      async () => await blocksTaken(owner),
      (taken) => taken === 2n,
    );
    await allowBlocks(owner, false);
    assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
  });
});

async function blocksTaken(owner: pg.Pool): Promise<bigint | undefined> {
  const { rows } = await owner.query<{ taken: bigint }>(
    'select next_block as taken from reference_code_counter',
  );
  return rows[0]?.taken;
}
