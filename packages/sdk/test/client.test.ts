import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVezneClient } from '@vezne/sdk/client';
import { VezneError, VezneOutcomeUnknownError } from '@vezne/sdk/errors';
import {
  respond,
  created,
  CREDENTIALS,
  DEPOSIT,
  eventPage,
  failureOf,
  hangUp,
  page,
  refuse,
  startScriptedServer,
  WITHDRAWAL,
} from './scripted-server.ts';
import type { Step } from './scripted-server.ts';

const HOUR_SECONDS = 3600;

test('each method sends its signed request, even if the service has a path prefix', async (t) => {
  for (const prefix of ['', '/pay', '/a/v1/b']) {
    const one = respond(200, { transaction: { id: 'txn_1' } });
    const limits = respond(200, { currency: 'TRY', deposit: {}, withdrawal: {} });
    const balance = respond(200, {
      currency: 'TRY',
      availableCents: 1,
      reservedCents: 0,
      openWithdrawalsCents: 0,
    });
    const script = await startScriptedServer(
      t,
      [created(), created(), one, page([], null), one, eventPage([], null), balance, limits],
      { prefix },
    );
    await script.client.createDeposit(DEPOSIT);
    await script.client.createWithdrawal(WITHDRAWAL);
    await script.client.getTransaction('txn_1');
    await script.client.findTransactions();
    await script.client.cancelTransaction('txn_1');
    await script.client.listEvents();
    await script.client.getBalance();
    await script.client.getLimits();
    assert.deepEqual(
      script.requests.map(({ method, path, body }) => [method, path, body]),
      [
        ['POST', '/v1/deposits', JSON.stringify(DEPOSIT)],
        ['POST', '/v1/withdrawals', JSON.stringify(WITHDRAWAL)],
        ['GET', '/v1/transactions/txn_1', ''],
        ['GET', '/v1/transactions', ''],
        ['POST', '/v1/transactions/txn_1/cancel', '{}'],
        ['GET', '/v1/events', ''],
        ['GET', '/v1/balance', ''],
        ['GET', '/v1/limits', ''],
      ],
    );
    assert.deepEqual(
      script.requests.map(({ isSigned }) => isSigned),
      Array.from({ length: 8 }, () => true),
      prefix,
    );
    assert.ok(script.requests.every(({ headers }) => headers['content-type'] === 'application/json'));
  }
});

test('a slash at the end of baseUrl does not matter', async (t) => {
  const script = await startScriptedServer(t, [created()]);
  const client = createVezneClient({ baseUrl: `${script.url}//`, ...CREDENTIALS });
  await client.createDeposit(DEPOSIT);
  assert.equal(script.requests[0]?.path, '/v1/deposits');
});

test('the result says whether it is a replay', async (t) => {
  const script = await startScriptedServer(t, [created(), created({ 'Idempotent-Replayed': 'true' })]);
  assert.equal((await script.client.createDeposit(DEPOSIT)).isReplay, false);
  assert.equal((await script.client.createDeposit(DEPOSIT)).isReplay, true);
});

test('a retry sends the same bytes, even if the caller changes the object', async (t) => {
  const input = { ...DEPOSIT, amount: '1000.00' };
  const script = await startScriptedServer(t, [hangUp, created()], {
    onRetry: () => {
      input.amount = '1.00';
    },
  });
  await script.client.createDeposit(input);
  assert.equal(script.requests[1]?.body, script.requests[0]?.body);
});

test('a query is sent exactly as it was signed, whatever characters a reference contains', async (t) => {
  const reference = `!"#$%&'()*+,-./ 09:;<=>?@AZ[\\]^_\`az{|}~`;
  const script = await startScriptedServer(t, [page(['txn_1'], null)]);
  const from = new Date('2026-11-15T09:30:00Z');
  await script.client.findTransactions({
    externalReference: reference,
    type: 'deposit',
    status: 'approved',
    from,
    to: '2026-11-16T00:00:00+03:00',
    limit: 10,
    cursor: undefined,
  });
  const [request] = script.requests;
  assert.equal(request?.isSigned, true);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.path.split('?')[1])), {
    externalReference: reference,
    type: 'deposit',
    status: 'approved',
    from: '2026-11-15T09:30:00.000Z',
    to: '2026-11-16T00:00:00+03:00',
    limit: '10',
  });
});

