import type pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Writes a row exactly as given, including identity columns, so every column can be tried with any value. */
export async function insertRow(db: pg.Pool, table: string, row: Row): Promise<void> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await db.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) overriding system value values (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Starts at numbers that the identity columns never reach in a test. */
let lastNumber = 1_000_000;

export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}
