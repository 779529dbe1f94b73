import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { toEventId } from '../../../src/ids.ts';
import { disableWebhookEndpoint, setWebhookEndpoint } from '../../../src/usecases/webhooks/change.ts';
import { replayWebhooks } from '../../../src/usecases/webhooks/replay.ts';
import type { ReplayedEndpoint } from '../../../src/usecases/webhooks/replay.ts';
import { insertPartner } from '../../harness/factories.ts';
import { refusedFor, resultOrCode } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';
import { createHooks } from './hooks.ts';

function countsOf(replayed: readonly ReplayedEndpoint[]): Record<string, number> {
  return Object.fromEntries(replayed.map(({ endpoint, deliveries }) => [endpoint.id, deliveries]));
}

test('one delivered event is sent again to one endpoint with a new retry schedule, and nothing else changes', async (t) => {
  const { context, owner, add, happens, tryAll, deliveries, exceptions } = await createHooks(t);
  const { id } = (await add()).endpoint;
  const other = (await add({ path: 'other' })).endpoint.id;
  const [first, second] = [await happens(), await happens()];
  await tryAll(id, 'delivered');
  await tryAll(other, 'delivered');

  const replayed = await replayWebhooks(context, { endpoint: id, selection: { eventId: first } });

  assert.deepEqual(countsOf(replayed), { [id]: 1 });
  assert.deepEqual(await exceptions(id), [
    { event: first, state: 'pending', attempts: 1, scheduleFrom: 1, isDue: true, isDelivered: false },
  ]);
  const done = { state: 'delivered', attempts: 1 };
  assert.deepEqual((await deliveries(id)).at(-1), { event: second, ...done });
  assert.deepEqual(await deliveries(other), [
    { event: first, ...done },
    { event: second, ...done },
  ]);
  assert.deepEqual(await tryAll(id, 'delivered'), [first], 'A worker takes it.');
  assert.deepEqual((await deliveries(id))[0], { event: first, state: 'delivered', attempts: 2 });
  const entry = (await auditRows(owner)).at(-1);
  assert.deepEqual([entry?.action, entry?.subject_id], ['webhook.replay', id]);
  assert.deepEqual(entry?.details, { event: toEventId(first), deliveries: 1 });
});

test('one event goes to all endpoints of its partner that ask for its kind or had it, but to no other partner', async (t) => {
  const hooks = await createHooks(t);
  const { context, owner, add, happens, tryAll, deliveries, exceptions } = hooks;
  const had = (await add({ path: 'had' })).endpoint.id;
  const event = await happens('deposit.approved');
  await tryAll(had, 'delivered');
  await setWebhookEndpoint(context, { endpoint: had, events: ['withdrawal.rejected'], allowPrivate: false });
  const asks = (await add({ path: 'asks' })).endpoint.id;
  const doesNot = (await add({ path: 'does-not', events: ['deposit.rejected'] })).endpoint.id;
  const stranger = await insertPartner(owner);
  const theirs = (await add({ path: 'theirs', partner: stranger.id })).endpoint.id;

  const replayed = await replayWebhooks(context, { selection: { eventId: event } });

  assert.deepEqual(countsOf(replayed), { [had]: 1, [asks]: 1 });
  assert.deepEqual([await deliveries(doesNot), await deliveries(theirs)], [[], []]);
  const due = { event, state: 'pending', isDue: true, isDelivered: false };
  assert.deepEqual(await exceptions(asks), [{ ...due, attempts: 0, scheduleFrom: 0 }]);
  assert.deepEqual(await exceptions(had), [{ ...due, attempts: 1, scheduleFrom: 1 }]);
  assert.equal((await auditRows(owner)).filter(({ action }) => action === 'webhook.replay').length, 2);
});

