/** Places at partners that our own people offer. The database takes one only in the transaction that confirms exactly that. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import type { Database } from '../../schema.ts';
import { takePlaceOfOpen } from './open-invitation.ts';

export interface NewInvitationOfOurs {
  id: string;
  partnerId: string;
  email: string;
  name: string;
  roles: readonly PartnerRole[];
  tokenHash: Buffer;
  lifetimeSeconds: number;
}

/** Takes the place of the one before to the same address. Returns until when its link works. */
export async function insertInvitationOfOurs(
  trx: Transaction<Database>,
  { id, partnerId, email, name, roles, tokenHash, lifetimeSeconds }: NewInvitationOfOurs,
): Promise<Date> {
  return await takePlaceOfOpen({
    withdraw: async () =>
      await sql`
        update partner_invitation set withdrawn_at = now()
        where partner_id = ${partnerId} and email = ${email} and accepted_at is null and withdrawn_at is null
      `.execute(trx),
    async insert() {
      const { rows } = await sql<{ expiresAt: Date }>`
        insert into partner_invitation (id, partner_id, email, name, roles, token_hash, expires_at)
        values (${id}, ${partnerId}, ${email}, ${name}, ${[...roles]}, ${tokenHash}, now() + make_interval(secs => ${lifetimeSeconds}))
        on conflict (partner_id, email) where accepted_at is null and withdrawn_at is null do nothing
        returning expires_at as "expiresAt"
      `.execute(trx);
      return rows[0]?.expiresAt;
    },
  });
}

/** Undefined: it is none of this partner. */
export async function withdrawInvitationOf(
  trx: Transaction<Database>,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<{ email: string; isWithdrawn: boolean } | undefined> {
  const { rows: withdrawn } = await sql<{ email: string }>`
    update partner_invitation set withdrawn_at = now()
    where partner_id = ${partnerId} and id = ${id} and accepted_at is null and withdrawn_at is null returning email
  `.execute(trx);
  if (withdrawn[0] !== undefined) return { email: withdrawn[0].email, isWithdrawn: true };
  const { rows } = await sql<{ email: string }>`
    select email from partner_invitation where partner_id = ${partnerId} and id = ${id}
  `.execute(trx);
  return rows[0] && { email: rows[0].email, isWithdrawn: false };
}
