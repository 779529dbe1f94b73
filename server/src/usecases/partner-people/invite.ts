import { isEmail } from '@vezne/domain/email';
import { isPersonName } from '@vezne/domain/actor';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import {
  insertInvitation,
  withdrawInvitation as writeWithdrawal,
} from '../../db/write/partners/partner-people.ts';
import { newId } from '../../ids.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { writeAsOwner } from './owners-hand.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

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
 * A new invitation takes the place of the one before, and of somebody of the partner with that address who never set up a second factor.
 */
export async function invitePerson(
  context: PortalSignIn,
  session: PortalSession,
  { email, name, roles, caller }: { email: string; name: string; roles: PartnerRole[]; caller: Caller },
): Promise<Invited> {
  if (!isEmail(email)) throw refused('email_invalid');
  if (!isPersonName(name)) throw refused('actor_name_letters', { name });
  const { token, tokenHash } = newToken();
  const id = newId();
  const offered = await writeAsOwner(
    context,
    session,
    caller,
    async (client, hand) => await insertInvitation(client, hand, { id, email, name, roles, tokenHash }),
  );
  // Said after the transaction: a refusal inside would cost its connection.
  if (offered.outcome !== 'invited') throw refused(offered.outcome);
  const { createdAt, expiresAt } = offered;
  return { id, email, name, roles, createdAt, expiresAt, token };
}

export async function withdrawInvitation(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const isDone = await writeAsOwner(
    context,
    session,
    caller,
    async (client, hand) => await writeWithdrawal(client, hand, id),
  );
  if (!isDone) throw refused('invitation_not_found');
}
