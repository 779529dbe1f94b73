import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of each party of a benchmark, in microseconds. */
export interface CpuTimes {
  /** The api processes. */
  nodeUs: number;
  postgresUs: number;
  /** wrk or pgbench. */
  loadUs: number;
}

/** Linux always reports the processor time of ended children in ticks of 10 ms (USER_HZ). */
const US_PER_TICK = 10_000;
const NS_PER_US = 1_000;
/** A reading fails only when a session ends within its microseconds. */
const TRIES = 20;

/**
 * The time used so far. Load generators, which are our children, and sessions of PostgreSQL come and go. The time of an
 * ended one is in its parent's figures for ended children.
 */
export function readCpuTimes({ nodes, postgres }: { nodes: readonly number[]; postgres: number }): CpuTimes {
  const isGenerator = (pid: number): boolean => pid !== postgres && !nodes.includes(pid);
  return {
    nodeUs: ownUs(nodes),
    postgresUs: ownUs([postgres]) + childrenUs(postgres, () => true),
    loadUs: childrenUs(process.pid, isGenerator),
  };
}

/** A child that ends between the two readings is in neither or in both, so they are repeated until none has ended. */
function childrenUs(parent: number, isCounted: (pid: number) => boolean): number {
  for (let tries = 0; tries < TRIES; tries++) {
    const ended = endedChildrenUs(parent);
    const living = ownUs(childrenOf(parent).filter(isCounted));
    if (endedChildrenUs(parent) === ended) return ended + living;
  }
  throw new Error(`Children of process ${parent} end faster than their processor time can be read.`);
}

export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return {
    nodeUs: after.nodeUs - before.nodeUs,
    postgresUs: after.postgresUs - before.postgresUs,
    loadUs: after.loadUs - before.loadUs,
  };
}

/** All parties, including the load generator: they share the machine's cores, so all of it limits the throughput. */
export function totalCpuUs({ nodeUs, postgresUs, loadUs }: CpuTimes): number {
  return nodeUs + postgresUs + loadUs;
}

function endedChildrenUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may contain anything, so fields are counted after it.
  const [, , , , , , , , , , , , , user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return (user + system) * US_PER_TICK;
}

export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** The time that processes have used themselves, with all their threads, to the nanosecond. */
function ownUs(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + processUs(pid), 0);
}

export function processUs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((total, thread) => {
      const [ns = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
      return total + ns / NS_PER_US;
    }, 0);
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}
