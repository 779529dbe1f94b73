import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { cpuBetween } from '../cpu.ts';
import type { CpuTimes } from '../cpu.ts';
import type { Run } from '../load/load.ts';
import type { Workload } from '../pairs.ts';
import type { Deliveries, Receivers } from './children.ts';
import { resetDeliveries, verifyDeliveries } from './events.ts';
import { sharedClockMs } from './messages.ts';
import type { BareWebhook } from './messages.ts';

/** Until both have said that they live. */
const ARRIVED_MS = 500;

/** The same drain by two workers, which share the endpoints, against two processes with undici's request and half of the events each. */
export function twoWorkersWorkload({
  owner,
  receivers,
  both,
  webhooks,
  readCpu,
}: {
  owner: pg.Pool;
  receivers: Receivers;
  both: readonly [Deliveries, Deliveries];
  webhooks: readonly BareWebhook[];
  readCpu: () => CpuTimes;
}): Workload {
  const events = webhooks.length;

  async function measure(begin: () => Promise<unknown>): Promise<Run> {
    const { complete } = await receivers.expect({ expected: events, isTimed: false });
    const before = readCpu();
    const fromMs = sharedClockMs();
    await begin();
    const { atMs } = await complete;
    const cpu = cpuBetween(before, readCpu());
    await Promise.all(both.map(async (one) => await one.carryOut({ kind: 'stop' })));
    return { succeeded: events, operations: events, seconds: (atMs - fromMs) / 1_000, cpu };
  }

  return {
    name: 'drain-two-workers',
    title: "events delivered over ten endpoints by two workers, against two processes with undici's request",
    reset: async () => await resetDeliveries(owner),
    async bare() {
      const urls = [...new Set(webhooks.map(({ endpoint }) => endpoint.url))];
      const half = new Set(urls.slice(0, urls.length / 2));
      const [first, second] = [true, false].map((isFirst) =>
        webhooks.filter(({ endpoint }) => half.has(endpoint.url) === isFirst),
      );
      await both[0].carryOut({ kind: 'load', webhooks: first ?? [] });
      await both[1].carryOut({ kind: 'load', webhooks: second ?? [] });
      return await measure(
        async () =>
          await Promise.all(both.map(async (one) => await one.carryOut({ kind: 'bare', by: 'request' }))),
      );
    },
    async product() {
      // Both live before there is anything to do: otherwise the first to start would have all of it for its first seconds.
      await owner.query(
        'update webhook_endpoint w set last_feed_no = f.last_no from event_feed f where f.partner_id = w.partner_id',
      );
      for (const one of both) await one.carryOut({ kind: 'start' });
      await sleep(ARRIVED_MS);
      return await measure(async () => {
        await owner.query('update webhook_endpoint set last_feed_no = 0');
        announceEvents(owner);
      });
    },
    verify: async (side, { succeeded }) => await verifyDeliveries(owner, side === 'bare' ? 0 : succeeded),
  };
}
