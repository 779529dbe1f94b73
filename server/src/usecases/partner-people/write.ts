import type pg from 'pg';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { writeAsPartner } from '../../db/partner-scope.ts';
import { RefusedError } from '../refusal.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

/** A few rows by their keys. Longer than anybody may hold a lock. */
const TIMEOUT_MS = 5_000;

/** One transaction for the partner of whoever asks: done, undone, or said to be unknown. */
export async function writeFor<T>(
  { pool }: PortalSignIn,
  { person }: PortalSession,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await writeAsPartner(pool, person.partnerId, work, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the database did it.', { cause: error });
  }
}
