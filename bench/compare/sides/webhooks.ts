import type { CpuTimes } from '../../cpu.ts';
import { drainWorkload } from '../../webhooks/drain.ts';
import { startWaitingEvents } from '../../webhooks/waiting.ts';
import { SETTINGS } from './driver.ts';
import type { StartDriver } from './driver.ts';

const ENDPOINTS = 10;

/** Events that wait for ten endpoints, delivered until the last outcome is recorded. */
export const startWebhooks: StartDriver = async (disposal, { operations, nodeFlags, signal }) => {
  const { database, receivers, deliveries } = await startWaitingEvents(disposal, {
    events: operations,
    endpoints: ENDPOINTS,
    settings: SETTINGS,
    nodeFlags,
    signal,
  });
  const { owner } = database;
  const readCpu = (): CpuTimes => database.readCpu([deliveries.pid]);
  const workload = drainWorkload({
    owner,
    receivers,
    deliveries,
    events: operations,
    bare: 'request',
    readCpu,
  });
  return {
    reset: workload.reset,
    run: workload.product,
    verify: async (run) => await workload.verify('product', run),
    readCpu,
  };
};
