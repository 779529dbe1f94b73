import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testKeys } from '../../server/test/harness/keys.ts';
import type { DeliveryOrder, DeliveryReport, ReceiverOrder, ReceiverReport } from './messages.ts';

const RECEIVERS = fileURLToPath(new URL('receivers-process.ts', import.meta.url));
const DELIVERY = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
/** Whatever takes longer is stuck. */
const WITHIN_MS = 60_000;

export interface Receivers {
  urlOf: (path: string) => string;
  /** Forgets what has arrived. The result resolves when this many more have arrived. */
  expect: (
    order: ReceiverOrder,
  ) => Promise<{ complete: Promise<Extract<ReceiverReport, { kind: 'complete' }>> }>;
}

export interface Deliveries {
  pid: number;
  carryOut: (order: DeliveryOrder) => Promise<void>;
}

export async function startReceivers(
  disposal: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Receivers> {
  const child = startChild(disposal, RECEIVERS, { args: [], nodeFlags: [] });
  const ready = await hear<ReceiverReport, 'ready'>(child, 'ready', signal);
  return {
    urlOf: (path) => `http://127.0.0.1:${ready.port}${path}`,
    async expect(order) {
      const waiting = hear<ReceiverReport, 'waiting'>(child, 'waiting', signal);
      child.send(order);
      await waiting;
      const complete = hear<ReceiverReport, 'complete'>(child, 'complete', signal);
      // A caller that first waits for something else must not be ended by this.
      complete.catch(() => undefined);
      return { complete };
    },
  };
}

export async function startDeliveries(
  disposal: AsyncDisposableStack,
  databaseUrl: string,
  { nodeFlags, signal }: { nodeFlags: readonly string[]; signal: AbortSignal },
): Promise<Deliveries> {
  const secretKey = testKeys.secretKeys.byVersion.get(1)?.toString('base64') ?? '';
  const args = [databaseUrl, secretKey];
  const child = startChild(disposal, DELIVERY, { args, nodeFlags });
  await hear<DeliveryReport, 'ready'>(child, 'ready', signal);
  const { pid } = child;
  if (pid === undefined) throw new Error('The process that delivers did not start.');
  return {
    pid,
    async carryOut(order) {
      const done = hear<DeliveryReport, 'done'>(child, 'done', signal);
      child.send(order);
      await done;
    },
  };
}

function startChild(
  disposal: AsyncDisposableStack,
  script: string,
  { args, nodeFlags }: { args: string[]; nodeFlags: readonly string[] },
): ChildProcess {
  const child = fork(script, args, {
    execArgv: [...nodeFlags],
    // Its log goes to stderr: stdout is for the figures.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ended = once(child, 'exit');
  disposal.defer(async () => {
    // Without its channel it ends by itself, and writes its profile if it records one.
    if (child.connected) child.disconnect();
    const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(kill);
  });
  return child;
}

/** The next report of a kind. Fails when the process fails or takes too long. */
async function hear<Report extends { kind: string }, Kind extends Report['kind']>(
  child: ChildProcess,
  kind: Kind,
  signal: AbortSignal,
): Promise<Extract<Report, { kind: Kind }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<Report, { kind: Kind }>>();
  const stop = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const giveUp = (): void => reject(stop.reason as Error);
  const lost = (): void => reject(new Error('A process of the benchmark ended.'));
  const listen = (report: Report): void => {
    if (report.kind === kind) resolve(report as Extract<Report, { kind: Kind }>);
    if (report.kind === 'failed') reject(new Error(JSON.stringify(report)));
  };
  child.on('message', listen).once('exit', lost);
  stop.addEventListener('abort', giveUp);
  try {
    return await promise;
  } finally {
    child.off('message', listen).off('exit', lost);
    stop.removeEventListener('abort', giveUp);
  }
}
