import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { startTestConsole } from '../../harness/console.ts';
import { captureLog } from '../../harness/log-lines.ts';

const INDEX =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/assets/main-a1b2c3d4.js"></script>';

function builtPages(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'vezne-pages-'));
  t.after(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), INDEX);
  writeFileSync(join(directory, 'assets', 'main-a1b2c3d4.js'), 'console;');
  writeFileSync(join(directory, 'assets', 'main-a1b2c3d4.js.map'), '{}');
  writeFileSync(join(directory, 'scheme.js'), 'document;');
  return directory;
}

const read = { method: 'GET', headers: {} };

test('every address of the console is the page, with a nonce of its own and a policy without exceptions', async (t) => {
  const { browser } = await startTestConsole(t, { pages: builtPages(t) });
  const nonces = new Set<string>();
  for (const path of ['/', '/sign-in', '/enrol', '/profile/sessions', '/index.html']) {
    const { status, body, headers } = await browser().send(path, read);
    assert.equal(status, 200, path);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? assert.fail(policy);
    nonces.add(nonce);
    assert.ok(String(body['text']).includes(`nonce="${nonce}"`));
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  }
  assert.equal(nonces.size, 5);
});

test('files with a hash in their name are kept for ever, others are asked for, and none that is not there is a page', async (t) => {
  const { browser } = await startTestConsole(t, { pages: builtPages(t) });
  const script = await browser().send('/assets/main-a1b2c3d4.js', read);
  assert.deepEqual([script.status, script.body['text']], [200, 'console;']);
  assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.equal((await browser().send('/scheme.js', read)).headers.get('cache-control'), 'no-cache');
  for (const path of [
    '/assets/main-00000000.js',
    '/assets/main-a1b2c3d4.js.map',
    '/../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/api/unknown',
    '/api/',
  ]) {
    const { status, code } = await browser().send(path, read);
    assert.deepEqual([status, code], [404, 'not_found'], path);
  }
});

test('without built pages the console says so, and serves its API', async (t) => {
  const { browser } = await startTestConsole(t, { pages: '/nowhere' });
  assert.match(String((await browser().send('/', read)).body['text']), /npm run build:web/);
  assert.equal((await browser().call('getSession')).status, 200);
});

test('what a policy stops is counted in the log, and a flood of reports is not', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { browser } = await startTestConsole(t, { log });
  const report = {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: '{"a":"\u0007b"}',
  };
  for (let at = 0; at < 30; at += 1) assert.equal((await browser().send('/csp-report', report)).status, 204);
  const reports = lines.filter((line) => line.includes('csp_report'));
  assert.ok(reports.length >= 5 && reports.length < 30, String(reports.length));
});

test('a report in the log is three words, whatever a browser or a stranger sends', async (t) => {
  const { log, lines } = captureLog();
  const { browser } = await startTestConsole(t, { log });
  const report = async (body: string): Promise<unknown> =>
    await browser(`192.0.2.${lines('a page broke its policy').length + 1}`).send('/csp-report', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body,
    });
  const sent = {
    'document-uri': 'https://console.example/deposits/01a1?player=Ayşe',
    'blocked-uri': 'https://elsewhere.example/x.js?token=1',
    'violated-directive': "script-src-elem 'self'",
    'script-sample': 'alert(1)',
  };
  await report(JSON.stringify({ 'csp-report': sent }));
  await report(
    JSON.stringify({
      'csp-report': { ...sent, 'blocked-uri': 'inline', 'effective-directive': 'style-src' },
    }),
  );
  for (const body of [
    '',
    'null',
    '[1]',
    '{"csp-report":7}',
    JSON.stringify({ 'csp-report': { 'document-uri': 'Ayşe' } }),
  ])
    await report(body);
  const unknown = ['unknown', 'unknown', 'unknown'];
  assert.deepEqual(
    lines('a page broke its policy').map(({ directive, blocked, page }) => [directive, blocked, page]),
    [
      ['script-src-elem', 'https://elsewhere.example', '/deposits'],
      ['style-src', 'inline', '/deposits'],
      ...Array.from({ length: 5 }, () => unknown),
    ],
  );
  assert.doesNotMatch(JSON.stringify(lines('a page broke its policy')), /Ayşe|token|alert/);
});

test('a connection that is lost while something is written is told as unknown, not as done or undone', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  await owner.query(
    `create function stop_session() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  );
  await owner.query(
    'create trigger stop_it before insert on sign_in_failure for each row execute function stop_session()',
  );
  await owner.query('grant execute on function stop_session() to vezne_console');
  const { status, code } = await browser().call('signIn', { handle: 'elif', password: 'x' });
  assert.deepEqual([status, code], [503, 'outcome_unknown']);
});
