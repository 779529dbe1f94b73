import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { insertEvent } from '../../harness/events.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { approveDeposit, insertLateDeposit } from '../../harness/states.ts';

interface Page {
  transactions: {
    id: string;
    type: string;
    status: string;
    externalReference: string;
    originalTransactionId: string | null;
  }[];
  nextCursor: string | null;
}

async function list(api: TestApi, query = ''): Promise<Page> {
  const answer = await get(api.url, api.partner, `/v1/transactions${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json as unknown as Page;
}

/** Oldest first. */
async function createMany(api: TestApi, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const isDeposit = index % 2 === 0;
    const path = isDeposit ? '/v1/deposits' : '/v1/withdrawals';
    const body = isDeposit ? depositBody() : withdrawalBody();
    ids.push(String(assertCreated(await post(api.url, api.partner, path, body))['id']));
  }
  return ids;
}

test('the list is sorted newest first, in pages that neither repeat nor miss a transaction', async (t) => {
  const api = await startTestApi(t);
  const created = await createMany(api, 11);
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= 4; page += 1) {
    const { transactions, nextCursor }: Page = await list(
      api,
      `?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...transactions.map(({ id }) => id));
    assert.equal(nextCursor === null, page === 4);
    cursor = nextCursor;
    // A transaction that arrives during paging belongs before the first page, not on a later one.
    if (page === 1) await createMany(api, 1);
  }
  assert.deepEqual(seen, created.toReversed());
});

test('an empty list and an exactly full last page have no next page', async (t) => {
  const api = await startTestApi(t);
  assert.deepEqual(await list(api), { transactions: [], nextCursor: null });
  await createMany(api, 2);
  assert.equal((await list(api, '?limit=2')).nextCursor, null);
});

test('type, status, reference and time each narrow the list, alone and together', async (t) => {
  const api = await startTestApi(t);
  const [first = '', second = '', third = ''] = await createMany(api, 3);
  await approveDeposit(api.owner, first, 100_000n);
  // Whatever ends a transaction is told, and the list of an outcome is made of what was told.
  await insertEvent(api.owner, first.replace('txn_', ''), 'deposit.approved');
  const ids = async (query: string) => (await list(api, query)).transactions.map(({ id }) => id);
  assert.deepEqual(await ids('?type=deposit'), [third, first]);
  assert.deepEqual(await ids('?type=withdrawal'), [second]);
  assert.deepEqual(await ids('?status=approved'), [first]);
  assert.deepEqual(await ids('?status=waiting_payment&type=deposit'), [third]);
  assert.deepEqual(await ids('?status=waiting_payment&type=withdrawal'), []);

  const { rows } = await api.owner.query<{ at: Date }>(
    'select created_at as at from transaction order by id',
  );
  const [, secondAt = assert.fail()] = rows.map(({ at }) => at);
  const boundary = encodeURIComponent(secondAt.toISOString());
  assert.deepEqual(await ids(`?from=${boundary}`), [third, second], 'from this time on');
  assert.deepEqual(await ids(`?to=${boundary}`), [first], 'up to, and not including, this time');
  assert.deepEqual(await ids(`?from=${boundary}&to=${boundary}`), []);
  const inIstanbul = new Date(secondAt.getTime() + 3 * 3_600_000).toISOString().replace('Z', '+03:00');
  assert.deepEqual(await ids(`?from=${encodeURIComponent(inIstanbul)}`), [third, second], 'in any time zone');

  const { externalReference } = (await list(api, '?status=approved')).transactions[0] ?? assert.fail();
  assert.deepEqual(await ids(`?externalReference=${externalReference}`), [first]);
  assert.deepEqual(await ids(`?externalReference=${externalReference}&type=withdrawal`), []);
  assert.deepEqual(await ids('?externalReference=unheard-of'), []);
});

test('a reference finds the deposit, the withdrawal and the late money that share it', async (t) => {
  const api = await startTestApi(t);
  const externalReference = 'shared-1';
  const deposit = assertCreated(
    await post(api.url, api.partner, '/v1/deposits', depositBody({ externalReference })),
  );
  assertCreated(await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody({ externalReference })));
  await insertLateDeposit(api.owner, String(deposit['id']));
  const { transactions } = await list(api, `?externalReference=${externalReference}`);
  assert.deepEqual(transactions.map(({ type }) => type).sort(), ['deposit', 'deposit', 'withdrawal']);
  const late = transactions.find(({ originalTransactionId }) => originalTransactionId !== null);
  assert.equal(late?.originalTransactionId, deposit['id']);
});

test('a parameter that is unknown, repeated or malformed is refused by name', async (t) => {
  const api = await startTestApi(t);
  const BAD: [query: string, path: string][] = [
    ['?limit=0', 'limit'],
    ['?limit=251', 'limit'],
    ['?limit=1e1', 'limit'],
    ['?limit=', 'limit'],
    ['?type=refund', 'type'],
    ['?status=taken', 'status'],
    ['?from=yesterday', 'from'],
    ['?to=2026-13-01T00:00:00Z', 'to'],
    ['?from=2026-01-01', 'from'],
    ['?cursor=abc', 'cursor'],
    [`?cursor=${Buffer.from('1:txn_zz').toString('base64url')}`, 'cursor'],
    ['?externalReference=%20x', 'externalReference'],
    ['?type=deposit&type=deposit', 'type'],
    ['?page=2', ''],
    ['?__proto__=1', ''],
  ];
  for (const [query, path] of BAD) {
    const { fields } = assertRefused(
      await get(api.url, api.partner, `/v1/transactions${query}`),
      'invalid_request',
      query,
    );
    assert.deepEqual(
      fields?.map((field) => field.path),
      [path],
      query,
    );
  }
  assert.equal((await get(api.url, api.partner, '/v1/transactions?limit=250')).status, 200);
});
