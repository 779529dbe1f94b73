/**
 * One side of a comparison: the service of the tree that contains this file, with its own PostgreSQL server, under the load
 * of the same tree. It follows orders by messages. When its channel is gone, it stops everything.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { cpuBetween } from '../cpu.ts';
import type { Comparable, SideOptions, SideOrder, SideReport, SliceCost } from './messages.ts';
import { startApprove } from './sides/approve.ts';
import { startCreate } from './sides/create.ts';
import type { Driver, StartDriver } from './sides/driver.ts';
import { startWebhooks } from './sides/webhooks.ts';

const DRIVERS: Readonly<Record<Comparable, StartDriver>> = {
  create: startCreate,
  approve: startApprove,
  webhooks: startWebhooks,
};

const SETTLED_AFTER_MS = 100;

const disposal = new AsyncDisposableStack();
const over = new AbortController();
let measure: (() => Promise<SliceCost>) | undefined;
/** The running order. Nothing is stopped while it runs. */
let work: Promise<void> = Promise.resolve();

process.on('message', (order: SideOrder) => {
  work = work.then(async () => report(await carryOut(order).catch(toFailure)));
});
process.once('disconnect', () => over.abort());
// Ctrl-C reaches every process of a terminal. The comparison gets it too, and closes the channel.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => over.abort());
over.signal.addEventListener('abort', () => void stop());

async function carryOut(order: SideOrder): Promise<SideReport> {
  if (order.kind === 'start') {
    measure = await start(order);
    return { kind: 'ready' };
  }
  if (!measure) throw new Error('The side was not started.');
  return { kind: 'slice', ...(await measure()) };
}

async function start(options: SideOptions): Promise<() => Promise<SliceCost>> {
  const driver = await DRIVERS[options.name](disposal, { ...options, signal: over.signal });
  for (let slice = 0; slice < options.warmUpSlices; slice++) await runSlice(driver, options);
  return async () => await runSlice(driver, options);
}

async function runSlice(driver: Driver, { operations }: SideOptions): Promise<SliceCost> {
  over.signal.throwIfAborted();
  await driver.reset();
  const before = driver.readCpu();
  const run = await driver.run();
  // Sessions that the service has closed are still ending.
  await sleep(SETTLED_AFTER_MS);
  const { nodeUs, postgresUs } = cpuBetween(before, driver.readCpu());
  if (run.succeeded !== operations) throw new Error(`${run.succeeded} of ${operations} were done.`);
  await driver.verify(run);
  return { nodeUs: nodeUs / operations, postgresUs: postgresUs / operations };
}

async function stop(): Promise<void> {
  await work;
  await disposal.disposeAsync();
  if (process.connected) process.disconnect();
}

function toFailure(error: unknown): SideReport {
  return { kind: 'failed', reason: inspect(error) };
}

function report(message: SideReport): void {
  if (process.connected) process.send?.(message);
}
