import type pg from 'pg';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { writeAsPartner } from '../../db/partner-scope.ts';
import type { PartnerScope } from '../../db/partner-scope.ts';
import { RefusedError } from '../refusal.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

/** A few rows by their keys. Longer than anybody may hold a lock. */
const TIMEOUT_MS = 5_000;

/** One transaction for the partner of whoever asks: done, undone, or said to be unknown. */
export async function writeFor<T>(
  { pool }: PortalSignIn,
  { person }: PortalSession,
  work: (client: pg.PoolClient, scope: PartnerScope) => Promise<T>,
): Promise<T> {
  try {
    return await writeAsPartner(pool, person.partnerId, work, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the database did it.', { cause: error });
  }
}

/** The same for what looks before it writes. A refusal is thrown after the transaction, in which nothing was written by then: inside, it would cost its connection. */
export async function pressFor<T>(
  context: PortalSignIn,
  session: PortalSession,
  work: (client: pg.PoolClient, scope: PartnerScope) => Promise<T>,
): Promise<T> {
  const outcome = await writeFor(context, session, async (client, scope) => {
    try {
      return { result: await work(client, scope) };
    } catch (error) {
      if (error instanceof RefusedError) return { refusal: error };
      throw error;
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}