test("an unknown event, another partner's event and one that the endpoint does not ask for are refused", async (t) => {
  const { context, owner, add, happens, deliveries } = await createHooks(t);
  const stranger = await insertPartner(owner);
  const [ours, theirs] = [await happens('deposit.corrected'), await happens('deposit.approved', stranger.id)];
  const { id } = (await add({ sinceBeginning: false })).endpoint;
  for (const eventId of [randomUUID(), theirs]) {
    await assert.rejects(
      replayWebhooks(context, { endpoint: id, selection: { eventId } }),
      refusedFor('event_not_found', { eventId, isEndpointNamed: true }),
    );
  }
  const unknown = randomUUID();
  await assert.rejects(
    replayWebhooks(context, { selection: { eventId: unknown } }),
    refusedFor('event_not_found', { eventId: unknown, isEndpointNamed: false }),
  );
  await assert.rejects(
    replayWebhooks(context, { endpoint: id, selection: { eventId: ours } }),
    refusedFor('event_for_no_endpoint'),
  );
  await assert.rejects(
    replayWebhooks(context, { selection: { eventId: theirs } }),
    refusedFor('partner_has_no_endpoint'),
  );
  await assert.rejects(
    replayWebhooks(context, { selection: { parked: true } }),
    refusedFor('replay_needs_endpoint'),
  );
  assert.deepEqual(await deliveries(id), []);
});

test('everything since a time is sent again in any state, including events that an endpoint never had', async (t) => {
  const { context, owner, add, happens, tryAll, exceptions } = await createHooks(t);
  const old = await happens();
  const beforeIt = await happens('withdrawal.approved');
  const { id } = (await add()).endpoint;
  const delivered = await happens();
  await tryAll(id, 'delivered');
  const failed = await happens('withdrawal.rejected');
  await tryAll(id, 'failed');
  await happens('deposit.corrected');
  const waiting = await happens();
  await owner.query(`update event set occurred_at = now() - interval '2 days' where id = $1`, [old]);

  const since = new Date(Date.now() - 24 * 3_600_000);
  const replayed = await replayWebhooks(context, { endpoint: id, selection: { since } });

  assert.deepEqual(countsOf(replayed), { [id]: 3 });
  const due = { state: 'pending', isDue: true, isDelivered: false };
  assert.deepEqual(await exceptions(id), [
    { event: beforeIt, ...due, attempts: 0, scheduleFrom: 0 },
    { event: delivered, ...due, attempts: 1, scheduleFrom: 1 },
    { event: failed, ...due, attempts: 1, scheduleFrom: 1 },
  ]);
  assert.deepEqual(
    await tryAll(id, 'delivered'),
    [beforeIt, delivered, failed, waiting],
    'It came by itself.',
  );
  assert.deepEqual((await auditRows(owner)).at(-1)?.details, { since: since.toISOString(), deliveries: 3 });
});

test('all parked deliveries are sent again together, and the others do not change', async (t) => {
  const { context, owner, add, happens, tryAll, exceptions } = await createHooks(t);
  const { id } = (await add()).endpoint;
  await happens();
  await tryAll(id, 'delivered');
  const parked = [await happens(), await happens()];
  await tryAll(id, 'parked');
  const failed = await happens();
  await tryAll(id, 'failed');

  const replayed = await replayWebhooks(context, { endpoint: id, selection: { parked: true } });

  assert.deepEqual(countsOf(replayed), { [id]: 2 });
  assert.deepEqual(await tryAll(id, 'delivered'), parked);
  const { state, isDue } = (await exceptions(id)).find(({ event }) => event === failed) ?? {};
  assert.deepEqual([state, isDue], ['pending', false]);
  const entries = (await auditRows(owner)).length;
  assert.deepEqual(await replayWebhooks(context, { endpoint: id, selection: { parked: true } }), []);
  assert.equal((await auditRows(owner)).length, entries, 'Nothing happened, so nothing is written down.');
});

