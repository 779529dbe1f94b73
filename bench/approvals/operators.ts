import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CpuTimes } from '../cpu.ts';
import type { InstalledDatabase } from '../installation.ts';
import { createCpuWindow } from '../load/load.ts';
import type { Run } from '../load/load.ts';
import type { Decided, Order, Report } from './messages.ts';

const SCRIPT = fileURLToPath(new URL('operators-process.ts', import.meta.url));
const READY_WITHIN_MS = 20_000;
/** An order that takes longer is stuck: PostgreSQL or the engine no longer answers. */
const DONE_WITHIN_MS = 60_000;

export interface OperatorsRun extends Run {
  latenciesMs: Decided['latenciesMs'];
}

/** The process in which operators decide. */
export interface Operators {
  carryOut: (order: Order) => Promise<OperatorsRun>;
  /** Runs of bare PostgreSQL count the same processes. */
  readCpu: () => CpuTimes;
}

export async function startOperators(
  disposal: AsyncDisposableStack,
  { urlOf, readCpu }: InstalledDatabase,
  { nodeFlags, signal }: { nodeFlags: readonly string[]; signal: AbortSignal },
): Promise<Operators> {
  const child = fork(SCRIPT, [urlOf('vezne_console')], {
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
  const { pid } = child;
  if (pid === undefined) throw new Error('The operators did not start.');
  const times = (): CpuTimes => readCpu([pid]);

  /** Collects reports up to the last kind. Fails when the process fails or takes too long. */
  async function reportsUntil(
    last: Report['kind'],
    withinMs: number,
    onReport: (report: Report) => void,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const giveUp = (): void => reject(stop.reason as Error);
    const lost = (): void => reject(new Error('The process of the operators ended.'));
    const hear = (report: Report): void => {
      if (report.kind === 'failed') reject(new Error(report.reason));
      onReport(report);
      if (report.kind === last) resolve();
    };
    child.on('message', hear).once('exit', lost);
    stop.addEventListener('abort', giveUp);
    try {
      await promise;
    } finally {
      child.off('message', hear).off('exit', lost);
      stop.removeEventListener('abort', giveUp);
    }
  }

  await reportsUntil('ready', READY_WITHIN_MS, () => undefined);
  return {
    readCpu: times,
    async carryOut(order) {
      const cpu = createCpuWindow(times);
      let used: CpuTimes | undefined;
      let decided: Decided | undefined;
      const reports = reportsUntil('done', DONE_WITHIN_MS, (report) => {
        if (report.kind === 'measuring') cpu.open();
        if (report.kind === 'measured') used = cpu.close();
        if (report.kind === 'done') decided = report;
      });
      child.send(order);
      await reports;
      if (!used || !decided) throw new Error('The operators measured nothing.');
      const { succeeded, operations, seconds, latenciesMs } = decided;
      return { succeeded, operations, seconds, latenciesMs, cpu: used };
    },
  };
}
