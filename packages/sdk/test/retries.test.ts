import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { backoffBefore } from '@vezne/sdk/backoff';
import { createVezneClient } from '@vezne/sdk/client';
import { VezneError, VezneOutcomeUnknownError } from '@vezne/sdk/errors';
import { readOptions } from '@vezne/sdk/options';
import {
  respond,
  breakOff,
  created,
  CREDENTIALS,
  DEPOSIT,
  failureOf,
  hangUp,
  keepSilent,
  refuse,
  startScriptedServer,
  WITHDRAWAL,
} from './scripted-server.ts';
import type { Step } from './scripted-server.ts';

/** Short enough for a test, and long enough that a busy machine does not cause timeouts by itself. */
const SHORT = { timeoutMs: 1_000 };
/** The service sends these headers only to known partners. */
const KNOWN = { 'ratelimit-limit': '200' };

const PASSING_TROUBLES: Record<string, Step> = {
  'a closed connection': hangUp,
  silence: keepSilent,
  'an answer that breaks off': breakOff,
  'a success without a transaction': respond(201, { ok: true }),
  'a success that is not JSON': respond(200, '<html>'),
  'an internal error': refuse(500, 'internal_error'),
  "a proxy's 502": respond(502, '<html>Bad Gateway</html>'),
  "a proxy's 504": respond(504, ''),
  "a proxy's 503": respond(503, 'no server is available'),
  "a proxy's 429": respond(429, 'slow down'),
  overload: refuse(503, 'overloaded', { headers: { 'retry-after': '0' } }),
  'a rate limit': refuse(429, 'rate_limited', { headers: KNOWN }),
};

for (const [name, trouble] of Object.entries(PASSING_TROUBLES)) {
  test(`a deposit succeeds despite ${name}, and every attempt sends the same signed body`, async (t) => {
    const script = await startScriptedServer(t, [trouble, trouble, created()], SHORT);
    const { transaction } = await script.client.createDeposit(DEPOSIT);
    assert.equal(transaction.id, 'txn_1');
    assert.deepEqual(
      script.requests.map(({ body, path, isSigned }) => ({ body, path, isSigned })),
      Array.from({ length: 3 }, () => ({
        body: JSON.stringify(DEPOSIT),
        path: '/v1/deposits',
        isSigned: true,
      })),
    );
    assert.deepEqual(
      script.retries.map(({ attempt, externalReference }) => ({ attempt, externalReference })),
      [1, 2].map((attempt) => ({ attempt, externalReference: 'order-1' })),
    );
  });
}

for (const [status, code] of [
  [400, 'invalid_request'],
  [400, 'amount_out_of_range'],
  [401, 'signature_invalid'],
  [403, 'partner_disabled'],
  [404, 'not_found'],
  [409, 'external_reference_conflict'],
  [413, 'body_too_large'],
  [415, 'unsupported_media_type'],
] as const) {
  test(`a ${status} ${code} is final: the request is not sent again`, async (t) => {
    const script = await startScriptedServer(t, [refuse(status, code)]);
    const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneError);
    assert.equal(error.status, status);
    assert.equal(error.code, code);
    assert.equal(script.requests.length, 1);
    assert.equal(script.retries.length, 0);
  });
}

test('a request is sent at most seven times, and then its outcome is reported as unknown', async (t) => {
  const script = await startScriptedServer(t, [...Array.from({ length: 7 }, () => hangUp), created()]);
  const error = await failureOf(script.client.createWithdrawal(WITHDRAWAL), VezneOutcomeUnknownError);
  assert.equal(script.requests.length, 7);
  assert.equal(error.attempts, 7);
  assert.equal(error.externalReference, 'payout-1');
  assert.match(
    error.message,
    /^After 7 attempts it is not known whether the withdrawal payout-1 was created: .+\. Do not refund the player: send the same request again/,
  );
  assert.ok(error.cause instanceof Error);
});

test('maxAttempts of 1 sends a request once', async (t) => {
  const script = await startScriptedServer(t, [hangUp, created()], { maxAttempts: 1 });
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.equal(script.requests.length, 1);
  assert.match(error.message, /^After one attempt/);
});

