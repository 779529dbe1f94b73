import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createVezneClient, VezneError } from '@vezne/sdk';
import type { CreateDepositInput, CreateWithdrawalInput, VezneClientOptions } from '@vezne/sdk';
import { countTransactions, startTestApi } from '../harness/api.ts';
import { insertPartner, newReference } from '../harness/factories.ts';
import type { TestPartner } from '../harness/factories.ts';

async function startClient(
  t: TestContext,
  {
    client = {},
    ...options
  }: Parameters<typeof startTestApi>[1] & { client?: Partial<VezneClientOptions> } = {},
) {
  const api = await startTestApi(t, options);
  const { apiKey, apiSecret, hashSecret } = api.partner;
  const credentials = { apiKey, apiSecret, hashSecret };
  return {
    api,
    credentials,
    vezne: createVezneClient({ baseUrl: api.url, ...credentials, backoffMs: 1, ...client }),
  };
}

function deposit(changes: Partial<CreateDepositInput> = {}): CreateDepositInput {
  return {
    amount: '1000.00',
    currency: 'TRY',
    externalReference: newReference(),
    redirectUrl: 'https://shop.example/return?order=7',
    customer: { id: 'player-1', username: 'ayse', fullName: 'Ayşe Işık', email: 'ayse@example.com' },
    ...changes,
  };
}

function withdrawal(changes: Partial<CreateWithdrawalInput> = {}): CreateWithdrawalInput {
  return {
    amount: '1000.00',
    currency: 'TRY',
    externalReference: newReference(),
    customer: { id: 'player-1', username: 'ayse', fullName: 'Ayşe Işık' },
    withdrawalAccount: {
      bankName: 'Ziraat Bankası',
      accountHolderName: 'Ayşe Işık',
      iban: 'TR33 0006 1005 1978 6457 8413 26',
    },
    ...changes,
  };
}

async function refusalOf(call: Promise<unknown>): Promise<VezneError> {
  const error: unknown = await call.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof VezneError, String(error));
  return error;
}

test('a deposit and a withdrawal are created, and a repetition is distinguished from a creation', async (t) => {
  const { vezne, api } = await startClient(t);
  const input = deposit();
  const first = await vezne.createDeposit(input);
  assert.equal(first.isReplay, false);
  assert.equal(first.transaction.status, 'waiting_payment');
  assert.equal(first.transaction.playerAmountCents, 97_000);
  assert.match(first.transaction.hostedUrl, /^https:\/\/pay\.example\//);
  assert.deepEqual(await vezne.createDeposit(input), { ...first, isReplay: true });

  const payout = withdrawal();
  const paid = await vezne.createWithdrawal(payout);
  assert.equal(paid.isReplay, false);
  assert.deepEqual(
    [paid.transaction.status, paid.transaction.playerAmountCents, paid.transaction.balanceImpactCents],
    ['waiting_confirmation', 97_000, -100_000],
  );
  assert.deepEqual(await vezne.createWithdrawal(payout), { ...paid, isReplay: true });
  assert.equal(await countTransactions(api.owner), 2);
});

test('a lost answer is requested again, and nothing is created twice', async (t) => {
  let answers = 0;
  const losesFirstAnswer: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (++answers > 1) return response;
    throw new TypeError('the connection broke after the request had arrived');
  };
  const { vezne, api } = await startClient(t, { client: { fetch: losesFirstAnswer } });
  const { transaction, isReplay } = await vezne.createWithdrawal(withdrawal());
  assert.equal(isReplay, true, 'the first attempt has created it');
  assert.equal((await vezne.getTransaction(transaction.id)).id, transaction.id);
  assert.equal(await countTransactions(api.owner), 1);
});

test('a reference of another transaction is a conflict that names it', async (t) => {
  const { vezne } = await startClient(t);
  const input = deposit();
  const { transaction } = await vezne.createDeposit(input);
  const error = await refusalOf(vezne.createDeposit({ ...input, amount: '1000.01' }));
  assert.equal(error.code, 'external_reference_conflict');
  assert.equal(error.status, 409);
  assert.equal(error.transactionId, transaction.id);
  assert.equal(error.transactionStatus, 'waiting_payment');
  assert.equal(error.isReferenceFree, false);
});

