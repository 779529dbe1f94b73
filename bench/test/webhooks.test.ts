import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetDeposits } from '../approvals/deposits.ts';
import { drainWorkload } from '../webhooks/drain.ts';
import { readWebhooks, resetDeliveries, verifyDeliveries } from '../webhooks/events.ts';
import { measureLatency } from '../webhooks/latency.ts';
import type { DeliveryOrder } from '../webhooks/messages.ts';
import { startWaitingEvents } from '../webhooks/waiting.ts';

const EVENTS = 600;

test('undici alone and the service deliver the same events, and both sides are checked against the rows', async (t) => {
  const disposal = new AsyncDisposableStack();
  t.after(async () => await disposal.disposeAsync());
  const { database, receivers, deliveries, deposits, endpoints } = await startWaitingEvents(disposal, {
    events: EVENTS,
    endpoints: 3,
    settings: { track_commit_timestamp: 'on' },
    nodeFlags: [],
    signal: t.signal,
  });
  const { owner, urlOf } = database;
  await deliveries.carryOut({ kind: 'load', webhooks: await readWebhooks(owner, endpoints) });

  for (const bare of ['request', 'dispatch', 'durable'] as const) {
    const readCpu = () => database.readCpu([deliveries.pid]);
    const workload = drainWorkload({ owner, receivers, deliveries, events: EVENTS, bare, readCpu });
    for (const side of ['bare', 'product'] as const) {
      await workload.reset();
      const run = await workload[side]();
      assert.equal(run.operations, EVENTS);
      await workload.verify(side, run);
    }
  }
  await assert.rejects(verifyDeliveries(owner, EVENTS + 1), /were delivered, but there are 600 events below/);

  for (const by of [
    { kind: 'start' },
    { kind: 'follow', endpoints: [...endpoints] },
  ] satisfies DeliveryOrder[]) {
    await resetDeposits(owner, deposits);
    await resetDeliveries(owner);
    const dependencies = { owner, databaseUrl: urlOf('vezne_console'), receivers, deliveries, by };
    const latencies = await measureLatency(dependencies, {
      perSecond: 100,
      warmUpSeconds: 0.5,
      seconds: 0.5,
    });
    assert.equal(latencies.count, 50, by.kind);
    assert.ok(latencies.p50 > 0 && latencies.p50 <= latencies.p99, JSON.stringify(latencies));
  }
});
