import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Answers } from '../../src/metrics/answers.ts';
import { Distribution, Tally } from '../../src/metrics/counts.ts';
import { createExposition } from '../../src/metrics/exposition.ts';
import { startMetricsServer } from '../../src/metrics/server.ts';

const about = { help: 'For a test.', labels: [], of: ['api'] } as const;

test('numbers, tallies and distributions are told as Prometheus reads them', async () => {
  const seconds = new Distribution([0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value);
  const { text, contentType } = createExposition([
    { metric: { ...about, name: 'one', type: 'gauge' }, read: () => [{ value: 1.5 }] },
    {
      metric: { ...about, name: 'named', type: 'counter' },
      read: () => [{ labels: { name: 'a "quoted"\n\\ name' }, value: 2 }],
    },
    {
      metric: { ...about, name: 'seconds', type: 'histogram' },
      read: () => [{ labels: { route: '/v1' }, value: seconds }],
    },
  ]);
  assert.equal(contentType, 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(
    await text(),
    `# HELP one For a test.
# TYPE one gauge
one 1.5

# HELP named For a test.
# TYPE named counter
named{name="a \\"quoted\\"\\n\\\\ name"} 2

# HELP seconds For a test.
# TYPE seconds histogram
seconds_bucket{le="0.1",route="/v1"} 2
seconds_bucket{le="1",route="/v1"} 3
seconds_bucket{le="+Inf",route="/v1"} 4
seconds_sum{route="/v1"} 7.65
seconds_count{route="/v1"} 4
`,
  );
});

test('what is known from the start is told with 0, so that its first time is seen', () => {
  const tally = new Tally(['one']);
  tally.add('two');
  assert.deepEqual(
    [...tally.entries()],
    [
      ['one', 0],
      ['two', 1],
    ],
  );
});

test('addresses that no route has are one series, whatever strangers send', () => {
  const answers = new Answers();
  for (let number = 0; number < 100; number += 1) answers.count(`METHOD${number}`, null, 404, 1);
  answers.count('GET', '/v1/balance', 200, 1);
  answers.count('GET', '/v1/balance', 401, 1);
  const all = Array.from(answers.all(), ({ method, route, statuses }) => [
    method,
    route,
    Object.fromEntries(statuses),
  ]);
  assert.deepEqual(all, [
    ['any', 'unmatched', { 404: 100 }],
    ['GET', '/v1/balance', { 200: 1, 401: 1 }],
  ]);
});

async function start(t: TestContext, text: () => Promise<string>): Promise<string> {
  const server = await startMetricsServer({ host: '127.0.0.1', port: 0, contentType: 'text/plain', text });
  t.after(async () => await server.stop());
  return server.url;
}

test('the port answers GET /metrics and nothing else', async (t) => {
  const url = await start(t, async () => await Promise.resolve('one 1\n'));
  const answer = await fetch(url);
  assert.deepEqual([answer.status, await answer.text()], [200, 'one 1\n']);
  assert.equal((await fetch(new URL('/', url))).status, 404);
  assert.equal((await fetch(new URL('/metrics/', url))).status, 404);
  assert.equal((await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })).status, 405);
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 405);
});

test('those who ask together share one reading, and a reading that fails is a 500', async (t) => {
  let readings = 0;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const url = await start(t, async () => {
    readings += 1;
    await mayEnd;
    return 'one 1\n';
  });
  const asked = [fetch(url), fetch(url), fetch(url)];
  setTimeout(end, 200);
  for (const answer of await Promise.all(asked)) assert.equal(answer.status, 200);
  assert.equal(readings, 1);
  const broken = await start(t, async () => await Promise.reject(new Error('no')));
  assert.equal((await fetch(broken)).status, 500);
});

test('few connections are kept, so nobody can use up the memory of the process here', async (t) => {
  const url = new URL(await start(t, async () => await Promise.resolve('one 1\n')));
  const sockets = Array.from({ length: 40 }, () => connect(Number(url.port), url.hostname));
  t.after(() => sockets.map((socket) => socket.destroy()));
  const closed = await Promise.all(
    sockets.map(
      async (socket) =>
        await new Promise<boolean>((resolve) => {
          socket.on('close', () => resolve(true)).on('error', () => undefined);
          setTimeout(() => resolve(false), 1_000);
        }),
    ),
  );
  assert.equal(closed.filter((isClosed) => !isClosed).length, 16);
});
