import { processUs, readCpuTimes } from '../cpu.ts';
import type { Subject } from './subject.ts';

/** What one operation cost in a slice. */
export interface Slice {
  /** The processor time of the sessions that did the work. */
  backendUs: number;
  /** That of PostgreSQL's other processes: they write the log and the pages. */
  othersUs: number;
  walBytes: number;
  fullPageImages: number;
  buffersHit: number;
  buffersRead: number;
  /** Of the rows of `transaction` that were updated; undefined if none was. */
  hotShare: number | undefined;
}

interface Counters {
  wal: number;
  fullPageImages: number;
  hit: number;
  read: number;
  updated: number;
  hot: number;
}

/** A session that failed is replaced, and its processor time is gone with it. */
export class SessionReplacedError extends Error {
  override name = 'SessionReplacedError';
}

export async function measureSlice(
  subject: Subject,
  { postgres, count, work }: { postgres: number; count: number; work: () => Promise<void> },
): Promise<Slice> {
  const backends = await readySessions(subject);
  const before = await readCounters(subject);
  const cpuBefore = readCpu(backends, postgres);
  await work();
  const cpu = readCpu(backends, postgres);
  if ((await readySessions(subject)).some((pid) => !backends.includes(pid))) throw new SessionReplacedError();
  const after = await readCounters(subject);
  const each = (name: keyof Counters): number => (after[name] - before[name]) / count;
  const backendUs = (cpu.backendUs - cpuBefore.backendUs) / count;
  return {
    backendUs,
    othersUs: (cpu.postgresUs - cpuBefore.postgresUs) / count - backendUs,
    walBytes: each('wal'),
    fullPageImages: each('fullPageImages'),
    buffersHit: each('hit'),
    buffersRead: each('read'),
    hotShare: after.updated > before.updated ? each('hot') / each('updated') : undefined,
  };
}

function readCpu(backends: readonly number[], postgres: number): { backendUs: number; postgresUs: number } {
  return {
    backendUs: backends.reduce((total, pid) => total + processUs(pid), 0),
    postgresUs: readCpuTimes({ nodes: [], postgres }).postgresUs,
  };
}

const COUNTERS_SQL = `
select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal, (select wal_fpi::float8 from pg_stat_wal) as "fullPageImages",
  d.blks_hit::float8 as hit, d.blks_read::float8 as read, t.n_tup_upd::float8 as updated, t.n_tup_hot_upd::float8 as hot
from pg_stat_database d, pg_stat_user_tables t where d.datname = current_database() and t.relname = 'transaction'`;

async function readCounters({ owner }: Subject): Promise<Counters> {
  const { rows } = await owner.query<Counters>(COUNTERS_SQL);
  const [counters] = rows;
  if (!counters) throw new Error('PostgreSQL gave no counters.');
  return counters;
}

/** The processes of the sessions. Each has told its counters: by itself it does so once a second. */
async function readySessions({ api, console, worker }: Subject): Promise<number[]> {
  const pids: number[] = [];
  for (const pool of [api, console, worker]) {
    const { rows } = await pool.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_stat_force_next_flush()',
    );
    pids.push(...rows.map(({ pid }) => pid));
  }
  return pids;
}
