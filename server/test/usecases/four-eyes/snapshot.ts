import type pg from 'pg';

/** A fingerprint of every table's rows, by table. */
export type Snapshot = ReadonlyMap<string, string>;

/** What is always written when somebody asks: the request, and its audit entry. */
const TRACES = new Set(['audit_entry', 'second_person_request']);

export async function takeSnapshot(owner: pg.Pool): Promise<Snapshot> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const parts = rows.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as hash from ${name} r`,
  );
  const { rows: hashes } = await owner.query<{ name: string; hash: string }>(parts.join(' union all '));
  return new Map(hashes.map(({ name, hash }) => [name, hash]));
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