test('malformed fields and an amount out of range are explained in words', async (t) => {
  const { vezne, api } = await startClient(t);
  const malformed = await refusalOf(
    vezne.createDeposit(deposit({ amount: '1000', redirectUrl: 'http://shop.example' })),
  );
  assert.equal(malformed.code, 'invalid_request');
  assert.deepEqual(malformed.fields.map(({ path }) => path).toSorted(), ['amount', 'redirectUrl']);
  assert.match(
    malformed.message,
    /amount must be a decimal with two fraction digits.+redirectUrl must use https/,
  );
  assert.match(malformed.requestId, /^req_/);
  assert.equal(malformed.isReferenceFree, true);

  const outOfRange = await refusalOf(vezne.createWithdrawal(withdrawal({ amount: '49.99' })));
  assert.equal(outOfRange.code, 'amount_out_of_range');
  assert.match(outOfRange.message, /The range is 50\.00 to 500000\.00\./);
  assert.equal(await countTransactions(api.owner), 0);
});

test('the reference of an existing payout is never reported as free, however malformed the retry is', async (t) => {
  let contentType = 'application/json';
  const { vezne, api } = await startClient(t, {
    client: {
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set('content-type', contentType);
        return await fetch(url, { ...init, headers });
      },
    },
  });
  const payout = withdrawal({ amount: '250.00' });
  const { transaction } = await vezne.createWithdrawal(payout);
  const sendAgain = async (changes: object): Promise<VezneError> =>
    await refusalOf(vezne.createWithdrawal(Object.assign(structuredClone(payout), changes)));

  for (const changes of [
    { amount: '250' },
    { customer: { ...payout.customer, id: 42 } },
    { withdrawalAccount: { ...payout.withdrawalAccount, iban: 'TR33 0006' } },
  ]) {
    const { status, code, transactionId, isReferenceFree } = await sendAgain(changes);
    assert.deepEqual(
      { status, code, transactionId, isReferenceFree },
      {
        status: 409,
        code: 'external_reference_conflict',
        transactionId: transaction.id,
        isReferenceFree: false,
      },
      JSON.stringify(changes),
    );
  }

  const tooLarge = await sendAgain({ note: 'x'.repeat(20_000) });
  assert.deepEqual([tooLarge.status, tooLarge.isReferenceFree], [413, false]);
  const unreadable = await sendAgain({ amount: '250', externalReference: 42 });
  assert.deepEqual([unreadable.code, unreadable.isReferenceFree], ['invalid_request', false]);
  contentType = 'text/plain';
  const anotherType = await sendAgain({});
  assert.deepEqual([anotherType.status, anotherType.isReferenceFree], [415, false]);
  assert.equal(await countTransactions(api.owner), 1);
});

test('a refusal that the service asks to retry is retried, and has certainly created nothing', async (t) => {
  const retries: number[] = [];
  const { vezne, api } = await startClient(t, {
    withoutBankAccount: true,
    client: { maxAttempts: 2, onRetry: ({ waitMs }) => retries.push(waitMs) },
  });
  const error = await refusalOf(vezne.createDeposit(deposit()));
  assert.equal(error.code, 'no_deposit_account');
  assert.equal(error.isReferenceFree, true);
  assert.equal(retries.length, 1);
  assert.ok((retries[0] ?? 0) >= (error.retryAfterSeconds ?? Infinity) * 1000);
  assert.equal(await countTransactions(api.owner), 0);
});

test('a known partner over its rate limit is refused only after its reference was looked up', async (t) => {
  const { vezne } = await startClient(t, { partner: { requestsPerSecond: 1 }, client: { maxAttempts: 1 } });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, async () => await vezne.createDeposit(deposit())),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as VezneError] : [],
  );
  assert.ok(refusals.length >= 1);
  for (const { code, isReferenceFree } of refusals) {
    assert.deepEqual({ code, isReferenceFree }, { code: 'rate_limited', isReferenceFree: true });
  }
});

test('wrong secrets are refused without revealing anything about the reference', async (t) => {
  const { api, credentials } = await startClient(t);
  const stranger = createVezneClient({ baseUrl: api.url, ...credentials, hashSecret: 'another' });
  const error = await refusalOf(stranger.createDeposit(deposit()));
  assert.equal(error.code, 'signature_invalid');
  assert.equal(error.isReferenceFree, false);
});

test('a transaction is read as it is now, by its id and by its reference', async (t) => {
  const { vezne } = await startClient(t);
  const externalReference = `!"#$%&'()*+,-./ 09:;<=>?@AZ[\\]^_\`az{|}~ ${newReference()}`;
  const { transaction } = await vezne.createDeposit(deposit({ externalReference }));
  const read = await vezne.getTransaction(transaction.id);
  assert.deepEqual({ ...read, ...transaction }, read, 'a read has all that the creation answered');
  assert.equal(read.currency, 'TRY');
  assert.equal(read.decidedAt, null);
  assert.ok(Math.abs(Date.parse(read.createdAt) - Date.now()) < 60_000);
  assert.deepEqual(await vezne.findTransactions({ externalReference }), {
    transactions: [read],
    nextCursor: null,
  });
  assert.deepEqual(await vezne.findTransactions({ externalReference: 'none' }), {
    transactions: [],
    nextCursor: null,
  });
  const missing = await refusalOf(vezne.getTransaction(`txn_${'0'.repeat(32)}`));
  assert.deepEqual([missing.status, missing.code], [404, 'not_found']);
});

