/** The question of an open page is answered before the framework, from memory. Nobody can tell. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { get, newPage } from './pages.ts';

const REQUEST_ID = /^req_[0-9a-f]{32}$/;

/** All but what differs from answer to answer. */
function headersOf({ headers }: Answer): Record<string, unknown> {
  const { date: _date, 'x-request-id': requestId, ...same } = headers;
  assert.match(String(requestId), REQUEST_ID);
  return same;
}

suite('the state of an open page', { concurrency: 4 }, () => {
  test('has the same headers and content from memory; only the first answer is in the log', async (t) => {
    const { log, lines } = captureLog();
    const api = await startTestApi(t, { log });
    const path = `${await newPage(api)}/state`;
    const first = await get(api, path);
    const second = await get(api, path);
    assert.deepEqual(headersOf(second), headersOf(first));
    assert.deepEqual(Object.keys(second.json ?? {}), Object.keys(first.json ?? {}));
    assert.equal(second.json?.['version'], first.json?.['version']);
    const logged = (): number =>
      lines('answered').filter(({ route }) => String(route).endsWith('/state')).length;
    assert.equal(logged(), 1);
    await get(api, `${path}?now`);
    assert.equal(logged(), 2);
  });

  test('is known by its whole address alone, also below a path of the public address', async (t) => {
    const { log, lines } = captureLog();
    const config = { publicUrl: 'https://pay.example/vezne' };
    const api = await startTestApi(t, { log, config });
    const path = `${await newPage(api)}/state`;
    for (let times = 0; times < 3; times++) assert.equal((await get(api, path)).status, 200);
    assert.equal(lines('answered').filter(({ method }) => method === 'GET').length, 1);
    for (const wrong of [
      path.replace(/.\/state$/, '/state'),
      path.replace('/vezne/', '/vezne2/'),
      path.replace('/vezne/', '/vezne//'),
      `${path}/state`,
      path.replace('/state', '/State'),
    ])
      assert.equal((await get(api, wrong)).status, 404, wrong);
  });

  test('is left to the framework if the request is more than a question', async (t) => {
    const { log, lines } = captureLog();
    const api = await startTestApi(t, { log });
    const path = `${await newPage(api)}/state`;
    await get(api, path);
    await send(api.url, { method: 'HEAD', path });
    await send(api.url, { method: 'POST', path });
    await send(api.url, { method: 'GET', path, headers: { 'content-length': '2' }, body: '{}' });
    assert.deepEqual(
      lines('answered')
        .slice(-3)
        .map(({ method }) => method),
      ['HEAD', 'POST', 'GET'],
    );
  });
});
