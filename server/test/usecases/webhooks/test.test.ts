import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { Role } from '@vezne/domain/permissions';
import { hideProcess, showProcess } from '../../../src/db/write/installation/running-processes.ts';
import { endWebhookTest, takeWebhookTests } from '../../../src/db/write/webhooks/tests.ts';
import { toEventId } from '../../../src/ids.ts';
import { disableWebhookEndpoint, pauseWebhookEndpoint } from '../../../src/usecases/webhooks/change.ts';
import { askForWebhookTest, awaitWebhookTest } from '../../../src/usecases/webhooks/test.ts';
import { findingOf } from '../../../src/usecases/webhooks/test-finding.ts';
import { assertRefused, refusedFor, resultOrCode } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';
import { createHooks } from './hooks.ts';

const OPTIONS = { timeoutMs: 5_000 };
const OUTCOME = { status: 200, error: null, durationMs: 12, answerStart: 'ok' };

/** An endpoint, and a worker that says it lives but does only what the test lets it do. */
async function prepare(t: TestContext, { isWorkerAlive = true } = {}) {
  const hooks = await createHooks(t);
  const { endpoint } = await hooks.add();
  const worker = hooks.database.pool('vezne_worker');
  const workerId = randomUUID();
  if (isWorkerAlive) {
    const facts = {
      id: workerId,
      kind: 'worker',
      host: 'one.example',
      pid: 17,
      version: '0.1.0',
    } as const;
    await showProcess(worker, { ...facts, aliveMs: 600_000 }, OPTIONS);
  }
  const take = async (): Promise<string[]> =>
    (await takeWebhookTests(worker, 100, OPTIONS)).map(({ id }) => id);
  return {
    ...hooks,
    endpointId: endpoint.id,
    stopWorker: async () => await hideProcess(worker, workerId, OPTIONS),
    ask: async () => await askForWebhookTest(hooks.context, endpoint.id),
    take,
    end: async (id: string, outcome = OUTCOME) => await endWebhookTest(worker, id, outcome, OPTIONS),
    rows: async () =>
      (await hooks.owner.query<{ id: string }>('select id from webhook_test order by asked_at')).rows,
  };
}

test('a test that is asked for is audited, taken by one worker, and ends with what the endpoint answered', async (t) => {
  const { ask, take, end, context, owner, endpointId, deliveries } = await prepare(t);
  const { id, endpoint } = await ask();
  assert.equal(endpoint.id, endpointId);
  const taken = await Promise.all([take(), take(), take()]);
  assert.deepEqual(taken.flat(), [id]);
  const waiting = awaitWebhookTest(context.db, id);
  await end(id);
  assert.deepEqual(await waiting, { state: 'ended', outcome: OUTCOME });
  await end(id, { ...OUTCOME, status: 500 });
  assert.deepEqual(await awaitWebhookTest(context.db, id), { state: 'ended', outcome: OUTCOME });

  const entry = (await auditRows(owner)).at(-1);
  assert.deepEqual(
    [entry?.actor, entry?.action, entry?.subject_type, entry?.subject_id, entry?.details],
    ['ayse', 'webhook.test', 'webhook_endpoint', endpointId, { event: toEventId(id) }],
  );
  assert.deepEqual(await deliveries(endpointId), [], 'It is no delivery.');
  assert.equal((await owner.query('select from event')).rowCount, 0, 'It is in no feed.');
});

test('an endpoint that gets nothing is not tested, and neither is one when no worker lives', async (t) => {
  const { ask, context, endpointId, rows } = await prepare(t);
  await pauseWebhookEndpoint(context, endpointId);
  await assert.rejects(ask(), refusedFor('endpoint_not_active', { endpointId, status: 'paused' }));
  await disableWebhookEndpoint(context, endpointId);
  await assert.rejects(ask(), refusedFor('endpoint_not_active', { endpointId, status: 'disabled' }));
  await assertRefused(askForWebhookTest(context, 'https://nowhere.example/'), 'endpoint_not_found');
  const alone = await prepare(t, { isWorkerAlive: false });
  await assertRefused(alone.ask(), 'no_worker_alive');
  assert.deepEqual([await rows(), await alone.rows()], [[], []]);
  const left = await prepare(t);
  await left.stopWorker();
  await assertRefused(left.ask(), 'no_worker_alive');
  assert.deepEqual(await left.rows(), []);
  assert.ok((await auditRows(alone.owner)).every(({ action }) => action !== 'webhook.test'));
});

