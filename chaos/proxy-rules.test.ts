/** What deploy/proxy promises, rule by rule, with the real programs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import type pg from 'pg';
import { countTransactions, markedReferences } from '../server/test/harness/api.ts';
import { send, sign } from '../server/test/harness/client.ts';
import type { Answer } from '../server/test/harness/client.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts';
import type { DatabaseProxy } from '../server/test/harness/database-proxy.ts';
import {
  assertApiError,
  assertCreated,
  assertRefused,
  assertUnanswered,
  until,
} from '../server/test/harness/expectations.ts';
import {
  depositBody,
  insertBankAccount,
  insertPartner,
  withdrawalBody,
} from '../server/test/harness/factories.ts';
import type { TestPartner } from '../server/test/harness/factories.ts';
import { ask } from './proxy/ask.ts';
import { PROXIES } from './proxy/running-proxy.ts';
import type { RunningProxy } from './proxy/running-proxy.ts';
import { startSite } from './proxy/site.ts';
import type { Site } from './proxy/site.ts';

interface World extends Site {
  owner: pg.Pool;
  partner: TestPartner;
  /** Allowed from a network that no client of the test has. */
  elsewhere: TestPartner;
  /** Between the apis and PostgreSQL. */
  wire: DatabaseProxy;
}

const HSTS = 'max-age=31536000';
const MEBIBYTE = 1024 * 1024;
/** Enough for both apis to get some: both proxies take turns. */
const SEVERAL = 8;

test('behind a proxy', async (t) => {
  const world = await openWorld(t);
  for (const [name, check] of Object.entries(RULES)) {
    for (const kind of PROXIES)
      await t.test(`${kind}: ${name}`, async () => await check(world, world.proxies[kind]));
  }
  await t.test('while one api is gone every request is answered by the other', async () => {
    await world.apis[0].kill();
    for (const kind of PROXIES) await oneApiServes(world, world.proxies[kind]);
  });
  await t.test(
    'while no api is there, creates are left unanswered, reads are told so in the form of the contract, and players get a page',
    async () => {
      const create = sign(world.partner, { path: '/v1/deposits', body: depositBody() });
      const page = pageOf(await send(world.apis[1].url, create));
      for (const kind of PROXIES)
        assert.equal((await ask(world.proxies[kind], { method: 'GET', path: page })).status, 200);
      await world.apis[1].kill();
      for (const kind of PROXIES) await noApiServes(world, world.proxies[kind], page);
    },
  );
});

async function openWorld(t: TestContext): Promise<World> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const elsewhere = await insertPartner(owner, { allowedNetworks: ['192.0.2.0/24'] });
  await insertBankAccount(owner);
  const wire = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const env = {
    VEZNE_API_DATABASE_URL: wire.url,
    VEZNE_LOG_LEVEL: 'info',
    VEZNE_CREATE_BOUND_MS: '2000',
  };
  return { ...(await startSite(t, { database, env })), owner, partner, elsewhere, wire };
}

const HALF_SENT = 20;

/** How many connections this machine has to the apis. */
function connectionsTo(apis: World['apis']): number {
  const ports = apis.map(({ url }) => Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0'));
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => ports.some((port) => line.includes(`:${port} 01 `))).length;
}

