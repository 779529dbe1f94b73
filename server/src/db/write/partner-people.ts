/** Who of a partner may come in. Each runs with the partner set, and so finds only its own people. */
import type pg from 'pg';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { isBroken } from '../constraint.ts';
import { takePlaceOfOpen } from './open-invitation.ts';

/** One change of a partner's people at a time: whoever comes second sees what the first has done. In one order, so that nobody waits in a circle. */
export async function lockPeople(client: pg.PoolClient, partnerId: string): Promise<void> {
  await client.query(
    'select from partner_person where partner_id = $1 and removed_at is null order by id for no key update',
    [partnerId],
  );
}

export interface NewInvitation {
  id: string;
  partnerId: string;
  email: string;
  name: string;
  roles: readonly PartnerRole[];
  tokenHash: Buffer;
  invitedById: string;
  lifetimeSeconds: number;
}

/** Takes the place of the one before to the same address. */
export async function insertInvitation(
  client: pg.PoolClient,
  invitation: NewInvitation,
): Promise<{ createdAt: Date; expiresAt: Date }> {
  const { id, partnerId, email, name, roles, tokenHash, invitedById, lifetimeSeconds } = invitation;
  return await takePlaceOfOpen({
    withdraw: async () =>
      await client.query(
        `update partner_invitation set withdrawn_at = now()
         where partner_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null`,
        [partnerId, email],
      ),
    async insert() {
      const { rows } = await client.query<{ createdAt: Date; expiresAt: Date }>(
        `insert into partner_invitation (id, partner_id, email, name, roles, token_hash, invited_by_id, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
         on conflict (partner_id, email) where accepted_at is null and withdrawn_at is null do nothing
         returning created_at as "createdAt", expires_at as "expiresAt"`,
        [id, partnerId, email, name, roles, tokenHash, invitedById, lifetimeSeconds],
      );
      return rows[0];
    },
  });
}

/** Whether somebody of this very partner signs in with the address. Of another's nobody here is told. */
export async function isOwnEmail(
  client: pg.PoolClient,
  { partnerId, email }: { partnerId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from partner_person where partner_id = $1 and email = $2 and removed_at is null',
    [partnerId, email],
  );
  return rowCount === 1;
}

/** Those of the last 24 hours, also such as were withdrawn. */
export async function countInvitationsOfDay(client: pg.PoolClient, partnerId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int4 as count from partner_invitation where partner_id = $1 and created_at > now() - interval '1 day'`,
    [partnerId],
  );
  return rows[0]?.count ?? 0;
}

/** Undefined: it is none of this partner, or is over. */
export async function withdrawInvitation(
  client: pg.PoolClient,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<{ email: string } | undefined> {
  const { rows } = await client.query<{ email: string }>(
    `update partner_invitation set withdrawn_at = now()
     where partner_id = $1 and id = $2 and accepted_at is null and withdrawn_at is null returning email`,
    [partnerId, id],
  );
  return rows[0];
}

/** The rule that the database holds. */
const LAST_OWNER = 'partner_person_last_owner';

export type Removed =
  | { outcome: 'removed'; email: string }
  | { outcome: 'not_found' }
  | { outcome: 'last_owner' };

/** Ends the person's sessions and what they had begun, and what they offered to others. */
export async function removePerson(
  client: pg.PoolClient,
  { partnerId, id, removedById, now }: { partnerId: string; id: string; removedById: string; now: Date },
): Promise<Removed> {
  await lockPeople(client, partnerId);
  try {
    const { rows } = await client.query<{ email: string }>(
      `update partner_person set removed_at = now(), removed_by_id = $3
       where partner_id = $1 and id = $2 and removed_at is null returning email`,
      [partnerId, id, removedById],
    );
    const [removed] = rows;
    if (removed === undefined) return { outcome: 'not_found' };
    await client.query(
      `update partner_session set ended_at = $2, end_reason = 'disabled' where person_id = $1 and ended_at is null`,
      [id, now],
    );
    await client.query('delete from partner_sign_in where person_id = $1', [id]);
    await client.query(
      `update partner_invitation set withdrawn_at = now()
       where invited_by_id = $1 and accepted_at is null and withdrawn_at is null`,
      [id],
    );
    return { outcome: 'removed', email: removed.email };
  } catch (error) {
    if (isBroken(error, LAST_OWNER)) return { outcome: 'last_owner' };
    throw error;
  }
}

/** What a person did about others, in the transaction of what they did. The database says who they are. */
export async function auditPerson(
  client: pg.PoolClient,
  entry: {
    personId: string;
    action: 'partner_person.invite' | 'partner_person.withdraw_invitation' | 'partner_person.remove';
    subjectId: string;
    details: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await client.query(`select portal_audit($1, $2, 'partner_person', $3, $4)`, [
    entry.personId,
    entry.action,
    entry.subjectId,
    JSON.stringify(entry.details),
  ]);
}
