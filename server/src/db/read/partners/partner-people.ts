/** People of a partner, as our own people see them. Nothing here is a secret in any form: the database shows none. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import type { Database } from '../../schema.ts';
import type { StatementOptions } from '../../statement.ts';
import { transactionWithin } from '../../transaction-within.ts';
import { findPartner } from './partners.ts';

/** Who signs in with the address, at whichever partner: an address is one person. */
export async function findPersonOfEmail(
  trx: Transaction<Database>,
  email: string,
): Promise<{ partnerId: string; roles: PartnerRole[]; hasSecondFactor: boolean } | undefined> {
  const { rows } = await sql<{ partnerId: string; roles: PartnerRole[]; hasSecondFactor: boolean }>`
    select p.partner_id as "partnerId", p.roles,
      exists (select from partner_totp t where t.person_id = p.id and t.confirmed_at is not null)
        or exists (select from partner_passkey k where k.person_id = p.id) as "hasSecondFactor"
    from partner_person p where p.email = ${email} and p.removed_at is null
  `.execute(trx);
  return rows[0];
}

export interface PersonOfPartner {
  id: string;
  email: string;
  name: string;
  roles: PartnerRole[];
  /** By the clock of their sessions; null if nobody knows of one. */
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
}

export interface InvitationOfPartner {
  id: string;
  email: string;
  name: string;
  roles: PartnerRole[];
  expiresAt: Date;
  isExpired: boolean;
}

export interface PeopleOfPartner {
  people: PersonOfPartner[];
  invitations: InvitationOfPartner[];
}

/** Those who may come in, and invitations that nobody has taken up or withdrawn; undefined: there is no such partner. */
export async function findPeopleOfPartner(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<PeopleOfPartner | undefined> {
  return await transactionWithin(
    pool,
    async (trx) => {
      if ((await findPartner(trx, id)) === undefined) return undefined;
      const { rows: people } = await sql<PersonOfPartner>`
        select p.id, p.email, p.name, p.roles,
          (select max(s.last_seen_at) from partner_session s where s.person_id = p.id) as "lastSeenAt",
          exists (select from partner_totp t where t.person_id = p.id and t.confirmed_at is not null)
            or exists (select from partner_passkey k where k.person_id = p.id) as "hasSecondFactor"
        from partner_person p where p.partner_id = ${id} and p.removed_at is null order by p.email
      `.execute(trx);
      const { rows: invitations } = await sql<InvitationOfPartner>`
        select id, email, name, roles, expires_at as "expiresAt", expires_at <= now() as "isExpired"
        from partner_invitation where partner_id = ${id} and accepted_at is null and withdrawn_at is null order by email
      `.execute(trx);
      return { people, invitations };
    },
    options,
  );
}
