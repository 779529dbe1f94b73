import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { post, send, sign } from '../../harness/client.ts';
import type { RawRequest } from '../../harness/client.ts';
import { assertApiError, assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';

const DEPOSITS = '/v1/deposits';
const HEX_DIGITS = '0123456789abcdef';

function withSignature(request: RawRequest, signature: string): RawRequest {
  return { ...request, headers: { ...request.headers, 'x-signature': signature } };
}

function signatureOf(request: RawRequest): string {
  return String(request.headers?.['x-signature']);
}

/** Replaces one character. */
function changedAt(text: string, index: number, character: string): string {
  return text.slice(0, index) + character + text.slice(index + 1);
}

suite('the signature of a request', { concurrency: 4 }, () => {
  test('only the right signature is accepted', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const request = sign(partner, { path: DEPOSITS, body: depositBody() });
    const right = signatureOf(request);
    const refuseAll = async (signatures: string[]) => {
      const wrong = signatures.filter((signature) => signature !== right);
      const answers = await Promise.all(
        wrong.map(async (signature) => await send(url, withSignature(request, signature))),
      );
      for (const [index, answer] of answers.entries()) {
        assert.equal(assertApiError(answer, wrong[index]) && answer.status, 401, wrong[index]);
      }
      assert.equal(await countTransactions(owner), 0);
      return wrong.length;
    };

    await t.test('each of its 64 shorter prefixes is refused, from none to all but one digit', async () => {
      assert.equal(await refuseAll(Array.from(right, (_, length) => right.slice(0, length))), 64);
    });

    await t.test('each of the 256 signatures that differ in one bit is refused', async () => {
      const flipped = Array.from(right, (digit, index) =>
        [1, 2, 4, 8].map((bit) =>
          changedAt(right, index, HEX_DIGITS[Number.parseInt(digit, 16) ^ bit] ?? ''),
        ),
      ).flat();
      assert.equal(await refuseAll(flipped), 256);
    });

    await t.test('each spelling with upper-case letters is refused, for all letters or for one', async () => {
      const letters = Array.from(right, (digit, index) => changedAt(right, index, digit.toUpperCase()));
      assert.ok((await refuseAll([right.toUpperCase(), ...letters])) > 1);
    });

    await t.test(
      'longer signatures, other encodings and other alphabets of the same bytes are refused',
      async () => {
        const bytes = Buffer.from(right, 'hex');
        await refuseAll([
          `${right}0`,
          `0${right}`,
          right + right,
          `0x${right}`,
          `sha256=${right}`,
          `${right},${right}`,
          `"${right}"`,
          bytes.toString('base64'),
          bytes.toString('base64url'),
          bytes.toString('latin1').replaceAll(/[^\x21-\x7e]/g, '?'),
          '0'.repeat(64),
          'g'.repeat(64),
          changedAt(right, 63, '\u00b2'),
        ]);
      },
    );

    await t.test('the right signature is still accepted afterwards', async () => {
      assertCreated(await send(url, request));
    });
  });

  test('a signature over anything other than the sent request is refused', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const other = await insertPartner(owner);
    const body = depositBody();
    const now = Math.floor(Date.now() / 1000);
    const good = sign(partner, { path: DEPOSITS, body, timestamp: now });
    const signedAs = (...changes: Parameters<typeof sign>) =>
      withSignature(good, signatureOf(sign(...changes)));

    const forged: Record<string, RawRequest> = {
      'the two secrets swapped': signedAs(
        { ...partner, apiSecret: partner.hashSecret, hashSecret: partner.apiSecret },
        { path: DEPOSITS, body, timestamp: now },
      ),
      "another partner's secrets": signedAs(other, { path: DEPOSITS, body, timestamp: now }),
      "another partner's api secret": signedAs(
        { ...partner, apiSecret: other.apiSecret },
        { path: DEPOSITS, body, timestamp: now },
      ),
      "another partner's hash secret": signedAs(
        { ...partner, hashSecret: other.hashSecret },
        { path: DEPOSITS, body, timestamp: now },
      ),
      'an empty hash secret': signedAs(
        { ...partner, hashSecret: '' },
        { path: DEPOSITS, body, timestamp: now },
      ),
      'an empty api secret': signedAs(
        { ...partner, apiSecret: '' },
        { path: DEPOSITS, body, timestamp: now },
      ),
      'the next second': signedAs(partner, { path: DEPOSITS, body, timestamp: now + 1 }),
      'the second before': signedAs(partner, { path: DEPOSITS, body, timestamp: now - 1 }),
      'another method': signedAs(partner, { method: 'GET', path: DEPOSITS, body, timestamp: now }),
      'another path': signedAs(partner, { path: '/v1/withdrawals', body, timestamp: now }),
      'another amount': signedAs(partner, {
        path: DEPOSITS,
        body: { ...body, amount: '1000.01' },
        timestamp: now,
      }),
      'the same JSON in other bytes': signedAs(partner, {
        path: DEPOSITS,
        body: JSON.stringify(body, null, 1),
        timestamp: now,
      }),
      'the same JSON with escaped slashes': signedAs(partner, {
        path: DEPOSITS,
        body: JSON.stringify(body).replaceAll('/', '\\/'),
        timestamp: now,
      }),
      'the body and a line break': signedAs(partner, {
        path: DEPOSITS,
        body: `${JSON.stringify(body)}\n`,
        timestamp: now,
      }),
      'no body': signedAs(partner, { path: DEPOSITS, timestamp: now }),
    };
    for (const [what, request] of Object.entries(forged)) {
      assertRefused(await send(url, request), 'signature_invalid', what);
    }
    assert.equal(await countTransactions(owner), 0);
    assertCreated(await send(url, good));
  });

  test('malformed bytes that decode to the same text have different signatures', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const [before = '', after = ''] = JSON.stringify(depositBody({ note: '?' })).split('?"');
    const bodyWith = (byte: number) =>
      Buffer.concat([Buffer.from(before), Buffer.of(byte), Buffer.from(`"${after}`)]);
    const signed = sign(partner, { path: DEPOSITS, body: bodyWith(0xff) });
    assertRefused(await send(url, { ...signed, body: bodyWith(0xfe) }), 'signature_invalid');
    assertRefused(await send(url, signed), 'invalid_json');
    assert.equal(await countTransactions(owner), 0);
  });

  test('moving a dot from the body to the path keeps the signature valid, but reaches no route', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    // Signed for /v1/deposits with a body that starts in "x."; sent as /v1/deposits.x with the rest.
    for (const body of [depositBody(), withdrawalBody()]) {
      const json = JSON.stringify(body);
      for (const path of [DEPOSITS, '/v1/withdrawals']) {
        const signed = sign(partner, { path, body: `x.${json}` });
        const traded = { ...signed, path: `${path}.x`, body: json };
        const headers = { ...signed.headers, 'content-length': String(Buffer.byteLength(json)) };
        assertRefused(await send(url, { ...traded, headers }), 'not_found');
        // The other way round: signed for a path with a dot, sent to the one without.
        const dotted = sign(partner, { path: `${path}.x`, body: json });
        const longer = { ...dotted, path, body: `x.${json}` };
        const length = { 'content-length': String(Buffer.byteLength(json) + 2) };
        // The signature is right, but the body is not JSON.
        assertRefused(
          await send(url, { ...longer, headers: { ...dotted.headers, ...length } }),
          'invalid_json',
        );
      }
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('a request that is sent again byte for byte gets the same answer and has no second effect', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const [index, [path, body]] of (
      [
        [DEPOSITS, depositBody()],
        ['/v1/withdrawals', withdrawalBody()],
      ] as const
    ).entries()) {
      const request = sign(partner, { path, body });
      const first = await send(url, request);
      assertCreated(first);
      const replays = await Promise.all(Array.from({ length: 20 }, async () => await send(url, request)));
      for (const replay of replays) {
        assert.equal(replay.status, 201);
        assert.equal(replay.text, first.text);
        assert.equal(replay.headers['idempotent-replayed'], 'true');
      }
      assert.equal(await countTransactions(owner), index + 1);
    }
  });
});

