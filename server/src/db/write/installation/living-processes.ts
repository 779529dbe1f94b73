import type pg from 'pg';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

const ARRIVE_SQL = `
with forgotten as (
  delete from living_process where alive_until < now() - interval '1 day'
)
insert into living_process (id, kind, alive_until) values ($1, $2, now() + make_interval(secs => $3))`;

/** A process that begins to live under this id. Those that have been dead for a day are forgotten. */
export async function arrive(
  pool: pg.Pool,
  { id, kind, leaseMs }: { id: string; kind: 'worker'; leaseMs: number },
  options: StatementOptions,
): Promise<void> {
  await runWrite(
    pool,
    { name: 'process-arrives', text: ARRIVE_SQL, values: [id, kind, leaseMs / 1_000] },
    options,
  );
}

const BEAT_SQL = `
update living_process set alive_until = now() + make_interval(secs => $2) where id = $1 and alive_until > now() returning id`;

/** Says that the process lives on. False: it was dead already, and others may have taken what it owned. */
export async function beat(
  pool: pg.Pool,
  { id, leaseMs }: { id: string; leaseMs: number },
  options: StatementOptions,
): Promise<boolean> {
  const rows = await runWrite(
    pool,
    { name: 'process-beats', text: BEAT_SQL, values: [id, leaseMs / 1_000] },
    options,
  );
  return rows.length === 1;
}

/** The process still owns what it has in hand, and counts for no share of what comes. */
export async function takeNoMore(pool: pg.Pool, id: string, options: StatementOptions): Promise<void> {
  const text = 'update living_process set takes_more = false where id = $1';
  await runWrite(pool, { name: 'process-takes-no-more', text, values: [id] }, options);
}

/** The process is gone, and what it owned is free. */
export async function leave(pool: pg.Pool, id: string, options: StatementOptions): Promise<void> {
  await runWrite(
    pool,
    { name: 'process-leaves', text: 'delete from living_process where id = $1', values: [id] },
    options,
  );
}
