import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { isHeldUp } from '../../errors.ts';
import type { Database } from '../../schema.ts';

/**
 * Work that is done by one transaction at a time. Each name is a row of the table work_lock, and a policy lets only one role
 * lock it. Advisory locks would be open to everybody who may connect.
 */
export type WorkLock = 'audit_seals' | 'bank_accounts' | 'platform_settings' | 'blocks';

/** The work under such a lock takes milliseconds. Who waits longer is told so, while a person still watches. */
const WITHIN_MS = 3_000;

/**
 * Waits until no other transaction does this work; it is this one's until it ends. From here on the transaction gives up when it
 * waits too long for any lock, so that nothing waits for ever behind somebody who holds a row.
 */
export async function takeWorkLock(
  trx: Transaction<Database>,
  name: WorkLock,
  { withinMs = WITHIN_MS }: { withinMs?: number } = {},
): Promise<void> {
  await setLockTimeout(trx, withinMs);
  const { rows } = await sql`select from work_lock where name = ${name} for update`.execute(trx);
  if (rows.length !== 1) throw new Error(`This database role has no part in the work lock ${name}.`);
}

export async function setLockTimeout(trx: Transaction<Database>, withinMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${withinMs}ms`}, true)`.execute(trx);
}

/**
 * Does a part of a transaction; undefined when somebody holds a lock that it needs for too long. That part is undone then, and the
 * transaction goes on.
 */
export async function unlessLocked<T>(
  trx: Transaction<Database>,
  withinMs: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  await setLockTimeout(trx, withinMs);
  await sql`savepoint unless_locked`.execute(trx);
  try {
    return await work();
  } catch (error) {
    if (!isHeldUp(error)) throw error;
    await sql`rollback to savepoint unless_locked`.execute(trx);
    return undefined;
  }
}

/**
 * The version before this one takes turns by an advisory lock, and its commands may still run. Whoever else holds it, a role of
 * another process, must not stop us: after a moment we go on without it. Remove it with the next version.
 */
export async function takeAdvisoryLockIfFree(trx: Transaction<Database>, number: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_xact_lock(${number}) as "isTaken" from pg_sleep(${attempt === 0 ? 0 : PAUSE_SECONDS})`.execute(
      trx,
    );
    if (rows[0]?.isTaken) return;
  }
}

const ATTEMPTS = 10;
const PAUSE_SECONDS = 0.1;
