import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { assertApiError, assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { exchange, rawRequest } from '../../harness/raw-http.ts';
import { oddSpellingsOf } from './odd-paths.ts';

const ENDPOINTS = [
  { path: '/v1/deposits', newBody: depositBody },
  { path: '/v1/withdrawals', newBody: withdrawalBody },
] as const;

/** Node's client refuses to send control characters and spaces in a path. These are sent unchanged. */
const UNSENDABLE = ['\0', '\t', '\r', '\n', '\r\n', '\x7f', '\x1b', '\v', '\f', '\b'];

suite('the path of a request', { concurrency: 4 }, () => {
  for (const { path, newBody } of ENDPOINTS) {
    test(`every odd spelling of ${path} is refused, whether signed as sent or as meant`, async (t) => {
      const { url, owner, partner } = await startTestApi(t);
      const spellings = oddSpellingsOf(path);
      assert.ok(spellings.length >= 500, `${spellings.length} spellings`);
      const answers = await Promise.all(
        spellings.flatMap((spelling) => {
          const asSent = sign(partner, { path: spelling, body: newBody() });
          const asMeant = { ...sign(partner, { path, body: newBody() }), path: spelling };
          return [asSent, asMeant].map(async (request) => [spelling, await send(url, request)] as const);
        }),
      );
      for (const [spelling, answer] of answers) {
        assert.ok([400, 401, 404].includes(assertApiError(answer, spelling) && answer.status), spelling);
      }
      assert.equal(await countTransactions(owner), 0);
      assertCreated(await send(url, sign(partner, { path, body: newBody() })));
    });
  }

  test('a path with forbidden bytes is refused', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const { path, newBody } of ENDPOINTS) {
      const places = [0, 1, 3, 4, path.length];
      const targets = [
        ...UNSENDABLE.flatMap((inserted) =>
          places.map((at) => path.slice(0, at) + inserted + path.slice(at)),
        ),
        // A space before or after the path only separates the parts of the line. It is not part of the path.
        ...places.slice(1, -1).map((at) => `${path.slice(0, at)} ${path.slice(at)}`),
      ];
      for (const target of targets) {
        for (const signedPath of [path, target]) {
          const request = sign(partner, { path: signedPath, body: newBody() });
          const answer = await exchange(url, rawRequest(request, { target }));
          assert.ok(answer, `${JSON.stringify(target)}: no answer`);
          assertRefused(answer, 'invalid_request', JSON.stringify(target));
        }
      }
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('a query string on a create is refused by name for its signer, and strangers learn nothing', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const { path, newBody } of ENDPOINTS) {
      for (const query of ['?', '?x', '?x=1&y=2', '?externalReference=abc', '?%61=b', '?x.y', '??']) {
        const request = sign(partner, { path: path + query, body: newBody() });
        assertRefused(await send(url, request), 'query_not_allowed', query);
        const unsigned = { ...request, headers: { ...request.headers, 'x-signature': '0'.repeat(64) } };
        assertRefused(await send(url, unsigned), 'signature_invalid', query);
        const pathSigned = { ...sign(partner, { path, body: newBody() }), path: path + query };
        assertRefused(await send(url, pathSigned), 'signature_invalid', query);
      }
    }
    assert.equal(await countTransactions(owner), 0);
  });
});

suite('the method of a request', { concurrency: 4 }, () => {
  test('only POST creates, however well another method is signed', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    // CONNECT asks for a tunnel, and Node closes such a connection without an answer.
    const others = METHODS.filter((method) => method !== 'POST' && method !== 'CONNECT');
    assert.ok(others.length > 20);
    for (const { path, newBody } of ENDPOINTS) {
      for (const method of others) {
        for (const signedMethod of [method, 'POST']) {
          const request = { ...sign(partner, { method: signedMethod, path, body: newBody() }), method };
          const answer = await send(url, request);
          assert.equal(answer.status, 404, method);
          if (method !== 'HEAD') assertRefused(answer, 'not_found', method);
        }
      }
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('an unknown method, or one in lower case, counts as malformed HTTP', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const method of ['post', 'Post', 'CREATE', 'POSTS', 'P', 'POST\t', ' POST', 'POST\0']) {
      const request = sign(partner, { path: '/v1/deposits', body: depositBody() });
      const answer = await exchange(url, rawRequest(request, { method }));
      assert.ok(answer, JSON.stringify(method));
      assertRefused(answer, 'invalid_request', JSON.stringify(method));
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('headers that override the method or the path are ignored', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const overrides = {
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
      'x-original-url': '/v1/deposits',
      'x-rewrite-url': '/v1/deposits',
      'x-forwarded-prefix': '/v1',
    };
    for (const changed of [{ method: 'GET' }, { method: 'PUT' }, { path: '/v1/nothing' }]) {
      const request = sign(partner, { path: '/v1/deposits', body: depositBody(), headers: overrides });
      assertRefused(await send(url, { ...request, ...changed }), 'not_found');
    }
    assert.equal(await countTransactions(owner), 0);
    assertCreated(
      await send(url, sign(partner, { path: '/v1/deposits', body: depositBody(), headers: overrides })),
    );
  });
});
