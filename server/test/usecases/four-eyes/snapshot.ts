import type pg from 'pg';

/** A fingerprint of every table's rows, by table. */
export type Snapshot = ReadonlyMap<string, string>;

/** What is always written when somebody asks: the request, and its audit entry. */
const TRACES = new Set(['audit_entry', 'second_person_request']);

/** The statement names every table, so it is written once for each pool, and planned once for each of its connections. */
const statements = new WeakMap<pg.Pool, Promise<string>>();

async function snapshotSql(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  // The sum of the rows' hashes: to put them into an order first took most of the time.
  const parts = rows.map(
    ({ name }) =>
      `select '${name}' as name, concat(count(*), ' ', sum(hashtextextended(r::text, 0)::numeric)) as hash from ${name} r`,
  );
  return parts.join(' union all ');
}

export async function takeSnapshot(owner: pg.Pool): Promise<Snapshot> {
  const sql = statements.get(owner) ?? snapshotSql(owner);
  statements.set(owner, sql);
  const { rows } = await owner.query<{ name: string; hash: string }>({
    name: 'test-snapshot',
    text: await sql,
  });
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** The tables that differ, by name: PostgreSQL may read them side by side. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  return [...after]
    .filter(([name, hash]) => before.get(name) !== hash)
    .map(([name]) => name)
    .toSorted();
}

/** The tables that differ besides those that keep requests and the audit log. */
export function realDifferences(before: Snapshot, after: Snapshot): string[] {
  return differences(before, after).filter((name) => !TRACES.has(name));
}
