import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sign } from '../../harness/client.ts';
import type { RawRequest } from '../../harness/client.ts';
import { depositBody } from '../../harness/factories.ts';
import type { Paid } from './payment.ts';
import type { World } from './world.ts';

/** Requests that are wrong in every way, each with what must not be repeated. */
export async function provoke(world: World, { name, iban, email }: Paid): Promise<void> {
  const { ask, partner, noteConsole, notePortal } = world;
  // One of each kind.
  const texts = [...world.secrets.values()].filter(({ value }) => typeof value === 'string');
  const values = [
    ...new Map(texts.map((canary) => [canary.name, String(canary.value)])).values(),
    name,
    iban,
    email,
  ];
  const page = world.browser();
  const atPortal = world.portalBrowser();
  for (const value of values) {
    const coded = encodeURIComponent(value);
    const wrong: RawRequest[] = [
      { method: 'GET', path: `/v1/transactions/${coded}?token=${coded}` },
      { method: 'GET', path: `/pay/txn_${'0'.repeat(32)}/${coded}`, headers: { cookie: `a=${coded}` } },
      {
        method: 'GET',
        path: `/${coded}`,
        headers: { authorization: `Bearer ${coded}`, referer: `https://x/${coded}` },
      },
      sign(partner, { path: `/v1/deposits?x=${coded}`, body: depositBody() }),
      sign(partner, {
        path: '/v1/deposits',
        body: { ...depositBody(), amount: value, currency: value, customer: value },
      }),
      sign(partner, { path: '/v1/deposits', body: `{"amount": ${value}` }),
      sign({ ...partner, apiKey: coded }, { path: '/v1/deposits', body: depositBody() }),
      sign({ ...partner, apiSecret: `${value}x` }, { path: '/v1/deposits', body: depositBody() }),
      withHeaders(sign(partner, { path: '/v1/deposits', body: depositBody() }), {
        'x-signature': coded,
        'x-timestamp': coded,
      }),
      { method: 'GET', path: `/v1/balance?%zz${coded}` },
    ];
    for (const raw of wrong) {
      const { status } = await ask(raw);
      assert.ok(status >= 400, `${raw.method} ${raw.path}`);
    }
    world.errors.push(await saidTo(world.api.url, `${value}\r\n\r\n`));
    noteConsole(await page.call('signInWithRecoveryCode', { code: value }));
    noteConsole(await page.call('signInWithCode', { code: value, [value]: value }));
    noteConsole(
      await page.send(`/api/deposits/${coded}?cursor=${coded}`, {
        method: 'GET',
        headers: { cookie: `__Host-vezne_console=${coded}` },
      }),
    );
    noteConsole(
      await page.send(`/${coded}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"x": ${value}`,
      }),
    );
    const portalCookie = { headers: { cookie: `__Host-vezne_portal=${coded}` } };
    const atPortalIsRefused = [
      await atPortal.call('signIn', { email: value, password: value, [value]: value }),
      await atPortal.call('signInWithRecoveryCode', { code: value }),
      await atPortal.call('signInWithCode', { code: value, [value]: value }),
      await atPortal.call('lookAtInvitation', { token: value }),
      await atPortal.call('openLook', { token: value }),
      await atPortal.call('searchTransactions', { text: value, from: value }, portalCookie),
      await atPortal.call('getTransaction', undefined, { id: coded, query: `?${coded}`, ...portalCookie }),
      await atPortal.callRoute({ method: 'POST', path: `/api/${coded}` }, { [value]: value }),
    ];
    for (const answer of atPortalIsRefused) assert.ok(notePortal(answer).status >= 400, answer.text);
    world.errors.push(await saidTo(world.portal.url, `${value}\r\n\r\n`));
  }
}

function withHeaders(raw: RawRequest, headers: Record<string, string>): RawRequest {
  return { ...raw, headers: { ...raw.headers, ...headers } };
}

/** What comes back on a connection for bytes that are no request. */
async function saidTo(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return await text(socket).catch(() => '');
}
