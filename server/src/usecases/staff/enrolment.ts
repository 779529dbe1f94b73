import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { deleteEnrolment, insertEnrolment } from '../../db/write/staff/staff.ts';
import { newToken } from '../../keys/session-tokens.ts';
import type { StaffContext } from './context.ts';

/** Whoever opens it first becomes the person: it goes to them alone, and works once. */
export interface EnrolmentLink {
  link: string;
  expiresAt: Date;
}

const LIFETIME_SECONDS = 24 * 60 * 60;

/** A new link to enrol. The one before works no more. Only a hash of it is kept. */
export async function makeEnrolmentLink(
  trx: Transaction<Database>,
  staffId: string,
  { actor, consoleUrl }: Pick<StaffContext, 'actor' | 'consoleUrl'>,
): Promise<EnrolmentLink> {
  const { token, tokenHash } = newToken();
  await deleteEnrolment(trx, staffId);
  const expiresAt = await insertEnrolment(trx, {
    staffId,
    tokenHash,
    lifetimeSeconds: LIFETIME_SECONDS,
    madeBy: actor.name,
  });
  // Behind the #, so that no server and no proxy writes it down.
  return { link: `${consoleUrl}/enrol#${token}`, expiresAt };
}
