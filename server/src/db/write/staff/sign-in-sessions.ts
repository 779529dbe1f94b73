import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import type { NewAttempt, NewSession } from '../../sign-in-store.ts';

export async function insertAttempt(trx: Transaction<Database>, attempt: NewAttempt): Promise<void> {
  await trx
    .insertInto('sign_in_attempt')
    .values({
      id: attempt.id,
      token_hash: attempt.tokenHash,
      staff_id: attempt.person?.id ?? null,
      purpose: attempt.purpose,
      session_id: attempt.sessionId ?? null,
      challenge: attempt.challenge ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${attempt.lifetimeSeconds})`,
    })
    .execute();
}

/** False: another request has used it first. Of all who try, one wins. */
export async function useAttempt(trx: Transaction<Database>, id: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('sign_in_attempt')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteOldAttempts(trx: Transaction<Database>, before: Date): Promise<void> {
  await trx.deleteFrom('sign_in_attempt').where('expires_at', '<', before).execute();
}

export async function insertSession(trx: Transaction<Database>, session: NewSession): Promise<void> {
  await trx
    .insertInto('staff_session')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      staff_id: session.person.id,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.lifetimeSeconds})`,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute();
}

/** False: it had ended before. */
export async function endSession(
  trx: Transaction<Database>,
  { id, reason, now }: { id: string; reason: string; now: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('staff_session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Whether it still counts. It goes on counting until the transaction ends. Lock the person first, as whoever ends sessions does. */
export async function holdSession(trx: Transaction<Database>, id: string): Promise<boolean> {
  const held = await trx
    .selectFrom('staff_session')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** All of a person's, but the one that they use. What somebody has begun with the password is over too. */
export async function endOtherSessions(
  trx: Transaction<Database>,
  { staffId, keptId, reason, now }: { staffId: string; keptId: string; reason: string; now: Date },
): Promise<number> {
  const ended = await trx
    .updateTable('staff_session')
    .set({ ended_at: now, end_reason: reason })
    .where('staff_id', '=', staffId)
    .where('id', '<>', keptId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await trx
    .deleteFrom('sign_in_attempt')
    .where('staff_id', '=', staffId)
    .where('purpose', '=', 'second_factor')
    .execute();
  return ended.length;
}

/** Whose the cookie is, if it is nobody's session any more it stays as it is. */
export async function endSessionOfToken(
  trx: Transaction<Database>,
  { tokenHash, reason, now }: { tokenHash: Buffer; reason: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ ended_at: now, end_reason: reason })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** The person is there. Never earlier than before: two processes may write in the other order. */
export async function touchSession(
  trx: Transaction<Database>,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('last_seen_at', '<', now)
    .where('ended_at', 'is', null)
    .execute();
}

/** A proof, with a new token: the one before is worth nothing from now on. False: the session is not what it was. */
export async function stepSessionUp(
  trx: Transaction<Database>,
  { id, before, after, now }: { id: string; before: Buffer; after: Buffer; now: Date },
): Promise<boolean> {
  const stepped = await trx
    .updateTable('staff_session')
    .set({ token_hash: after, step_up_began_at: now, step_up_at: now, last_seen_at: now })
    .where('id', '=', id)
    .where('token_hash', '=', before)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return stepped !== undefined;
}

/** The proof was used, and counts on from here. */
export async function slideStepUp(
  trx: Transaction<Database>,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ step_up_at: now })
    .where('id', '=', id)
    .where('step_up_at', '<', now)
    .where('ended_at', 'is', null)
    .execute();
}

/** The database lets go of them a quarter of a year after their end. */
export async function deleteOldSessions(trx: Transaction<Database>): Promise<void> {
  await trx
    .deleteFrom('staff_session')
    .where('expires_at', '<', sql<Date>`now() - interval '91 days'`)
    .execute();
}