test('the list is read page by page with its filters, newest first, each transaction once', async (t) => {
  const { vezne } = await startClient(t);
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) ids.unshift((await vezne.createDeposit(deposit())).transaction.id);
  const payout = (await vezne.createWithdrawal(withdrawal())).transaction.id;

  const first = await vezne.findTransactions({ type: 'deposit', limit: 3 });
  assert.deepEqual(
    first.transactions.map(({ id }) => id),
    ids.slice(0, 3),
  );
  const second = await vezne.findTransactions({ type: 'deposit', limit: 3, cursor: first.nextCursor });
  assert.deepEqual(
    second.transactions.map(({ id }) => id),
    ids.slice(3, 6),
  );

  const read = async (query: Parameters<typeof vezne.allTransactions>[0]) => {
    const found: string[] = [];
    for await (const { id } of vezne.allTransactions(query)) found.push(id);
    return found;
  };
  assert.deepEqual(await read({ type: 'deposit', limit: 2 }), ids);
  assert.deepEqual(await read({}), [payout, ...ids]);
  assert.deepEqual(await read({ status: 'waiting_confirmation' }), [payout]);
  assert.deepEqual(await read({ from: new Date(Date.now() + 60_000) }), []);
  assert.deepEqual(await read({ to: new Date(Date.now() + 60_000), type: 'withdrawal' }), [payout]);
  const error = await refusalOf(vezne.findTransactions({ limit: 251 }));
  assert.deepEqual(
    error.fields.map(({ path }) => path),
    ['limit'],
  );
});

test("a cancelled transaction is rejected, a second cancellation changes nothing, and another partner's transaction is not found", async (t) => {
  let other: TestPartner | undefined;
  const { vezne, api } = await startClient(t, {
    prepare: async (owner) => (other = await insertPartner(owner)),
  });
  assert.ok(other);
  const { apiKey, apiSecret, hashSecret } = other;
  const stranger = createVezneClient({ baseUrl: api.url, apiKey, apiSecret, hashSecret });
  for (const { transaction } of [
    await vezne.createDeposit(deposit()),
    await vezne.createWithdrawal(withdrawal()),
  ]) {
    assert.equal((await refusalOf(stranger.cancelTransaction(transaction.id))).code, 'not_found');
    const cancelled = await vezne.cancelTransaction(transaction.id);
    assert.deepEqual([cancelled.status, cancelled.reasonCode], ['rejected', 'partner_cancelled']);
    assert.deepEqual(await vezne.cancelTransaction(transaction.id), cancelled);
    assert.deepEqual(await vezne.getTransaction(transaction.id), cancelled);
  }
});

test('the limits are those that creates must respect', async (t) => {
  const { vezne } = await startClient(t);
  const range = { minCents: 5_000, maxCents: 50_000_000 };
  assert.deepEqual(await vezne.getLimits(), { currency: 'TRY', deposit: range, withdrawal: range });
});

test('each decision is read once and in order, and the balance shows what still waits', async (t) => {
  const { vezne } = await startClient(t);
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const { transaction } = await vezne.createWithdrawal(withdrawal());
    ids.push((await vezne.cancelTransaction(transaction.id)).id);
  }
  const read = async (query: Parameters<typeof vezne.allEvents>[0]) => {
    const found = [];
    for await (const event of vezne.allEvents(query)) found.push(event);
    return found;
  };
  const events = await read({ limit: 2 });
  assert.deepEqual(
    events.map(({ transactionId }) => transactionId),
    ids,
  );
  assert.deepEqual(
    [events[0]?.event, events[0]?.playerAmountCents, events[0]?.reasonCode],
    ['withdrawal.rejected', 100_000, 'partner_cancelled'],
  );
  const lastId = events.at(-1)?.eventId;
  assert.deepEqual(await read({ after: events[3]?.eventId }), events.slice(4));
  assert.deepEqual(await vezne.listEvents({ after: lastId }), { events: [], nextCursor: lastId });
  const error = await refusalOf(vezne.listEvents({ after: ids[0] }));
  assert.deepEqual(
    error.fields.map(({ path }) => path),
    ['after'],
  );

  await vezne.createWithdrawal(withdrawal());
  assert.deepEqual(await vezne.getBalance(), {
    currency: 'TRY',
    availableCents: 0,
    reservedCents: 0,
    openWithdrawalsCents: 100_000,
  });
});