test('an endpoint is tested once at a time and five times in a minute, whoever asks at once', async (t) => {
  const { ask, take, end, owner, endpointId } = await prepare(t);
  for (let made = 0; made < 5; made++) {
    const asked = await Promise.all(Array.from({ length: 4 }, async () => await resultOrCode(ask())));
    assert.deepEqual(
      asked.filter((result) => typeof result === 'string'),
      ['webhook_test_open', 'webhook_test_open', 'webhook_test_open'],
    );
    for (const id of await take()) await end(id);
  }
  const refusal = await ask().catch(
    (error: { refusal: { code: string; details: { waitSeconds: number } } }) => error.refusal,
  );
  assert.ok('code' in refusal);
  assert.equal(refusal.code, 'webhook_tests_too_often');
  assert.ok(
    refusal.details.waitSeconds >= 1 && refusal.details.waitSeconds <= 60,
    String(refusal.details.waitSeconds),
  );
  await owner.query(`update webhook_test set asked_at = asked_at - interval '61 seconds'`);
  assert.equal((await ask()).endpoint.id, endpointId);
});

test('old tests are forgotten with a new one, and so is one whose worker died', async (t) => {
  const { ask, take, owner, endpointId, rows } = await prepare(t);
  await owner.query(
    `insert into webhook_test (id, endpoint_id, asked_by, asked_at, taken_at, ended_at, duration_ms, status_code)
     select gen_random_uuid(), $1, 'ayse', now() - n * interval '1 hour', now(), now(), 1, 200 from generate_series(1, 30) n`,
    [endpointId],
  );
  const { id: died } = await ask();
  assert.deepEqual(await take(), [died]);
  assert.equal((await rows()).length, 21, 'Twenty, and the new one.');
  await assertRefused(ask(), 'webhook_test_open');
  await owner.query(`update webhook_test set asked_at = asked_at - interval '181 seconds' where id = $1`, [
    died,
  ]);
  const { id } = await ask();
  const ids = new Set((await rows()).map((row) => row.id));
  assert.ok(!ids.has(died) && ids.has(id));
});

test('one that nobody took back blocks the next only as long as a worker may still take it', async (t) => {
  const { ask, take, owner, rows } = await prepare(t);
  const { id: left } = await ask();
  await owner.query(`update webhook_test set asked_at = asked_at - interval '20 seconds'`);
  await assertRefused(ask(), 'webhook_test_open');
  await owner.query(`update webhook_test set asked_at = asked_at - interval '11 seconds'`);
  const { id } = await ask();
  assert.notEqual(id, left);
  assert.deepEqual(await rows(), [{ id }]);
  assert.deepEqual(await take(), [id]);
  await owner.query(`update webhook_test set asked_at = asked_at - interval '31 seconds'`);
  await assertRefused(ask(), 'webhook_test_open');
});

test('what no worker takes is taken back, so that nothing is sent for a person who has gone', async (t) => {
  const { ask, take, context, owner, rows } = await prepare(t);
  const { id } = await ask();
  assert.deepEqual(await awaitWebhookTest(context.db, id, { takenWithinMs: 0 }), { state: 'not_taken' });
  assert.deepEqual(await rows(), []);
  await ask();
  await owner.query(`update webhook_test set asked_at = asked_at - interval '31 seconds'`);
  assert.deepEqual(await take(), [], 'Too late.');
  await owner.query('delete from webhook_test');
  const { id: silent } = await ask();
  await take();
  assert.deepEqual(await awaitWebhookTest(context.db, silent, { takenWithinMs: 0, endedWithinMs: 0 }), {
    state: 'unknown',
  });
});

test('only who may change endpoints tests them', async (t) => {
  const { context, endpointId } = await prepare(t);
  const ask = async (role: Role): Promise<unknown> => {
    const actor: SignedInPerson = {
      kind: 'staff',
      id: randomUUID(),
      name: role,
      roles: [role],
      session: { id: randomUUID(), address: '192.0.2.7' },
      stepUpUntil: null,
    };
    return await resultOrCode(askForWebhookTest({ ...context, actor }, endpointId));
  };
  for (const role of ['auditor', 'operator'] as const) assert.equal(await ask(role), 'not_permitted', role);
});

test('every outcome of a try is found to be something that a person can look at', () => {
  const cases: [status: number | null, error: string | null, finding: string][] = [
    [200, null, 'taken'],
    [204, null, 'taken'],
    [200, 'connection_reset', 'broken_off'],
    [302, 'redirect', 'redirect'],
    [400, null, 'bad_request'],
    [422, null, 'refused'],
    [401, null, 'signature_refused'],
    [403, null, 'forbidden'],
    [404, null, 'not_found'],
    [405, null, 'wrong_method'],
    [500, null, 'receiver_failed'],
    [503, null, 'receiver_away'],
    [700, null, 'odd_status'],
    [null, 'timeout', 'timeout'],
    [500, 'timeout', 'timeout'],
    [null, 'name_not_resolved', 'name_not_resolved'],
    [null, 'connection_refused', 'connection_refused'],
    [null, 'certificate_not_trusted', 'certificate_not_trusted'],
    [null, 'tls_failed', 'tls_failed'],
    [null, 'address_refused: loopback', 'address_refused'],
    [null, 'something_new', 'failed'],
  ];
  for (const [status, error, finding] of cases) {
    assert.equal(findingOf({ status, error }), finding, `${status} ${error}`);
  }
});
