import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { ApiError } from '../../../src/http/partner/api-error.ts';
import { authenticate } from '../../../src/http/partner/authenticate.ts';
import type { Configuration, Partner } from '../../../src/usecases/configuration/model.ts';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { createAgent, post, send, sign } from '../../harness/client.ts';
import type { Answer, Credentials, RawRequest } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertCredential, withdrawalBody } from '../../harness/factories.ts';

const PATH = '/v1/deposits';
const NO_SIGNATURE = '0'.repeat(64);
const UNKNOWN_KEY = `vzk_test_${'0'.repeat(26)}`;

/** In development a wrong signature is explained, which takes its time. */
const IN_PRODUCTION = { config: { environment: 'production' } } as const;

const setExpiry = async (owner: pg.Pool, apiKey: string, inMs: number) =>
  await owner.query(
    `update credential set expires_at = now() + make_interval(secs => $2) where api_key = $1`,
    [apiKey, inMs / 1000],
  );
const revoke = async (owner: pg.Pool, apiKey: string) =>
  await owner.query(`update credential set revoked_at = now() where api_key = $1`, [apiKey]);

function withHeader(request: RawRequest, name: string, value: string): RawRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

/** The parts of an answer that must not depend on the reason for a refusal. */
function outsideOf(answer: Answer) {
  const { requestId, ...body } = answer.json ?? {};
  assert.match(String(requestId), /^req_[0-9a-f]{32}$/);
  return { status: answer.status, body, headerNames: Object.keys(answer.headers).toSorted() };
}

suite('an unknown key and a wrong signature', () => {
  test('get the same answer, and so do an expired and a revoked key', async (t) => {
    let keys: Credentials[] = [];
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner, { id }) => {
        const expired = await insertCredential(owner, id);
        const revoked = await insertCredential(owner, id);
        await setExpiry(owner, expired.apiKey, -1_000);
        await revoke(owner, revoked.apiKey);
        keys = [expired, revoked];
      },
    });
    const request = sign(partner, { path: PATH, body: depositBody() });
    const badSignature = await send(url, withHeader(request, 'x-signature', NO_SIGNATURE));
    assertRefused(badSignature, 'signature_invalid');
    for (const credentials of [{ ...partner, apiKey: UNKNOWN_KEY }, ...keys]) {
      const signed = sign(credentials, { path: PATH, body: depositBody() });
      assert.deepEqual(outsideOf(await send(url, signed)), outsideOf(badSignature));
      const forged = withHeader(signed, 'x-signature', NO_SIGNATURE);
      assert.deepEqual(outsideOf(await send(url, forged)), outsideOf(badSignature));
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('take the same time to refuse, measured from outside', async (t) => {
    const { url, partner } = await startTestApi(t, IN_PRODUCTION);
    const known = withHeader(sign(partner, { path: PATH, body: depositBody() }), 'x-signature', NO_SIGNATURE);
    const unknown = withHeader(known, 'x-api-key', UNKNOWN_KEY);
    const refuse = refuser(t, url);
    await assertSameDuration(
      async () => await refuse(known),
      async () => await refuse(unknown),
    );
  });

  test('take the same time to refuse, whether or not the signature shows a usual mistake', async (t) => {
    const { url, partner } = await startTestApi(t, IN_PRODUCTION);
    const { apiKey, apiSecret, hashSecret } = partner;
    const swapped = { apiKey, apiSecret: hashSecret, hashSecret: apiSecret };
    const mistaken = sign(swapped, { path: PATH, body: depositBody() });
    const guessed = withHeader(mistaken, 'x-signature', NO_SIGNATURE);
    const refuse = refuser(t, url);
    await assertSameDuration(
      async () => await refuse(mistaken),
      async () => await refuse(guessed),
    );
  });

  test('take the same time to refuse, measured inside, where a missing digest would show', async () => {
    // Far more than a request may carry. Compared with its digest, nothing else takes time.
    const body = Buffer.alloc(1 << 20, 'x');
    const apiKey = `vzk_test_${'1'.repeat(26)}`;
    const partner = { id: 'known' } as Partner;
    const credential = { partner, apiSecret: 'vzs_1', hashSecret: 'vzh_1', expiresAtMs: Infinity };
    const configuration = { credentials: new Map([[apiKey, credential]]) } as unknown as Configuration;
    const refuse = (key: string) => {
      const headersDistinct = {
        'x-api-key': [key],
        'x-timestamp': ['1800000000'],
        'x-signature': [NO_SIGNATURE],
      };
      const raw = { method: 'POST', headersDistinct } as unknown as IncomingMessage;
      assert.throws(
        () => authenticate({ raw, path: PATH, body, arrivedAtMs: 1_800_000_000_000 }, configuration),
        (error: ApiError) => error.code === 'signature_invalid',
      );
    };
    await assertSameDuration(
      async () => refuse(apiKey),
      async () => refuse(UNKNOWN_KEY),
    );
  });
});