test('many events are replayed in parts, each with its own audit entry, and each event once', async (t) => {
  const { context, owner, add, happens, tryAll, exceptions } = await createHooks(t);
  const { id } = (await add()).endpoint;
  const events: string[] = [];
  for (let count = 0; count < 7; count += 1) events.push(await happens());
  await tryAll(id, 'parked');
  for (const selection of [{ parked: true } as const, { since: new Date(0) }]) {
    const entries = (await auditRows(owner)).length;
    assert.deepEqual(countsOf(await replayWebhooks(context, { endpoint: id, selection }, 3)), { [id]: 7 });
    const parts = (await auditRows(owner)).slice(entries).map(({ details }) => details['deliveries']);
    assert.deepEqual(parts, [3, 3, 1]);
    assert.deepEqual(await tryAll(id, 'delivered'), events);
  }
  assert.ok(
    (await exceptions(id)).every(({ attempts, scheduleFrom }) => attempts === 3 && scheduleFrom === 2),
  );
});

test('a replay to a disabled endpoint waits until it is enabled', async (t) => {
  const { context, add, happens, tryAll, deliveries } = await createHooks(t);
  const { id } = (await add()).endpoint;
  const event = await happens();
  await tryAll(id, 'delivered');
  await disableWebhookEndpoint(context, id);
  const [replayed] = await replayWebhooks(context, { selection: { eventId: event } });
  assert.equal(replayed?.endpoint.status, 'disabled');
  assert.equal((await deliveries(id))[0]?.state, 'pending');
});

test('an event that was taken while an earlier one still hangs can be sent again, and its attempts are counted on', async (t) => {
  const { context, owner, add, happens, tryAll, deliveries, exceptions } = await createHooks(t);
  const { id } = (await add()).endpoint;
  const [hanging, taken] = [await happens(), await happens()];
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code) values ($1, $2, 1, now(), 12, 200)`,
    [id, taken],
  );
  assert.deepEqual(
    (await deliveries(id)).map(({ event, state }) => [event, state]),
    [
      [hanging, 'pending'],
      [taken, 'delivered'],
    ],
  );
  const since = new Date(Date.now() - 3_600_000);
  assert.deepEqual(countsOf(await replayWebhooks(context, { endpoint: id, selection: { since } })), {
    [id]: 1,
  });
  assert.deepEqual(await exceptions(id), [
    { event: taken, state: 'pending', attempts: 1, scheduleFrom: 1, isDue: true, isDelivered: false },
  ]);
  await assert.rejects(
    replayWebhooks(context, { endpoint: id, selection: { eventId: hanging } }),
    refusedFor('event_for_no_endpoint'),
  );
  assert.deepEqual(await tryAll(id, 'delivered'), [hanging, taken]);
  assert.deepEqual(await deliveries(id), [
    { event: hanging, state: 'delivered', attempts: 1 },
    { event: taken, state: 'delivered', attempts: 2 },
  ]);
});

test('replays and a worker at the same moment neither lose an event nor block each other', async (t) => {
  const { context, add, happens, tryAll, deliveries } = await createHooks(t);
  const [one, two] = [(await add()).endpoint.id, (await add({ path: 'two' })).endpoint.id];
  const events: string[] = [];
  for (let count = 0; count < 20; count += 1) events.push(await happens());
  const since = new Date(Date.now() - 3_600_000);
  const rounds = async (work: () => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await work();
  };
  await Promise.all([
    rounds(async () => await tryAll(one, 'delivered')),
    rounds(async () => await tryAll(two, 'failed')),
    rounds(async () => await replayWebhooks(context, { endpoint: one, selection: { since } })),
    rounds(async () => await replayWebhooks(context, { endpoint: two, selection: { since } })),
    rounds(async () => {
      // One event to both endpoints, if one of them has had it.
      const replayed = await resultOrCode(
        replayWebhooks(context, { selection: { eventId: events[7] ?? '' } }),
      );
      assert.ok(
        typeof replayed === 'object' || replayed === 'event_for_no_endpoint',
        JSON.stringify(replayed),
      );
    }),
  ]);
  for (const id of [one, two]) {
    await replayWebhooks(context, { endpoint: id, selection: { since } });
    await tryAll(id, 'delivered');
    assert.deepEqual(
      (await deliveries(id)).map(({ event, state }) => [event, state]),
      events.map((event) => [event, 'delivered']),
    );
  }
});