const RULES: Readonly<Record<string, (world: World, proxy: RunningProxy) => Promise<void>>> = {
  async 'a request that comes slowly takes no place at an api before it has come'({ apis }, proxy) {
    const { hostname, port } = new URL(proxy.httpsUrl);
    const before = connectionsTo(apis);
    const sockets = Array.from({ length: HALF_SENT }, () =>
      connect({
        host: hostname,
        port: Number(port),
        ca: proxy.certificate,
        servername: 'localhost',
        rejectUnauthorized: false,
      }),
    );
    try {
      const head =
        'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';
      await Promise.all(sockets.map(async (socket) => await once(socket, 'secureConnect')));
      for (const socket of sockets) socket.write(head);
      await sleep(500);
      // Health checks come and go.
      assert.ok(connectionsTo(apis) < before + HALF_SENT / 2, `${before}, then ${connectionsTo(apis)}`);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },

  async 'TLS 1.2 and 1.3 are served, older ones are not, and answers promise to stay with https'(
    { partner },
    proxy,
  ) {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const create = sign(partner, { path: '/v1/deposits', body: depositBody() });
      const answer = await ask(proxy, create, { minVersion: version, maxVersion: version });
      assertCreated(answer);
      assert.equal(answer.protocol, version);
      assert.equal(answer.headers['strict-transport-security'], HSTS);
    }
    // OpenSSL itself refuses to speak it at its usual level of security.
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    await assert.rejects(ask(proxy, { method: 'GET', path: '/healthz' }, old), /alert|version|ECONNRESET/);
  },

  async 'plain http is sent to https, with its method and path'(_world, proxy) {
    const { hostname, port } = new URL(proxy.httpUrl);
    const answer = await send(`http://${hostname}:${port}`, { path: '/v1/deposits?a=b', body: '{}' });
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.location, 'https://localhost/v1/deposits?a=b');
  },

  async 'one request id is in the answer, the log of the proxy and the log of the api, and a client does not choose it'(
    { apis, partner },
    proxy,
  ) {
    const own = `req_${'1'.repeat(32)}`;
    const create = sign(partner, {
      path: '/v1/deposits',
      body: depositBody(),
      headers: { 'x-request-id': own },
    });
    const answer = await ask(proxy, create);
    assertCreated(answer);
    const id = String(answer.headers['x-request-id']);
    assert.match(id, /^req_[0-9a-f]{32}$/);
    assert.notEqual(id, own);
    const inBoth = async () => (await proxy.log()).includes(id) && apis.some((api) => api.log().includes(id));
    await until(inBoth, Boolean, 5_000);
    assert.ok(!(await proxy.log()).includes(own));
  },

  async 'the address of a client is what the proxy saw, whatever the client says'({ elsewhere }, proxy) {
    for (const headers of [{}, { 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }]) {
      const answer = await ask(
        proxy,
        sign(elsewhere, { path: '/v1/deposits', body: depositBody(), headers }),
      );
      assertRefused(answer, 'address_not_allowed');
    }
  },

  async 'paths and queries arrive as they were signed'({ partner }, proxy) {
    const path = '/v1/transactions?externalReference=a%2Fb%20c&limit=1';
    assert.equal((await ask(proxy, sign(partner, { method: 'GET', path }))).status, 200);
  },

  async 'a large body is refused in the form of the contract, and /pay takes what a phone sends'(
    { partner },
    proxy,
  ) {
    const large = sign(partner, { path: '/v1/deposits', body: Buffer.alloc(65 * 1024, ' ') });
    const refusal = await ask(proxy, large);
    assert.equal(refusal.status, 413);
    assert.equal(assertApiError(refusal).code, 'body_too_large');
    const page = pageOf(await ask(proxy, sign(partner, { path: '/v1/deposits', body: depositBody() })));
    const upload = await ask(proxy, {
      path: `${page}/details`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.alloc(5 * MEBIBYTE, 'x'),
    });
    assert.equal(upload.status, 303, 'the api has answered it');
  },

  async 'a client that hangs up is gone for the api too, so its withdrawal keeps the mark'(
    { partner, owner, wire },
    proxy,
  ) {
    const body = withdrawalBody();
    const before = await countTransactions(owner);
    wire.holdAnswersTo('insert-transactions');
    const leaving = new AbortController();
    const left = assert.rejects(
      ask(proxy, sign(partner, { path: '/v1/withdrawals', body }), { signal: leaving.signal }),
    );
    await until(
      async () => await countTransactions(owner),
      (count) => count > before,
      5_000,
    );
    leaving.abort();
    await left;
    // The proxy has to notice, and to close its own connection.
    await sleep(200);
    wire.release();
    // Another create through the same gathered confirmations: what would be confirmed is confirmed by then.
    const next = withdrawalBody();
    assertCreated(await ask(proxy, sign(partner, { path: '/v1/withdrawals', body: next })));
    await until(
      async () => await markedReferences(owner),
      (marks) => !marks.includes(next.externalReference),
      5_000,
    );
    assert.ok((await markedReferences(owner)).includes(body.externalReference));
  },

  async 'a connection that the api closes on purpose is closed for the client too, is sent to no other api, and counts against none'(
    { apis, partner, owner, wire },
    proxy,
  ) {
    const before = await countTransactions(owner);
    const earlier = countHangUps(apis);
    wire.refuse(true);
    wire.cut();
    const bodies = Array.from({ length: SEVERAL }, () => withdrawalBody());
    const create = async (body: unknown) =>
      await ask(proxy, sign(partner, { path: '/v1/withdrawals', body }));
    const allUnanswered = async () =>
      await Promise.all(bodies.map(async (body) => await assertUnanswered(create(body))));
    try {
      await allUnanswered();
      // The second half comes when the copies of the configuration are too old: then nobody is recognised any more.
      await untilReadiness(apis, 503);
      await allUnanswered();
    } finally {
      wire.refuse(false);
    }
    await untilReadiness(apis, 200);
    for (const body of [...bodies, ...bodies]) {
      assertCreated(await create(body));
    }
    // Their lines are written a moment later. Whatever was sent twice has come by now.
    const hangUpsNow = async () =>
      await Promise.resolve(countHangUps(apis).map((count, index) => count - (earlier[index] ?? 0)));
    const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
    const hangUps = await until(hangUpsNow, (counts) => sumOf(counts) >= 2 * SEVERAL, 5_000);
    assert.equal(sumOf(hangUps), 2 * SEVERAL, 'each was sent once');
    assert.ok(Math.min(...hangUps) > 0, `both apis were asked: ${hangUps.join(', ')}`);
    assert.equal(await countTransactions(owner), before + SEVERAL);
  },
};

