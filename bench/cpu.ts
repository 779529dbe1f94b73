import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of each party of a benchmark, in microseconds. */
export interface CpuTimes {
  /** The api processes. */
  nodeUs: number;
  postgresUs: number;
  /** wrk or pgbench. */
  loadUs: number;
}

/** Linux counts processor time in ticks of 10 ms for everybody (USER_HZ): half a percent of a slice. */
const US_PER_TICK = 10_000;

/**
 * What has been used so far. Load generators, which are our children, and sessions of PostgreSQL come and go: an ended one
 * is found in what its parent says of its ended children.
 */
export function readCpuTimes({ nodes, postgres }: { nodes: readonly number[]; postgres: number }): CpuTimes {
  const postmaster = readTicks(postgres);
  const sessions = childrenOf(postgres);
  const generators = childrenOf(process.pid).filter((pid) => pid !== postgres && !nodes.includes(pid));
  return {
    nodeUs: ownTicks(nodes) * US_PER_TICK,
    postgresUs: (ownTicks(sessions) + postmaster.own + postmaster.endedChildren) * US_PER_TICK,
    loadUs: (ownTicks(generators) + readTicks(process.pid).endedChildren) * US_PER_TICK,
  };
}

export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return {
    nodeUs: after.nodeUs - before.nodeUs,
    postgresUs: after.postgresUs - before.postgresUs,
    loadUs: after.loadUs - before.loadUs,
  };
}

/** All parties, the load generator included: they share the machine's cores, so all of it limits the throughput. */
export function totalCpuUs({ nodeUs, postgresUs, loadUs }: CpuTimes): number {
  return nodeUs + postgresUs + loadUs;
}

function readTicks(pid: number): { own: number; endedChildren: number } {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since it was listed.
    return { own: 0, endedChildren: 0 };
  }
  // The second field is the program's name in brackets and may hold anything; fields are counted from behind it.
  const [, , , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { own: user + system, endedChildren: childUser + childSystem };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function ownTicks(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + readTicks(pid).own, 0);
}
