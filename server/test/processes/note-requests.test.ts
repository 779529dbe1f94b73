import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { alarmOnOverload, noteWorkOfRequests } from '../../src/processes/note-requests.ts';
import { until } from '../harness/expectations.ts';
import { captureLog } from '../harness/log-lines.ts';

/** Answers with the status of the path, and names an error as the surfaces do. */
function appThatAnswers(t: TestContext): FastifyInstance {
  const app = fastify();
  t.after(async () => await app.close());
  app.decorateReply('errorCode', undefined);
  app.all<{ Params: { status: string } }>('/:status', async (request, reply) => {
    const status = Number(request.params.status);
    if (status === 503) reply.errorCode = 'overloaded';
    return await reply.code(status).send();
  });
  return app;
}

test('a request that changed something is work; a read, a refusal and a health check are not', async (t) => {
  const app = appThatAnswers(t);
  let work = 0;
  noteWorkOfRequests(app, { noteWork: () => void (work += 1) });
  for (const [method, url] of [
    ['GET', '/200'],
    ['HEAD', '/200'],
    ['POST', '/401'],
    ['POST', '/503'],
  ] as const)
    await app.inject({ method, url });
  assert.equal(work, 0);
  await app.inject({ method: 'POST', url: '/201' });
  assert.equal(work, 1);
});

for (const [refused, level] of [
  [9, 40],
  [10, 50],
] as const) {
  test(`${refused} refusals for overload in a moment are one line at level ${level}`, async (t) => {
    const app = appThatAnswers(t);
    const { log, lines } = captureLog();
    alarmOnOverload(app, log, { lineEveryMs: 200 });
    await app.inject({ method: 'POST', url: '/400' });
    for (let no = 0; no < refused; no += 1) await app.inject({ method: 'POST', url: '/503' });
    const written = await until(
      async () => lines('requests were refused because too many wait'),
      (found) => found.length > 0,
    );
    assert.deepEqual(
      written.map((line) => [line['level'], line['alarm'], line['refused']]),
      [[level, 'overloaded', refused]],
    );
  });
}