async function oneApiServes({ partner }: World, proxy: RunningProxy): Promise<void> {
  for (let count = 0; count < SEVERAL; count += 1) {
    assertCreated(await ask(proxy, sign(partner, { path: '/v1/deposits', body: depositBody() })));
  }
}

async function noApiServes({ partner }: World, proxy: RunningProxy, page: string): Promise<void> {
  await assertUnanswered(ask(proxy, sign(partner, { path: '/v1/deposits', body: depositBody() })));
  const read = await ask(proxy, sign(partner, { method: 'GET', path: '/v1/limits' }));
  assertRefused(read, 'unavailable');
  assert.equal(read.headers['retry-after'], '2');
  assert.equal(read.headers['x-request-id'], read.json?.['requestId']);
  assert.equal(read.headers['strict-transport-security'], HSTS);
  for (const [method, path] of [
    ['GET', page],
    ['POST', `${page}/sent`],
  ] as const) {
    const shown = await ask(proxy, { method, path });
    assert.equal(shown.status, 503);
    assert.match(String(shown.headers['content-type']), /^text\/html/);
    assert.match(shown.text, /Lütfen birazdan yeniden deneyin/);
  }
  const log = await until(
    async () => await proxy.log(),
    (text) => text.includes('/pay/...'),
    5_000,
  );
  const token = page.split('/').at(-1) ?? '';
  assert.ok(token.length > 20 && !log.includes(token), 'the address of a page is in no log');
}

/** The path of the hosted page of a new deposit. */
function pageOf(answer: Answer): string {
  return new URL(String(assertCreated(answer)['hostedUrl'])).pathname;
}

/** Each has a line of its own; the error beside it is only counted while it repeats. */
function countHangUps(apis: Site['apis']): number[] {
  return apis.map((api) => api.log().split('left unanswered').length - 1);
}

async function untilReadiness(apis: Site['apis'], expected: number): Promise<void> {
  for (const { url } of apis) {
    const isReady = async () => await send(url, { method: 'GET', path: '/readyz' });
    await until(isReady, ({ status }) => status === expected, 10_000);
  }
}
