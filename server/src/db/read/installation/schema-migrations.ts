import pg from 'pg';
import { isForbidden } from '../../errors.ts';
import { runRead } from '../../statement.ts';

/** It takes a millisecond. A connection that died silently must not hold up whoever asks. */
const TIMEOUT_MS = 2_000;

const UNDEFINED_TABLE = '42P01';

/** In the order in which they ran. */
export const APPLIED_MIGRATIONS_SQL = 'select name from schema_migration order by id';

/**
 * The migrations that have run; none if the role can't see them. The right to read them came with a migration, so where it is missing
 * that one is missing too.
 */
export async function readAppliedMigrations(pool: pg.Pool): Promise<string[]> {
  try {
    const query = { name: 'applied-migrations', text: APPLIED_MIGRATIONS_SQL };
    const rows = await runRead<{ name: string }>(pool, query, { timeoutMs: TIMEOUT_MS });
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isForbidden(error) || (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE))
      return [];
    throw error;
  }
}
