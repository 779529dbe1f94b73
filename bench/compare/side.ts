import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SideOptions, SideOrder, SideReport, SliceCost } from './messages.ts';

/** Every commit that can be compared has its own copy at this path. */
export const SIDE_SCRIPT = 'bench/compare/side-process.ts';

/** For the installation, the warm-up or a slice. Whatever takes longer is stuck. */
const WITHIN_MS = 180_000;
/** PostgreSQL and the service have this long to stop. */
const STOPPED_WITHIN_MS = 60_000;

export interface Side {
  slice: () => Promise<SliceCost>;
}

/** Starts a side from a tree, with the load and the service of that tree. */
export async function startSide(
  disposal: AsyncDisposableStack,
  tree: string,
  { signal, ...options }: SideOptions & { signal: AbortSignal },
): Promise<Side> {
  signal.throwIfAborted();
  const child = fork(join(tree, SIDE_SCRIPT), [], {
    cwd: tree,
    execArgv: [],
    // Out of reach of a terminal's Ctrl-C, which would end a side before it has stopped what it started.
    detached: true,
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ended = once(child, 'exit');
  disposal.defer(async () => {
    // Without its channel it stops everything that it started, and ends.
    if (child.connected) child.disconnect();
    const kill = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    const [, killedBy] = (await ended) as [number | null, NodeJS.Signals | null];
    clearTimeout(kill);
    if (killedBy) throw new Error(`A side in ${tree} did not stop by itself; its PostgreSQL may still run.`);
  });

  /** The answer to an order. Fails when the side fails or takes too long. */
  async function ask<Kind extends SideReport['kind']>(
    order: SideOrder,
    kind: Kind,
  ): Promise<Extract<SideReport, { kind: Kind }>> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    const answer = once(child, 'message', { signal: stop }) as Promise<[SideReport]>;
    const lost = ended.then((): never => {
      throw new Error(`A side in ${tree} ended.`);
    });
    child.send(order);
    const [report] = await Promise.race([answer, lost]);
    if (report.kind === 'failed') throw new Error(report.reason);
    if (report.kind !== kind) throw new Error(`A side in ${tree} answered ${report.kind} to ${order.kind}.`);
    return report as Extract<SideReport, { kind: Kind }>;
  }

  await ask({ kind: 'start', ...options }, 'ready');
  return { slice: async () => await ask({ kind: 'slice' }, 'slice') };
}
