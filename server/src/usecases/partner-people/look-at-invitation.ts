import { readAsPartner } from '../../db/partner-scope.ts';
import { findInvitation } from '../../db/read/portal/people.ts';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { refused } from '../refusal.ts';
import { lookAtEnrolment } from '../sign-in/enrolment.ts';
import type { Caller } from '../sign-in/context.ts';
import type { PortalSignIn } from './signed-in.ts';

const TIMEOUT_MS = 5_000;

interface Invitation {
  email: string;
  name: string;
  /** The name of the partner who invites. */
  partner: string;
  roles: PartnerRole[];
}

/** Whom a link is for, and to what it leads. Nobody is known before: the token alone says whose rows may be read. */
export async function lookAtInvitation(
  context: PortalSignIn,
  link: { token: string; caller: Caller },
): Promise<Invitation> {
  const { id, partnerId, handle: email, name, isTaken } = await lookAtEnrolment(context, link);
  if (isTaken === true) throw refused('email_taken');
  const found =
    partnerId === undefined
      ? undefined
      : await readAsPartner(context.pool, partnerId, async (scope) => await findInvitation(scope, id), {
          timeoutMs: TIMEOUT_MS,
        });
  // Withdrawn in between, and forgotten.
  if (found === undefined) throw refused('enrolment_invalid');
  return { email, name, ...found };
}
