import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fastify } from 'fastify';
import { createFiles } from '../../../src/http/signed-in/files.ts';
import { until } from '../../harness/expectations.ts';

/** Files of two partners: what `held` is asked for is read until it is let go. */
async function serve(t: TestContext, bounds: Parameters<typeof createFiles>[0]) {
  const files = createFiles(bounds);
  const letGo = Promise.withResolvers<void>();
  const opened: string[] = [];
  async function* slow() {
    yield 'one, ';
    await letGo.promise;
    yield 'two';
  }
  const app = fastify({ forceCloseConnections: true });
  app.setErrorHandler(async (_error, _request, reply) => await reply.code(503).send('no place'));
  app.get<{ Params: { of: string } }>(
    '/:of',
    async ({ params: { of } }, reply) =>
      await files.send(
        reply,
        async () => {
          opened.push(of);
          return { name: 'a.txt', type: 'text/plain', bytes: slow() };
        },
        { of },
      ),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    letGo.resolve();
    await app.close();
  });
  return { url, opened, letGo: () => letGo.resolve() };
}

test('who takes files slowly keeps nobody else from theirs, and what is not sent is not opened', async (t) => {
  const { url, opened, letGo } = await serve(t, { mostAtOnce: 3, mostOfOne: 2 });
  const begun = await Promise.all([fetch(`${url}/slow`), fetch(`${url}/slow`)]);
  assert.deepEqual(
    begun.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await fetch(`${url}/slow`)).status, 503, 'a third of the same');
  const other = await fetch(`${url}/other`);
  assert.equal(other.status, 200);
  assert.equal((await fetch(`${url}/another`)).status, 503, 'all places are taken');
  assert.deepEqual(opened, ['slow', 'slow', 'other']);
  letGo();
  for (const answer of [...begun, other]) assert.equal(await answer.text(), 'one, two');
  await until(
    async () => (await fetch(`${url}/slow`)).status,
    (status) => status === 200,
  );
});

test('a place is kept for so long and no longer', async (t) => {
  const { url } = await serve(t, { mostAtOnce: 1, longestMs: 100 });
  const cut = await fetch(`${url}/slow`);
  await assert.rejects(cut.text(), 'whoever reads it sees that it is cut');
  assert.equal((await fetch(`${url}/other`)).status, 200);
});
