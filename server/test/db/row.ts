import type pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Writes a row exactly as given, identity columns included, so that every column can be tried with any value. */
export async function insertRow(db: pg.Pool, table: string, row: Row): Promise<void> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await db.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) overriding system value values (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Counts on from numbers that the identity columns themselves never reach in a test. */
let lastNumber = 1_000_000;

export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}