test('an internal error that persists leaves the outcome open, and the error names the request to ask about', async (t) => {
  const script = await startScriptedServer(
    t,
    Array.from({ length: 7 }, () => refuse(500, 'internal_error')),
  );
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /HTTP 500 \(req_1\)/);
  assert.ok(error.cause instanceof VezneError);
  assert.equal(error.cause.isReferenceFree, false);
});

test('an answer that did not come in time is reported with the time limit', async (t) => {
  const script = await startScriptedServer(t, [keepSilent], { ...SHORT, maxAttempts: 1 });
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /no answer came within 1000 ms/);
});

test('the time limit works even with a fetch that ignores it', async (t) => {
  const fetch = async () => await new Promise<never>(() => {});
  const script = await startScriptedServer(t, [], { ...SHORT, maxAttempts: 1, fetch });
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /no answer came within 1000 ms/);
});

test('a service that cannot be reached is an unknown outcome with its reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const client = createVezneClient({ baseUrl: `http://127.0.0.1:${port}`, ...CREDENTIALS, maxAttempts: 1 });
  const error = await failureOf(client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /ECONNREFUSED/);
});

test('Retry-After is honoured: the next attempt does not come sooner', async (t) => {
  const steps = [refuse(429, 'rate_limited', { headers: { 'retry-after': '1', ...KNOWN } }), created()];
  const script = await startScriptedServer(t, steps);
  await script.client.createDeposit(DEPOSIT);
  const [first, second] = script.requests;
  assert.ok(first && second);
  assert.ok(second.atMs - first.atMs >= 990, `${second.atMs - first.atMs} ms`);
  assert.ok((script.retries[0]?.waitMs ?? 0) >= 1000);
});

test("a proxy's Retry-After is honoured too, even as a date", async (t) => {
  const at = new Date(Date.now() + 2000).toUTCString();
  const script = await startScriptedServer(t, [
    respond(503, 'maintenance', { 'retry-after': at }),
    created(),
  ]);
  await script.client.createDeposit(DEPOSIT);
  const waitMs = script.retries[0]?.waitMs ?? 0;
  assert.ok(waitMs >= 1000 && waitMs <= 2001, `${waitMs} ms`);
});

test('a Retry-After that is too long for a player is passed to the caller instead', async (t) => {
  const script = await startScriptedServer(t, [
    refuse(503, 'deposits_paused', { headers: { 'retry-after': '31' } }),
  ]);
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneError);
  assert.equal(error.retryAfterSeconds, 31);
  assert.equal(error.isReferenceFree, true);
  assert.equal(script.requests.length, 1);
});

test('waits are random and at most double each time', async (t) => {
  const random = t.mock.method(Math, 'random', () => 1);
  const steps = [hangUp, hangUp, hangUp, created()];
  const waits = async (): Promise<number[]> => {
    const script = await startScriptedServer(t, steps, { backoffMs: 10 });
    await script.client.createDeposit(DEPOSIT);
    return script.retries.map(({ waitMs }) => waitMs);
  };
  assert.deepEqual(await waits(), [10, 20, 40]);
  random.mock.mockImplementation(() => 0);
  assert.deepEqual(await waits(), [5, 10, 20]);
});

test('unless told otherwise a client outlasts 12 s in which every connection is closed at once, and gives up after 26', () => {
  const { policy } = readOptions({ baseUrl: 'https://pay.example', ...CREDENTIALS });
  const waits = (random: number): number[] =>
    Array.from({ length: policy.maxAttempts - 1 }, (_, index) =>
      backoffBefore(index + 2, policy.backoffMs, random),
    );
  assert.deepEqual(waits(0), [250, 500, 1_000, 2_000, 4_000, 5_000]);
  assert.deepEqual(waits(1), [500, 1_000, 2_000, 4_000, 8_000, 10_000]);
  assert.ok(policy.retryForMs > 26_000, 'the time for retries does not end them earlier');
});

test('after the time for retries a failed attempt is the last one', async (t) => {
  const script = await startScriptedServer(t, [keepSilent, created()], { timeoutMs: 300, retryForMs: 200 });
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.equal(error.attempts, 1);
  assert.equal(script.requests.length, 1);
});

test('a failing logger does not make the payment fail', async (t) => {
  const onRetry = () => {
    throw new Error('The disk is full.');
  };
  const script = await startScriptedServer(t, [hangUp, created()], { onRetry });
  assert.equal((await script.client.createDeposit(DEPOSIT)).transaction.id, 'txn_1');
});