test('all transactions are read page by page, with the same query, and no page too many', async (t) => {
  const script = await startScriptedServer(t, [
    page(['a', 'b'], 'next 1'),
    hangUp,
    page([], 'next 2'),
    page(['c'], null),
  ]);
  const ids: string[] = [];
  for await (const { id } of script.client.allTransactions({ status: 'approved' })) ids.push(id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(
    script.requests.map(({ path }) => path),
    [
      '/v1/transactions?limit=250&status=approved',
      '/v1/transactions?limit=250&status=approved&cursor=next+1',
      '/v1/transactions?limit=250&status=approved&cursor=next+1',
      '/v1/transactions?limit=250&status=approved&cursor=next+2',
    ],
  );
});

test('all events are read from cursor to cursor until a page is not full, and none is requested twice', async (t) => {
  const script = await startScriptedServer(t, [
    eventPage(['evt_1', 'evt_2'], 'evt_2'),
    hangUp,
    eventPage(['evt_3', 'evt_4'], 'evt_4'),
    eventPage([], 'evt_4'),
  ]);
  const ids: string[] = [];
  for await (const { eventId } of script.client.allEvents({ after: 'evt_0', limit: 2 })) ids.push(eventId);
  assert.deepEqual(ids, ['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  assert.deepEqual(
    script.requests.map(({ path }) => path),
    ['evt_0', 'evt_2', 'evt_2', 'evt_4'].map((after) => `/v1/events?after=${after}&limit=2`),
  );
});

test('all events of a partner with few events are one page', async (t) => {
  const script = await startScriptedServer(t, [eventPage(['evt_1'], 'evt_1')]);
  for await (const { eventId } of script.client.allEvents()) assert.equal(eventId, 'evt_1');
  assert.deepEqual(
    script.requests.map(({ path }) => path),
    ['/v1/events?limit=250'],
  );
});

test('a caller who stops reading causes no further request', async (t) => {
  const script = await startScriptedServer(t, [page(['a', 'b'], 'next')]);
  for await (const { id } of script.client.allTransactions({ limit: 2 })) {
    if (id === 'b') break;
  }
  assert.deepEqual(
    script.requests.map(({ path }) => path),
    ['/v1/transactions?limit=2'],
  );
});

test('a wrong clock is corrected once, by the service’s time, and the correction is remembered', async (t) => {
  const ahead = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
  const tooEarly = refuse(401, 'timestamp_out_of_range', { serverTime: ahead });
  const script = await startScriptedServer(t, [tooEarly, created(), created()], { maxAttempts: 1 });
  await script.client.createDeposit(DEPOSIT);
  await script.client.createDeposit(DEPOSIT);
  const aheadSeconds = script.requests.map(({ headers }) => Number(headers['x-timestamp']) - ahead);
  assert.ok(Math.abs((aheadSeconds[0] ?? 0) + HOUR_SECONDS) <= 2, String(aheadSeconds));
  assert.ok(
    aheadSeconds.slice(1).every((seconds) => Math.abs(seconds) <= 2),
    String(aheadSeconds),
  );
  assert.ok(script.requests.every(({ isSigned }) => isSigned));
});

test('a client stops trying when the service keeps refusing the timestamp', async (t) => {
  const never: Step = refuse(401, 'timestamp_out_of_range', { serverTime: 1 });
  const script = await startScriptedServer(t, [never, never, created()]);
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneError);
  assert.equal(error.serverTime, 1);
  assert.match(error.message, /Set the clock of this machine\./);
  assert.equal(script.requests.length, 2);
});

test('an error says in whole sentences what is wrong and what to do', async (t) => {
  const fields = [
    { path: 'amount', problem: 'must be a string such as "1000.00", not a number' },
    { path: '', problem: 'must be an object' },
  ];
  const script = await startScriptedServer(t, [
    refuse(400, 'invalid_request', { fields }),
    refuse(400, 'amount_out_of_range', { minCents: 5, maxCents: 50_000_000 }),
    refuse(409, 'external_reference_conflict', { transactionId: 'txn_7', status: 'approved' }),
    refuse(400, 'a_code_of_the_future'),
  ]);
  const next = async () => await failureOf(script.client.createDeposit(DEPOSIT), VezneError);
  const invalid = await next();
  assert.equal(
    invalid.message,
    'Vezne refused the deposit order-1: It is invalid_request. amount must be a string such as "1000.00", not a number. The body must be an object. Correct the fields that are named and send the request again. (invalid_request, HTTP 400, req_1)',
  );
  assert.deepEqual(invalid.fields, fields);
  const outOfRange = await next();
  assert.deepEqual([outOfRange.minCents, outOfRange.maxCents], [5, 50_000_000]);
  assert.match(
    outOfRange.message,
    /The range is 0\.05 to 500000\.00\. Ask the player for an amount inside the range/,
  );
  const conflict = await next();
  assert.deepEqual([conflict.transactionId, conflict.transactionStatus], ['txn_7', 'approved']);
  assert.match(conflict.message, /It is txn_7, approved\. Retrieve the transaction that is named/);
  const future = await next();
  assert.equal(future.code, 'a_code_of_the_future');
  assert.match(future.message, /It is a_code_of_the_future\. \(a_code_of_the_future, HTTP 400, req_1\)$/);
});

test('errors can be told apart by their names, even across two copies of the package', async (t) => {
  const script = await startScriptedServer(t, [refuse(400, 'invalid_request'), hangUp], { maxAttempts: 1 });
  assert.equal((await failureOf(script.client.createDeposit(DEPOSIT), VezneError)).name, 'VezneError');
  const unknown = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.equal(unknown.name, 'VezneOutcomeUnknownError');
});

test('no error contains a secret', async (t) => {
  const script = await startScriptedServer(t, [refuse(401, 'signature_invalid'), hangUp], { maxAttempts: 1 });
  for (const kind of [VezneError, VezneOutcomeUnknownError]) {
    const error: Error = await failureOf<Error>(script.client.createDeposit(DEPOSIT), kind);
    const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    assert.ok(!shown.includes(CREDENTIALS.apiSecret) && !shown.includes(CREDENTIALS.hashSecret), shown);
  }
});

test('options that cannot work are refused at the start, in a sentence', () => {
  const good = { baseUrl: 'https://pay.example/x', ...CREDENTIALS };
  createVezneClient(good);
  for (const [change, sentence] of [
    [{ baseUrl: 'pay.example' }, /^baseUrl must be an address such as/],
    [{ baseUrl: 'ftp://pay.example' }, /^baseUrl must be an address such as/],
    [{ baseUrl: 'https://me:secret@pay.example' }, /^baseUrl must be an address such as/],
    [{ baseUrl: 'https://pay.example/?a=b' }, /^baseUrl must be an address such as/],
    [{ baseUrl: 'https://pay.example/v1/' }, /^baseUrl must not include \/v1/],
    [{ apiKey: '' }, /^apiKey is missing/],
    [{ apiKey: 'vzs_1' }, /^apiKey is a secret, not the key: it begins with vzs_, as apiSecret does\.$/],
    [{ apiKey: 'vzh_1' }, /^apiKey is a secret, not the key: it begins with vzh_, as hashSecret does\.$/],
    [{ apiSecret: 'vzh_1' }, /^apiSecret is another credential: it begins with vzh_, as hashSecret does\.$/],
    [{ hashSecret: 'vzk_1' }, /^hashSecret is another credential: it begins with vzk_, as apiKey does\.$/],
    [{ hashSecret: 'whsec_1' }, /begins with whsec_, as the secret of a webhook endpoint does\.$/],
    [{ apiSecret: '' }, /^apiSecret is missing/],
    [{ hashSecret: '' }, /^hashSecret is missing/],
    [{ timeoutMs: 0 }, /^timeoutMs must be a whole number from 1 on, but it is 0\./],
    [{ maxAttempts: 1.5 }, /^maxAttempts must be/],
    [{ backoffMs: Number.NaN }, /^backoffMs must be/],
  ] as const) {
    assert.throws(() => createVezneClient({ ...good, ...change }), { name: 'TypeError', message: sentence });
  }
});

test('an invalid id is refused before it could address something else', async (t) => {
  const script = await startScriptedServer(t, []);
  for (const id of ['', '..', '.', 'txn_1/cancel', 'txn_1?x', 'txn 1']) {
    await failureOf(script.client.getTransaction(id), TypeError);
    await failureOf(script.client.cancelTransaction(id), TypeError);
  }
  assert.equal(script.requests.length, 0);
});
