/** A partner's keys and the networks that may use them. No column holds a secret, sealed or not. */
import type { PartnerScope } from '../../partner-scope.ts';

export interface ListedKey {
  id: string;
  apiKey: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Neither revoked nor expired, by the database's clock. */
  isLive: boolean;
  lastUsedAt: Date | null;
}

/** Who looks for one that ended long ago has the audit log. */
const SHOWN_KEYS = 50;

/** Those that work before those that have ended; the newest first. */
export async function listKeys({ partnerId, query }: PartnerScope): Promise<ListedKey[]> {
  return await query<ListedKey & object>(
    `select c.id, c.api_key as "apiKey", c.created_at as "createdAt", c.expires_at as "expiresAt", c.revoked_at as "revokedAt",
       c.revoked_at is null and (c.expires_at is null or c.expires_at > now()) as "isLive", u.last_used_at as "lastUsedAt"
     from credential c left join credential_use u on u.credential_id = c.id
     where c.partner_id = $1 order by "isLive" desc, c.created_at desc, c.id desc limit ${SHOWN_KEYS}`,
    [partnerId],
  );
}

export async function readAllowedNetworks({ partnerId, query }: PartnerScope): Promise<string[]> {
  const [row] = await query<{ networks: string[] }>(
    `select p.allowed_networks::text[] as networks from (select id as partner_id, allowed_networks from partner) as p
     where p.partner_id = $1`,
    [partnerId],
  );
  return row?.networks ?? [];
}

export interface OpenNetworkRequest {
  id: string;
  before: string[];
  wanted: string[];
  askedById: string;
  askedByName: string;
  askedByEmail: string;
  askedAt: Date;
  expiresAt: Date;
  /** Whether somebody else of the partner could confirm it. */
  hasColleague: boolean;
}

/**
 * Of a request `r`: whether somebody else of the partner could confirm it. Otherwise it is ours to set. To confirm takes a proof by a second
 * factor, which whoever has none can't give.
 */
export const HAS_COLLEAGUE_SQL = `exists (
  select from partner_person o
  where o.partner_id = r.partner_id and o.id <> r.asked_by_id and o.removed_at is null and o.roles && array['developer', 'owner']
    and (
      exists (select from partner_totp t where t.person_id = o.id and t.confirmed_at is not null)
      or exists (select from partner_passkey k where k.person_id = o.id)
    )
)`;

/** Undefined: none waits. */
export async function findNetworkRequest({
  partnerId,
  query,
}: PartnerScope): Promise<OpenNetworkRequest | undefined> {
  const [row] = await query<OpenNetworkRequest & object>(
    `select r.id, r.before::text[] as before, r.wanted::text[] as wanted, r.asked_by_id as "askedById", p.name as "askedByName",
       p.email as "askedByEmail", r.asked_at as "askedAt", r.expires_at as "expiresAt",
       ${HAS_COLLEAGUE_SQL} as "hasColleague"
     from partner_network_request r join partner_person p on p.id = r.asked_by_id
     where r.partner_id = $1 and r.status = 'open' and r.expires_at > now()`,
    [partnerId],
  );
  return row;
}
