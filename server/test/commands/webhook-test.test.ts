import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { createTestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

test('vezne webhook test asks a real worker, and says how the receiver answered and what to mend', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  let status = 200;
  let secret = '';
  const { url } = await startReceiver(t, async (request, response) => {
    const event = verifyWebhook({ headers: request.headers, body: await text(request), secrets: secret });
    response.writeHead(status).end(`heard of ${event.event}`);
  });
  const endpoint = await insertEndpoint(owner, { partnerId, url });
  secret = endpoint.secret;
  const nowhere = await insertEndpoint(owner, { partnerId, url: 'http://127.0.0.1:1/hooks' });
  const vezne = manyVezneOn(t, database);
  const ask = async (...words: string[]) => await vezne('webhook', 'test', ...words);

  const withoutWorker = await ask(endpoint.id);
  assert.equal(withoutWorker.code, 1);
  assert.match(withoutWorker.stderr, /^vezne: No worker runs, .* Start one with: vezne worker\./);

  const worker = await startWorkerProcess(t, database, { VEZNE_ENV: 'development' });
  const taken = await ask(url);
  assert.equal(taken.code, 0, taken.stderr);
  const [said, event, answer, remedy] = taken.stdout.split('\n');
  assert.match(
    said ?? '',
    /^The endpoint http:\/\/127\.0\.0\.1:\d+\/\S+ took the test event: 200 after \d+ ms\.$/,
  );
  assert.match(event ?? '', /^ {2}event {3}evt_[0-9a-f]{32}$/);
  assert.equal(answer, '  answer  heard of webhook.test');
  assert.equal(
    remedy,
    'It is reached, and takes a signed event. Whether it checks the signature and can process a real event is not tested.',
  );

  for (const [refusal, says] of [
    [400, /^vezne: Most likely its check of the signature failed: .* If not, its own log says why\./],
    [401, /^vezne: Most likely its check of the signature failed: /],
    [
      403,
      /^vezne: Perhaps its check of the signature failed: .* Or something before the receiver forbids it/,
    ],
  ] as const) {
    status = refusal;
    const refused = await ask(endpoint.id);
    assert.equal(refused.code, 1);
    assert.ok(refused.stdout.includes(` did not take the test event: ${refusal} after `), refused.stdout);
    assert.match(refused.stderr, says);
    assert.ok(refused.stderr.endsWith(`: vezne webhook show ${endpoint.id}\n`), refused.stderr);
  }

  const closed = await ask(nowhere.id, '--json');
  assert.equal(closed.code, 1);
  const told = jsonOf({ ...closed, code: 0 });
  assert.equal(closed.stderr, `vezne: ${String(told['remedy'])}\n`);
  assert.deepEqual([told['isTaken'], told['finding'], told['status']], [false, 'connection_refused', null]);
  assert.match(String(told['remedy']), /nothing listens at this port/);

  await vezne('webhook', 'pause', endpoint.id);
  const paused = await ask(endpoint.id);
  assert.equal(paused.code, 1);
  assert.match(paused.stderr, new RegExp(`is paused, .*: vezne webhook resume ${endpoint.id}\n$`));
  const shown = await vezne('webhook', 'show', nowhere.id);
  assert.match(shown.stdout, /last failure +none/, 'A test is no failure of the endpoint.');
  const audit = await vezne('audit', 'list', '--subject', nowhere.id);
  assert.match(audit.stdout, /ayse {2}webhook\.test {2}/);
  assert.deepEqual(worker.urgentLines(), []);
});
