import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { PartnerEvent } from '@vezne/contract/partner/events';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post, send, sign } from '../../harness/client.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';

const FOREIGN_IDS = 200;

test(`every route that names a transaction answers "not found" to ${FOREIGN_IDS} ids of another partner, for two partners`, async (t) => {
  const { api, other } = await startWithTwoPartners(t);
  const routes = Object.values(PARTNER_API).filter(({ path }) => path.includes('{id}'));
  assert.ok(routes.length >= 2);

  for (const [owner, stranger] of [
    [api.partner, other],
    [other, api.partner],
  ] as const) {
    const ids = await Promise.all(
      Array.from({ length: FOREIGN_IDS }, async (_, index) => {
        const isDeposit = index % 2 === 0;
        const body = isDeposit ? depositBody() : withdrawalBody();
        const answer = await post(api.url, owner, isDeposit ? '/v1/deposits' : '/v1/withdrawals', body);
        return String(assertCreated(answer)['id']);
      }),
    );
    for (const { method, path } of routes) {
      await Promise.all(
        ids.map(async (id) => {
          const request = sign(stranger, { method, path: path.replace('{id}', id) });
          assertRefused(await send(api.url, request), 'not_found', `${method} ${path} ${id}`);
        }),
      );
    }
    assert.equal((await get(api.url, owner, `/v1/transactions/${ids[0]}`)).status, 200, 'its owner reads it');
    const { rows } = await api.owner.query(`select from transaction where status = 'rejected'`);
    assert.equal(rows.length, 0, 'and nothing was cancelled');
  }
});

test("a list has only the partner's own transactions, by page, by reference and with another partner's cursor", async (t) => {
  const { api, other } = await startWithTwoPartners(t);
  for (const externalReference of ['same-1', 'same-2', 'same-3']) {
    await post(api.url, api.partner, '/v1/deposits', depositBody({ externalReference }));
  }
  const mine = await get(api.url, api.partner, '/v1/transactions?limit=1');
  const cursor = String(mine.json?.['nextCursor']);
  for (const query of ['', '?externalReference=same-1', `?cursor=${cursor}`]) {
    const { json } = await get(api.url, other, `/v1/transactions${query}`);
    assert.deepEqual(json, { transactions: [], nextCursor: null }, query);
  }
});

test('a partner sees only its own events, and its balance counts only its own transactions', async (t) => {
  const { api, other } = await startWithTwoPartners(t);
  const id = String(assertCreated(await post(api.url, api.partner, '/v1/deposits', depositBody()))['id']);
  assertCreated(await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody()));
  await post(api.url, api.partner, `/v1/transactions/${id}/cancel`, {});

  const mine = (await get(api.url, api.partner, '/v1/events')).json as unknown as { events: PartnerEvent[] };
  const [event = assert.fail()] = mine.events;
  assert.equal(event.transactionId, id);
  assert.deepEqual((await get(api.url, other, '/v1/events')).json, { events: [], nextCursor: null });
  const { fields } = assertRefused(
    await get(api.url, other, `/v1/events?after=${event.eventId}`),
    'invalid_request',
  );
  assert.deepEqual(
    fields?.map(({ path }) => path),
    ['after'],
  );

  const open = async (partner: TestPartner) =>
    (await get(api.url, partner, '/v1/balance')).json?.['openWithdrawalsCents'];
  assert.deepEqual([await open(api.partner), await open(other)], [100_000, 0]);
});

async function startWithTwoPartners(t: TestContext): Promise<{ api: TestApi; other: TestPartner }> {
  const others: TestPartner[] = [];
  const api = await startTestApi(t, {
    prepare: async (owner) => void others.push(await insertPartner(owner)),
  });
  return { api, other: others[0] ?? assert.fail() };
}
