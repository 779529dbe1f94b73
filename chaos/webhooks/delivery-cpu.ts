import type pg from 'pg';
import { processUs } from '../../bench/cpu.ts';

/** Reads how much processor time a worker and its sessions at PostgreSQL have taken so far, in microseconds. */
export function deliveryCpu(owner: pg.Pool, workerPid: number): () => Promise<number> {
  // A session that has ended keeps what it took.
  const taken = new Map<number, number>();
  return async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'vezne-worker%' and datname = current_database()`,
    );
    for (const pid of [workerPid, ...rows.map((row) => row.pid)]) {
      taken.set(pid, Math.max(taken.get(pid) ?? 0, processUs(pid)));
    }
    return [...taken.values()].reduce((sum, us) => sum + us, 0);
  };
}
