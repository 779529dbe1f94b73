import pg from 'pg';
import { answeredWithin, withConnection } from './statement.ts';
import type { StatementOptions } from './statement.ts';

/**
 * A commit needs room in the log alone, and one that changes a row within its page needs no other: both go on for hours on a disk where no
 * table takes another page. So the server writes a file beside those of the tables, as it does for what is too large for its memory, and
 * removes it at once. No table grows by it, nothing of it is in the log, and every role may.
 *
 * A megabyte: PostgreSQL makes a busy table longer by up to half of that at a time.
 */
const ROOM_SQL = `
do $$
begin
  perform pg_catalog.set_config('work_mem', '64kB', true);
  -- Beside the tables of this database, wherever others put such files.
  perform pg_catalog.set_config('temp_tablespaces', '', true);
  perform pg_catalog.count(*) from (
    with page as materialized (select pg_catalog.repeat('0', 8000) from pg_catalog.generate_series(1, 128))
    select * from page
  ) as written;
end
$$`;

/** False only if the database says that its disk is full. Whoever can't look, because such files are limited to less, knows of nothing. */
export async function hasRoom(pool: pg.Pool, { timeoutMs }: StatementOptions): Promise<boolean> {
  return await withConnection(pool, async (client) => {
    try {
      await answeredWithin(timeoutMs, client.query(ROOM_SQL));
    } catch (error) {
      // Thrown, it would cost the connection: a new one needs a file or two of its own.
      if (isDiskFull(error)) return false;
      if (!isLimited(error)) throw error;
    }
    return true;
  });
}

function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}

/** By temp_file_limit. */
function isLimited(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53400';
}
