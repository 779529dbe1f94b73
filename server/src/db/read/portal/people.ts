/** A partner's people, as their partner sees them and as sign-in needs them. */
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import type { PartnerScope } from '../../partner-scope.ts';
import type { OpenSession, PasskeyRecord, SignInPerson, TotpRecord } from '../../sign-in-store.ts';

/** Somebody of a partner as sign-in sees them. Their handle is their e-mail address. */
export interface PartnerPerson extends SignInPerson {
  readonly partnerId: string;
  partnerName: string;
  roles: PartnerRole[];
  /** Somebody of ours who looks as the partner sees it, and only reads. */
  isLook?: true;
}

const PERSON_COLUMNS = `
  p.id, p.partner_id as "partnerId", partner.name as "partnerName", p.email as handle, p.name, p.roles,
  case when p.removed_at is null then 'active' else 'disabled' end as status, w.set_at as "passwordSetAt",
  exists (select from partner_totp t where t.person_id = p.id and t.confirmed_at is not null) as "hasTotp",
  exists (select from partner_passkey k where k.person_id = p.id) as "hasPasskey",
  exists (select from partner_recovery_code c where c.person_id = p.id and c.used_at is null) as "hasRecoveryCode"`;

/** One person and their password, for whoever signs in. */
export async function findPersonWithPassword(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<{ person: PartnerPerson; passwordHash: string | null } | undefined> {
  const [row] = await query<PartnerPerson & { passwordHash: string | null }>(
    `select ${PERSON_COLUMNS}, w.hash as "passwordHash"
     from partner_person p join partner on partner.id = p.partner_id left join partner_password w on w.person_id = p.id
     where p.partner_id = $1 and p.id = $2`,
    [partnerId, id],
  );
  if (row === undefined) return undefined;
  const { passwordHash, ...person } = row;
  return { person, passwordHash };
}

export async function findPerson(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<PartnerPerson | undefined> {
  const [row] = await query<PartnerPerson>(
    `select ${PERSON_COLUMNS}
     from partner_person p join partner on partner.id = p.partner_id left join partner_password w on w.person_id = p.id
     where p.partner_id = $1 and p.id = $2`,
    [partnerId, id],
  );
  return row;
}

export async function hasSignedInFrom(
  { partnerId, query }: PartnerScope,
  { personId, network }: { personId: string; network: string | null },
): Promise<boolean> {
  const rows = await query(
    `select from partner_session s join partner_person p on p.id = s.person_id
     where p.partner_id = $1 and s.person_id = $2 and s.address <<= $3::inet limit 1`,
    [partnerId, personId, network],
  );
  return rows.length > 0;
}

/** The last question that a session was asked for this purpose, unless it is over. */
export async function findQuestion(
  { partnerId, query }: PartnerScope,
  { sessionId, purpose, now }: { sessionId: string; purpose: string; now: Date },
): Promise<{ id: string; challenge: Buffer | null } | undefined> {
  const [row] = await query<{ id: string; challenge: Buffer | null }>(
    `select i.id, i.challenge from partner_sign_in i join partner_person p on p.id = i.person_id
     where p.partner_id = $1 and i.session_id = $2 and i.purpose = $3 and i.used_at is null and i.expires_at > $4
     order by i.id desc limit 1`,
    [partnerId, sessionId, purpose, now],
  );
  return row;
}

/** A person's sessions that nobody has ended, the newest first. */
export async function listSessionsOf(
  { partnerId, query }: PartnerScope,
  personId: string,
): Promise<OpenSession[]> {
  return await query<OpenSession & object>(
    `select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
       host(s.address) as address, s.user_agent as "userAgent"
     from partner_session s join partner_person p on p.id = s.person_id
     where p.partner_id = $1 and s.person_id = $2 and s.ended_at is null and s.expires_at > now()
     order by s.created_at desc`,
    [partnerId, personId],
  );
}

export async function findTotpOf(
  { partnerId, query }: PartnerScope,
  personId: string,
): Promise<TotpRecord | undefined> {
  const [row] = await query<TotpRecord & object>(
    `select t.secret_sealed as "secretSealed", t.confirmed_at as "confirmedAt"
     from partner_totp t join partner_person p on p.id = t.person_id where p.partner_id = $1 and t.person_id = $2`,
    [partnerId, personId],
  );
  return row;
}

type PasskeyRow = Omit<PasskeyRecord, 'owner'> & { personId: string; partnerId: string };

function toPasskey({ personId, partnerId, ...passkey }: PasskeyRow): PasskeyRecord {
  return { ...passkey, owner: { id: personId, partnerId } };
}

const PASSKEYS_SQL = `
select k.id, k.person_id as "personId", p.partner_id as "partnerId", k.credential_id as "credentialId", k.public_key as "publicKey",
  k.sign_count as "signCount", k.transports, k.name, k.is_backed_up as "isBackedUp", k.created_at as "createdAt",
  k.last_used_at as "lastUsedAt"
from partner_passkey k join partner_person p on p.id = k.person_id
where p.partner_id = $1`;

/** Oldest first. */
export async function listPasskeysOf(
  { partnerId, query }: PartnerScope,
  personId: string,
): Promise<PasskeyRecord[]> {
  const text = `${PASSKEYS_SQL} and k.person_id = $2 order by k.created_at, k.id`;
  return (await query<PasskeyRow>(text, [partnerId, personId])).map(toPasskey);
}

export async function findPasskeyOf(
  { partnerId, query }: PartnerScope,
  credentialId: Buffer,
): Promise<PasskeyRecord | undefined> {
  const [row] = await query<PasskeyRow>(`${PASSKEYS_SQL} and k.credential_id = $2`, [
    partnerId,
    credentialId,
  ]);
  return row && toPasskey(row);
}

export async function countRecoveryCodesOf(
  { partnerId, query }: PartnerScope,
  personId: string,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int4 as count from partner_recovery_code c join partner_person p on p.id = c.person_id
     where p.partner_id = $1 and c.person_id = $2 and c.used_at is null`,
    [partnerId, personId],
  );
  return row?.count ?? 0;
}

/** Somebody of the partner, for the list of its people. */
export interface ListedPerson {
  id: string;
  email: string;
  name: string;
  roles: PartnerRole[];
  createdAt: Date;
  /** By the clock of their sessions; null if nobody knows of one. */
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
}

/** Those who may come in, by their addresses. */
export async function listPeople({ partnerId, query }: PartnerScope): Promise<ListedPerson[]> {
  return await query<ListedPerson & object>(
    `select p.id, p.email, p.name, p.roles, p.created_at as "createdAt",
       (select max(s.last_seen_at) from partner_session s where s.person_id = p.id) as "lastSeenAt",
       exists (select from partner_totp t where t.person_id = p.id and t.confirmed_at is not null)
         or exists (select from partner_passkey k where k.person_id = p.id) as "hasSecondFactor"
     from partner_person p where p.partner_id = $1 and p.removed_at is null order by p.email`,
    [partnerId],
  );
}

export interface ListedInvitation {
  id: string;
  email: string;
  name: string;
  roles: PartnerRole[];
  createdAt: Date;
  expiresAt: Date;
}

/** What an invitation leads to. */
export async function findInvitation(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<{ partner: string; roles: PartnerRole[] } | undefined> {
  const [row] = await query<{ partner: string; roles: PartnerRole[] }>(
    `select partner.name as partner, i.roles from partner_invitation i join partner on partner.id = i.partner_id
     where i.partner_id = $1 and i.id = $2`,
    [partnerId, id],
  );
  return row;
}

/** Those that nobody has taken up or withdrawn, the newest first; also such as have expired. */
export async function listInvitations({ partnerId, query }: PartnerScope): Promise<ListedInvitation[]> {
  return await query<ListedInvitation & object>(
    `select id, email, name, roles, created_at as "createdAt", expires_at as "expiresAt"
     from partner_invitation where partner_id = $1 and accepted_at is null and withdrawn_at is null order by id desc`,
    [partnerId],
  );
}
