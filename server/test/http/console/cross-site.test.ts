import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { CONSOLE_URL, fromAnotherNetwork, startTestConsole } from '../../harness/console.ts';
import { insertPerson } from '../../harness/staff.ts';

const ROUTES: readonly ConsoleRoute[] = Object.values(CONSOLE_API);
const ID = '00000000-0000-7000-8000-000000000000';

/** What a browser says of a request that another page makes, or that nobody's page makes. */
const ELSEWHERE: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'another name of our own site': { origin: 'https://pay.example', 'sec-fetch-site': 'same-site' },
  'another port': { origin: `${CONSOLE_URL}:8443` },
  'the same name in the clear': { origin: 'http://console.example' },
  'a page without an origin': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'an origin that begins alike': { origin: `${CONSOLE_URL}.evil.example` },
  'an old browser on another site': { origin: 'https://evil.example' },
  'a lie about one of the two': { origin: CONSOLE_URL, 'sec-fetch-site': 'cross-site' },
};

test('what may change something is refused from anywhere but the console’s own pages, signed in or not', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  for (const route of ROUTES.filter(({ method }) => method !== 'GET')) {
    for (const [from, headers] of Object.entries(ELSEWHERE)) {
      const { status, code } = await page.callRoute(route, route.request === undefined ? undefined : {}, {
        id: ID,
        headers: { 'sec-fetch-site': '', ...fromAnotherNetwork(), ...headers },
      });
      assert.deepEqual([status, code], [403, 'origin_refused'], `${route.path} from ${from}`);
    }
  }
  const { rows } = await owner.query(
    'select count(*)::int4 as open from staff_session where ended_at is null',
  );
  assert.deepEqual(rows, [{ open: 1 }]);
});

test('what may change something is refused without an origin', async (t) => {
  const { browser } = await startTestConsole(t);
  for (const route of ROUTES.filter(({ method }) => method !== 'GET')) {
    const { code } = await browser().send(route.path.replace(':id', ID), {
      method: route.method,
      headers: fromAnotherNetwork(),
    });
    assert.equal(code, 'origin_refused', route.path);
  }
});

test('a form of another page is refused, whatever it calls itself', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const body = JSON.stringify({ handle: elif.handle, password: elif.password });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    const { status, code } = await browser().send('/api/sign-in', {
      method: 'POST',
      headers: { origin: CONSOLE_URL, 'content-type': type },
      body,
    });
    assert.deepEqual([status, code], [415, 'unsupported_media_type'], type);
  }
});

test('other pages can’t read either, and no answer invites them', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const route of ROUTES.filter(({ method }) => method === 'GET')) {
    assert.equal((await page.callRoute(route, undefined, { id: ID, headers: cross })).code, 'origin_refused');
    const { headers } = await page.callRoute(route, undefined, { id: ID });
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
  }
  const preflight = await page.send('/api/sign-in', { method: 'OPTIONS', headers: cross });
  assert.equal(preflight.status, 404);
});

test('hostile JSON is refused with a reason and without harm', async (t) => {
  const { browser } = await startTestConsole(t);
  const post = async (body: string | Buffer): Promise<[number, string | undefined]> => {
    const headers = { origin: CONSOLE_URL, 'content-type': 'application/json' };
    const { status, code } = await browser().send('/api/sign-in', { method: 'POST', headers, body });
    return [status, code];
  };
  const text = JSON.stringify;
  const refusals: [string | Buffer, number, string][] = [
    ['', 400, 'invalid_json'],
    ['{', 400, 'invalid_json'],
    ['\ufeff{}', 400, 'invalid_json'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_json'],
    ['['.repeat(10_000), 400, 'invalid_json'],
    ['{"handle":"a","handle":"b","password":"c"}', 400, 'duplicate_key'],
    ['[]', 400, 'invalid_request'],
    ['null', 400, 'invalid_request'],
    ['{"__proto__":{"handle":"a","password":"b"}}', 400, 'invalid_request'],
    [text({ handle: { $ne: '' }, password: ['a'] }), 400, 'invalid_request'],
    [text({ handle: 'a\u0000b', password: 'x' }), 400, 'invalid_request'],
    [text({ handle: 'a', password: '\ud800' }), 400, 'invalid_request'],
    [text({ handle: 'a'.repeat(65), password: 'x' }), 400, 'invalid_request'],
    [text({ handle: 'a', password: 'x'.repeat(257) }), 400, 'invalid_request'],
    [text({ handle: 'a', password: 'x'.repeat(40_000) }), 413, 'body_too_large'],
    [text({ handle: `' or 1=1 --`, password: `' or ''='` }), 401, 'credentials_wrong'],
    [text({ handle: 'elif\u0130', password: 'x' }), 401, 'credentials_wrong'],
  ];
  for (const [body, status, code] of refusals)
    assert.deepEqual(await post(body), [status, code], String(body).slice(0, 60));
});