/** Sends on one connection, so that nothing but the work of the service differs. */
function refuser(t: TestContext, url: string): (request: RawRequest) => Promise<void> {
  const agent = createAgent(1);
  t.after(() => agent.destroy());
  return async (request) => assert.equal((await send(url, request, agent)).status, 401);
}

/** Equal within a quarter. A noisy machine may spoil one measurement, but hardly three. */
const MAX_RATIO = 1.25;

async function assertSameDuration(left: () => Promise<void>, right: () => Promise<void>): Promise<void> {
  let medians = await measureInTurns(left, right);
  for (let retry = 1; retry < 3 && ratio(medians) > MAX_RATIO; retry++) {
    medians = await measureInTurns(left, right);
  }
  assert.ok(ratio(medians) <= MAX_RATIO, `the medians are ${medians.join(' and ')} ms`);
}

async function measureInTurns(left: () => Promise<void>, right: () => Promise<void>): Promise<number[]> {
  const works = [left, right];
  const timesMs: number[][] = [[], []];
  for (let round = 0; round < 400; round++) {
    // Each goes first in every second round, so anything that slows the machine down slows both.
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const startMs = performance.now();
      await works[which]?.();
      timesMs[which]?.push(performance.now() - startMs);
    }
  }
  return timesMs.map(median);
}

function ratio(medians: number[]): number {
  return Math.max(...medians) / Math.min(...medians);
}

suite('the life of a credential', { concurrency: 4 }, () => {
  const isRefused = (answer: Answer) => answer.status === 401;

  test('a new triple works within 2 seconds, beside the one that it will replace', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    assertCreated(await post(url, partner, PATH, depositBody()));
    const added = await insertCredential(owner, partner.id);
    await until(
      async () => await post(url, added, PATH, depositBody()),
      ({ status }) => status === 201,
      2_000,
    );
    assertCreated(await post(url, partner, PATH, depositBody()));
    // References belong to the partner, not to the key: the new triple replays what the old one created.
    const body = withdrawalBody();
    const first = await post(url, partner, '/v1/withdrawals', body);
    const replay = await post(url, added, '/v1/withdrawals', body);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
    assert.equal(replay.text, first.text);
  });

  test('a revoked key stops working within 5 seconds under steady requests, for good, and other keys keep working', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const kept = await insertCredential(owner, partner.id);
    assertCreated(await post(url, partner, PATH, depositBody()));
    await revoke(owner, partner.apiKey);
    const ask = async () => await post(url, partner, PATH, depositBody());
    assertRefused(await until(ask, isRefused), 'signature_invalid');
    const created = await countTransactions(owner);
    const after = await Promise.all(Array.from({ length: 50 }, ask));
    assert.ok(after.every(isRefused));
    assert.equal(await countTransactions(owner), created);
    assertCreated(await post(url, kept, PATH, depositBody()));
  });

  test('a key stops working at the moment it expires, even if nothing else changes', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    await setExpiry(owner, partner.apiKey, 1_500);
    const startMs = performance.now();
    const ask = async () => await post(url, partner, PATH, depositBody());
    assertCreated(await ask());
    assertRefused(await until(ask, isRefused), 'signature_invalid');
    const stoppedAfterMs = performance.now() - startMs;
    assert.ok(stoppedAfterMs > 1_000, `it stopped after ${stoppedAfterMs} ms, before its time`);
    assert.ok((await Promise.all(Array.from({ length: 20 }, ask))).every(isRefused));
  });
});

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
