/** The pools of this process, looked at when somebody asks. */

/** What of a pool is looked at: pg's own fields. */
interface WatchedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly ended: boolean;
}

export interface PoolState {
  name: string;
  max: number;
  total: number;
  idle: number;
  waiting: number;
}

const pools = new Map<WatchedPool, { name: string; max: number }>();

export function watchPool(pool: WatchedPool, { name, max }: { name: string; max: number }): void {
  // A process has a handful, which end with it. Tests make and end many.
  for (const known of pools.keys()) if (known.ended) pools.delete(known);
  pools.set(pool, { name, max });
}

/** By name; two of one name are one. */
export function databasePools(): PoolState[] {
  const states = new Map<string, PoolState>();
  for (const [pool, { name, max }] of pools) {
    if (pool.ended) continue;
    const state = states.get(name) ?? { name, max: 0, total: 0, idle: 0, waiting: 0 };
    state.max += max;
    state.total += pool.totalCount;
    state.idle += pool.idleCount;
    state.waiting += pool.waitingCount;
    states.set(name, state);
  }
  return [...states.values()];
}