suite('the time of a request', () => {
  test('a difference of 300 seconds is accepted and 301 seconds are refused, in both directions', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    // The clock stands still. With a running clock, the last second could pass while a request is on its way.
    const nowSeconds = 1_800_000_000;
    t.mock.timers.enable({ apis: ['Date'], now: nowSeconds * 1000 + 999 });
    for (const skewSeconds of [-300, -299, 0, 299, 300]) {
      const timestamp = nowSeconds + skewSeconds;
      assertCreated(await send(url, sign(partner, { path: DEPOSITS, body: depositBody(), timestamp })));
    }
    const created = await countTransactions(owner);
    for (const skewSeconds of [-86_400, -302, -301, 301, 302, 86_400]) {
      const timestamp = nowSeconds + skewSeconds;
      const answer = await send(url, sign(partner, { path: DEPOSITS, body: depositBody(), timestamp }));
      assert.equal(assertRefused(answer, 'timestamp_out_of_range').serverTime, nowSeconds);
    }
    assert.equal(await countTransactions(owner), created);
  });

  test('the answer to an old request does not reveal whether its key or its signature was right', async (t) => {
    const { url, partner } = await startTestApi(t);
    const timestamp = Math.floor(Date.now() / 1000) - 1_000;
    const old = sign(partner, { path: DEPOSITS, body: depositBody(), timestamp });
    for (const changed of [
      old,
      withSignature(old, '0'.repeat(64)),
      { ...old, headers: { ...old.headers, 'x-api-key': 'vzk_test_unknown' } },
    ]) {
      assertRefused(await send(url, changed), 'timestamp_out_of_range');
    }
  });

  test('a replay after the time window is refused, and there is still one transaction', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const body = withdrawalBody();
    const startMs = Date.now();
    const request = sign(partner, { path: '/v1/withdrawals', body });
    assertCreated(await send(url, request));
    t.mock.timers.enable({ apis: ['Date'], now: startMs + 302_000 });
    assertRefused(await send(url, request), 'timestamp_out_of_range');
    // Signed again, the retry is answered.
    assertCreated(await post(url, partner, '/v1/withdrawals', body));
    assert.equal(await countTransactions(owner), 1);
  });
});
