import type pg from 'pg';
import type { OpenPool } from './pools.ts';

export type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>;
/** Changes decisions on their way to the database. `no` is the number of the connection. */
export type Change = (run: RunQuery, no: number) => RunQuery;

/** Pools whose decisions, or other statements of this name, pass through the change. Statements are prepared by name, so it comes before their first use. */
export function changeDecisions(
  openPool: OpenPool,
  change: Change,
  statement = 'decide-transactions',
): OpenPool {
  return (url, no) => {
    const pool = openPool(url, no);
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const decide = change(async (config) => (await query(config)) as pg.QueryResult, no);
      const ask = (config: unknown, ...rest: unknown[]): unknown =>
        isNamed(config, statement) ? decide(config) : query(config, ...rest);
      client.query = ask as typeof client.query;
    });
    return pool;
  };
}

function isNamed(config: unknown, name: string): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'name' in config && config.name === name;
}

/** A replacement that replaces nothing would silently make the tests blind. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replaceAll(from, to);
  if (changed === text) throw new Error(`The statement has no: ${String(from)}`);
  return changed;
}
