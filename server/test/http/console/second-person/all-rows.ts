/** Every row of every table, so that a test can say what exactly a press has written. */
import type pg from 'pg';

/** By table, its rows as text. */
type AllRows = ReadonlyMap<string, readonly string[]>;

/** Columns that say that somebody is there, and nothing of what they did. */
const BOOKKEEPING: Readonly<Record<string, readonly string[]>> = {
  // When a session was used last, and until when its proof is fresh: using it prolongs both.
  staff_session: ['last_seen_at', 'step_up_at'],
  // When a process has last said that it lives.
  running_process: ['seen_at', 'alive_until', 'last_work_at', 'beat'],
};

/** The statement names every table, so it is written once for each pool, and planned once for each of its connections. */
const statements = new WeakMap<pg.Pool, Promise<string>>();

async function statementOf(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const parts = rows.map(({ name }) => {
    const ignored = BOOKKEEPING[name]?.map((column) => ` - '${column}'`).join('') ?? '';
    return `select '${name}' as name, array_agg((to_jsonb(r)${ignored})::text) as rows from "${name}" r`;
  });
  return parts.join(' union all ');
}

export async function readAllRows(owner: pg.Pool): Promise<AllRows> {
  const statement = statements.get(owner) ?? statementOf(owner);
  statements.set(owner, statement);
  const { rows } = await owner.query<{ name: string; rows: string[] | null }>({
    name: 'test-all-rows',
    text: await statement,
  });
  return new Map(rows.map(({ name, rows: texts }) => [name, texts ?? []]));
}

export interface Written {
  table: string;
  row: Record<string, unknown>;
}

/** Rows that are new or different now, and rows that are gone or were different before. */
export function compare(before: AllRows, after: AllRows): { came: Written[]; went: Written[] } {
  return { came: without(after, before), went: without(before, after) };
}

function without(some: AllRows, others: AllRows): Written[] {
  return [...some].flatMap(([table, rows]) => {
    const known = new Set(others.get(table));
    return rows
      .filter((text) => !known.has(text))
      .map((text) => ({ table, row: JSON.parse(text) as Record<string, unknown> }));
  });
}
