/** Who of a partner may come in. Functions of the database do it, as an owner of the partner that is set, and write their entries into the audit log. */
import type pg from 'pg';
import type { PartnerRole } from '@vezne/domain/partner-permissions';

/** Who acts, and where: the database looks whether it is an owner, in a session of theirs. */
export interface OwnersHand {
  personId: string;
  sessionId: string;
  address: string;
}

export interface NewInvitation {
  id: string;
  email: string;
  name: string;
  roles: readonly PartnerRole[];
  tokenHash: Buffer;
}

export type Offered =
  | { outcome: 'invited'; createdAt: Date; expiresAt: Date }
  | { outcome: 'email_taken' | 'too_many_invitations' };

/**
 * Takes the place of the one before to the same address, and of somebody with it who never set up a second factor. An address that somebody
 * of another partner has is taken like any other.
 */
export async function insertInvitation(
  client: pg.PoolClient,
  hand: OwnersHand,
  { id, email, name, roles, tokenHash }: NewInvitation,
): Promise<Offered> {
  const { rows } = await client.query<Offered>(
    `select outcome, invited_at as "createdAt", ends_at as "expiresAt"
     from portal_invite_person($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hand.personId, hand.sessionId, id, email, name, roles, tokenHash, placeOf(hand)],
  );
  const [offered] = rows;
  if (offered === undefined) throw new Error('An invitation was not answered.');
  return offered;
}

/** False: it is none of this partner, or is over. */
export async function withdrawInvitation(
  client: pg.PoolClient,
  hand: OwnersHand,
  id: string,
): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    'select portal_withdraw_invitation($1, $2, $3, $4) as done',
    [hand.personId, hand.sessionId, id, placeOf(hand)],
  );
  return rows[0]?.done === true;
}

export type Removed = 'removed' | 'not_found' | 'last_owner';

/** Ends the person's sessions and what they had begun, what they offered to others, and the networks that they asked for. */
export async function removePerson(client: pg.PoolClient, hand: OwnersHand, id: string): Promise<Removed> {
  const { rows } = await client.query<{ outcome: Removed }>(
    'select portal_remove_person($1, $2, $3, $4) as outcome',
    [hand.personId, hand.sessionId, id, placeOf(hand)],
  );
  return rows[0]?.outcome ?? 'not_found';
}

function placeOf({ sessionId, address }: OwnersHand): string {
  return JSON.stringify({ session: sessionId, address });
}
