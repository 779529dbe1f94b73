import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';
import { HAS_COLLEAGUE_SQL } from '../portal/keys.ts';

/** Networks that somebody of a partner has asked for at the portal. */
export interface AskedNetworks {
  wanted: string[];
  askedBy: string;
  askedAt: Date;
  expiresAt: Date;
  hasColleague: boolean;
}

/** Undefined: none wait. */
export async function findAskedNetworks(
  db: Kysely<Database>,
  partnerId: string,
): Promise<AskedNetworks | undefined> {
  const { rows } = await sql<AskedNetworks>`
    select r.wanted::text[] as wanted, p.name as "askedBy", r.asked_at as "askedAt", r.expires_at as "expiresAt",
      ${sql.raw(HAS_COLLEAGUE_SQL)} as "hasColleague"
    from partner_network_request r join partner_person p on p.id = r.asked_by_id
    where r.partner_id = ${partnerId} and r.status = 'open' and r.expires_at > now()`.execute(db);
  return rows[0];
}
