import type pg from 'pg';
import { knownMigrations, migrationNumber } from '../../migration-names.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/**
 * What a process calls its sessions: `vezne-api 0041`, with the last migration that it knows. It looks at the schema every two seconds,
 * so it always has such a session. Versions that knew no number of their own are older than any.
 */
export function processName(kind: 'vezne-api' | 'vezne-console' | 'vezne-portal' | 'vezne-worker'): string {
  const last = migrationNumber(knownMigrations().at(-1) ?? '0');
  return `${kind} ${String(last).padStart(4, '0')}`;
}

export interface ProcessSession {
  name: string;
  pid: number;
}

const PROCESSES_SQL = `
select application_name as "name", pid from pg_stat_activity
where datname = current_database() and application_name ~ '^vezne-(api|console|portal|worker)( \\d{4})?$'`;

const OLDER_PROCESSES_SQL = `${PROCESSES_SQL}
  and coalesce(substring(application_name from '\\d{4}$')::int4, 0) < $1
order by application_name, pid`;

/**
 * Sessions of processes that don't know the migration of this number. Every role sees the names of all sessions. A process that is cut
 * off from the database at this moment is not among them.
 */
export async function readOlderProcesses(client: pg.ClientBase, number: number): Promise<ProcessSession[]> {
  return (await client.query<ProcessSession>(OLDER_PROCESSES_SQL, [number])).rows;
}

/** The names of all processes that are connected, each once. */
export async function readConnectedProcesses(pool: pg.Pool, options: StatementOptions): Promise<string[]> {
  const text = `select distinct name from (${PROCESSES_SQL}) as process order by name`;
  return (await runRead<{ name: string }>(pool, { text }, options)).map(({ name }) => name);
}
