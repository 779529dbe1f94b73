import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** A look takes milliseconds. */
const STALLED_AFTER_MS = 1_000;

/**
 * A transaction for somebody who only looks, but whose look takes the locks of a change. If the process or its connection stalls meanwhile,
 * PostgreSQL ends it after a moment: nobody who freezes or pauses waits behind a page that is read.
 */
export async function briefTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${`${STALLED_AFTER_MS}ms`}, true)`.execute(
      trx,
    );
    return await work(trx);
  });
}
