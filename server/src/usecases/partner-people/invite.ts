import { isEmail } from '@vezne/domain/email';
import { isPersonName } from '@vezne/domain/actor';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import {
  auditPerson,
  countInvitationsOfDay,
  insertInvitation,
  isOwnEmail,
  lockPeople,
  withdrawInvitation as writeWithdrawal,
} from '../../db/write/partner-people.ts';
import { newId } from '../../ids.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { INVITATION_SECONDS } from './lifetime.ts';
import { placeOf } from './signed-in.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';
import { writeFor } from './write.ts';

/** Each is a letter of ours to an address that somebody typed. No partner has so many new people in a day. */
const MOST_A_DAY = 50;

export interface Invited {
  id: string;
  email: string;
  name: string;
  roles: PartnerRole[];
  createdAt: Date;
  expiresAt: Date;
  /** Whoever has it becomes the person. It is kept nowhere. */
  token: string;
}

/**
 * Offers somebody a place. An address that somebody of another partner has is taken like any other: only whoever opens the link is told.
 * A new invitation takes the place of the one before.
 */
export async function invitePerson(
  context: PortalSignIn,
  session: PortalSession,
  { email, name, roles, caller }: { email: string; name: string; roles: PartnerRole[]; caller: Caller },
): Promise<Invited> {
  if (!isEmail(email)) throw refused('email_invalid');
  if (!isPersonName(name)) throw refused('actor_name_letters', { name });
  const { person } = session;
  const { partnerId } = person;
  const { token, tokenHash } = newToken();
  const id = newId();
  return await writeFor(context, session, async (client) => {
    await lockPeople(client, partnerId);
    if (await isOwnEmail(client, { partnerId, email })) throw refused('email_taken');
    if ((await countInvitationsOfDay(client, partnerId)) >= MOST_A_DAY) throw refused('too_many_invitations');
    const times = await insertInvitation(client, {
      id,
      partnerId,
      email,
      name,
      roles,
      tokenHash,
      invitedById: person.id,
      lifetimeSeconds: INVITATION_SECONDS,
    });
    await auditPerson(client, {
      personId: person.id,
      action: 'partner_person.invite',
      subjectId: id,
      details: { partner: partnerId, email, name, roles, ...placeOf(session, caller) },
    });
    return { id, email, name, roles, ...times, token };
  });
}

export async function withdrawInvitation(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const { person } = session;
  const { partnerId } = person;
  const isDone = await writeFor(context, session, async (client) => {
    const withdrawn = await writeWithdrawal(client, { partnerId, id });
    if (withdrawn === undefined) return false;
    await auditPerson(client, {
      personId: person.id,
      action: 'partner_person.withdraw_invitation',
      subjectId: id,
      details: { partner: partnerId, email: withdrawn.email, ...placeOf(session, caller) },
    });
    return true;
  });
  // Said after the transaction: a refusal inside would cost its connection.
  if (!isDone) throw refused('invitation_not_found');
}
