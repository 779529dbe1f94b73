import type pg from 'pg';
import { cpuBetween } from '../cpu.ts';
import type { CpuTimes } from '../cpu.ts';
import type { Run } from '../load/load.ts';
import type { Workload } from '../pairs.ts';
import type { Deliveries, Receivers } from './children.ts';
import { resetDeliveries, verifyDeliveries } from './events.ts';
import { sharedClockMs } from './messages.ts';
import type { BareInterface, DeliveryOrder } from './messages.ts';

const TITLES: Readonly<Record<BareInterface, string>> = {
  request: "undici's request",
  dispatch: "undici's dispatch",
  durable: "undici's dispatch with one insert a batch",
};

/** All events wait. A slice lasts until the last one has arrived. */
export function drainWorkload({
  owner,
  receivers,
  deliveries,
  events,
  bare,
  readCpu,
}: {
  owner: pg.Pool;
  receivers: Receivers;
  deliveries: Deliveries;
  events: number;
  bare: BareInterface;
  readCpu: () => CpuTimes;
}): Workload {
  async function measure(order: DeliveryOrder): Promise<Run> {
    const { complete } = await receivers.expect({ expected: events, isTimed: false });
    const before = readCpu();
    const fromMs = sharedClockMs();
    await deliveries.carryOut(order);
    const { atMs } = await complete;
    const cpu = cpuBetween(before, readCpu());
    // The last outcome is recorded before it has stopped.
    await deliveries.carryOut({ kind: 'stop' });
    return { succeeded: events, operations: events, seconds: (atMs - fromMs) / 1_000, cpu };
  }

  return {
    name: `drain-${bare}`,
    title: `events delivered over ten endpoints, against ${TITLES[bare]}`,
    reset: async () => await resetDeliveries(owner),
    bare: async () => await measure({ kind: 'bare', by: bare }),
    product: async () => await measure({ kind: 'start' }),
    verify: async (side, { succeeded }) => await verifyDeliveries(owner, side === 'bare' ? 0 : succeeded),
  };
}
