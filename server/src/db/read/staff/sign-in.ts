/** What is read before somebody is known, and while they are signed in. */
import type pg from 'pg';
import type { Role } from '@vezne/domain/permissions';
import type {
  AttemptPurpose,
  OpenSession,
  SessionRecord,
  SignInAttempt,
  SignInPerson,
} from '../../sign-in-store.ts';
import { runRead } from '../../statement.ts';

export type { OpenSession } from '../../sign-in-store.ts';

/** Each finds a few rows by an index. */
const TIMEOUT_MS = 5_000;

/** One of ours as sign-in sees them. */
export interface StaffPerson extends SignInPerson {
  roles: Role[];
}

const PERSON_COLUMNS = `
  p.id, p.handle, p.name, staff_roles_at(p, now()) as roles, p.status, w.set_at as "passwordSetAt",
  exists (select from staff_totp t where t.staff_id = p.id and t.confirmed_at is not null) as "hasTotp",
  exists (select from staff_passkey k where k.staff_id = p.id) as "hasPasskey",
  exists (select from staff_recovery_code c where c.staff_id = p.id and c.used_at is null) as "hasRecoveryCode"`;

/**
 * The person with this handle, and whether they have signed in from this network before. The network is looked for with an
 * unknown handle as well: one must not be answered faster than the other.
 */
const BY_HANDLE_SQL = `
select ${PERSON_COLUMNS}, w.hash as "passwordHash", n."isKnownNetwork"
from (select coalesce((select id from staff where handle = $1), '00000000-0000-0000-0000-000000000000') as id) as asked
left join staff p on p.id = asked.id
left join staff_password w on w.staff_id = asked.id
cross join lateral (
  select exists (select from staff_session s where s.staff_id = asked.id and s.address <<= $2::inet) as "isKnownNetwork"
) as n`;

export async function findSignInPerson(
  pool: pg.Pool,
  { handle, network }: { handle: string; network: string | null },
): Promise<{ person: StaffPerson | undefined; passwordHash: string | null; isKnownNetwork: boolean }> {
  const [row] = await runRead<
    Omit<StaffPerson, 'id'> & {
      id: string | null;
      passwordHash: string | null;
      isKnownNetwork: boolean | null;
    }
  >(pool, { text: BY_HANDLE_SQL, values: [handle, network] }, { timeoutMs: TIMEOUT_MS });
  if (row === undefined || row.id === null)
    return { person: undefined, passwordHash: null, isKnownNetwork: false };
  const { passwordHash, isKnownNetwork, ...person } = row;
  return { person: { ...person, id: row.id }, passwordHash, isKnownNetwork: isKnownNetwork ?? false };
}

export async function findActivePerson(pool: pg.Pool, id: string): Promise<StaffPerson | undefined> {
  const text = `
    select ${PERSON_COLUMNS} from staff p left join staff_password w on w.staff_id = p.id
    where p.id = $1 and p.status = 'active'`;
  const [row] = await runRead<StaffPerson>(pool, { text, values: [id] }, { timeoutMs: TIMEOUT_MS });
  return row;
}

export async function findPasswordHash(pool: pg.Pool, staffId: string): Promise<string | null> {
  const text = 'select hash from staff_password where staff_id = $1';
  const [row] = await runRead<{ hash: string }>(pool, { text, values: [staffId] }, { timeoutMs: TIMEOUT_MS });
  return row?.hash ?? null;
}

export async function isKnownNetwork(
  pool: pg.Pool,
  { staffId, network }: { staffId: string; network: string | null },
): Promise<boolean> {
  const text = 'select from staff_session where staff_id = $1 and address <<= $2::inet limit 1';
  const rows = await runRead(pool, { text, values: [staffId, network] }, { timeoutMs: TIMEOUT_MS });
  return rows.length > 0;
}

const ATTEMPT_SQL = `
select a.id as "attemptId", a.purpose, a.challenge, ${PERSON_COLUMNS}
from sign_in_attempt a left join staff p on p.id = a.staff_id left join staff_password w on w.staff_id = a.staff_id
where a.used_at is null and a.expires_at > $2`;

type AttemptRow = Omit<StaffPerson, 'id'> & {
  id: string | null;
  attemptId: string;
  purpose: AttemptPurpose;
  challenge: Buffer | null;
};

function toAttempt({ attemptId, purpose, challenge, id, ...person }: AttemptRow): SignInAttempt<StaffPerson> {
  return { id: attemptId, purpose, challenge, person: id === null ? undefined : { id, ...person } };
}

/** The attempt that a browser's cookie stands for, unless it is over. */
export async function findAttempt(
  pool: pg.Pool,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<SignInAttempt<StaffPerson> | undefined> {
  const query = { text: `${ATTEMPT_SQL} and a.token_hash = $1`, values: [tokenHash, now] };
  const [row] = await runRead<AttemptRow>(pool, query, { timeoutMs: TIMEOUT_MS });
  return row && toAttempt(row);
}

/** The last question that a session was asked for this purpose, unless it is over. */
export async function findAttemptOfSession(
  pool: pg.Pool,
  { sessionId, purpose, now }: { sessionId: string; purpose: AttemptPurpose; now: Date },
): Promise<SignInAttempt<StaffPerson> | undefined> {
  const text = `${ATTEMPT_SQL} and a.session_id = $1 and a.purpose = $3 order by a.id desc limit 1`;
  const [row] = await runRead<AttemptRow>(
    pool,
    { text, values: [sessionId, now, purpose] },
    { timeoutMs: TIMEOUT_MS },
  );
  return row && toAttempt(row);
}

const SESSION_SQL = `
select s.id as "sessionId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
  s.ended_at as "endedAt", s.end_reason as "endReason", s.step_up_began_at as "stepUpBeganAt", s.step_up_at as "stepUpAt",
  signed_in_before_roles(p, s.created_at) as "isBeforeRoles", host(s.address) as address, ${PERSON_COLUMNS}
from staff_session s join staff p on p.id = s.staff_id left join staff_password w on w.staff_id = p.id
where s.token_hash = $1`;

/** Read for every request: whoever is disabled, or whose session was ended, is out with the next one. */
export async function findSession(
  pool: pg.Pool,
  tokenHash: Buffer,
): Promise<SessionRecord<StaffPerson> | undefined> {
  const [row] = await runRead<
    Omit<SessionRecord<StaffPerson>, 'person'> & StaffPerson & { sessionId: string }
  >(pool, { text: SESSION_SQL, values: [tokenHash] }, { timeoutMs: TIMEOUT_MS });
  if (row === undefined) return undefined;
  const { sessionId, createdAt, lastSeenAt, expiresAt, endedAt, endReason, ...others } = row;
  const { stepUpBeganAt, stepUpAt, isBeforeRoles, address, ...person } = others;
  const times = { createdAt, lastSeenAt, expiresAt, endedAt, stepUpBeganAt, stepUpAt };
  return { id: sessionId, endReason, isBeforeRoles, address, person, ...times };
}

/** Of a session that nobody has ended, of somebody who is active. */
export async function findOpenSessionTimes(
  pool: pg.Pool,
  id: string,
): Promise<{ lastSeenAt: Date; expiresAt: Date } | undefined> {
  const text = `
    select s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"
    from staff_session s join staff p on p.id = s.staff_id
    where s.id = $1 and s.ended_at is null and p.status = 'active' and not signed_in_before_roles(p, s.created_at)`;
  const [row] = await runRead<{ lastSeenAt: Date; expiresAt: Date }>(
    pool,
    { text, values: [id] },
    { timeoutMs: TIMEOUT_MS },
  );
  return row;
}

/** A person's sessions that nobody has ended, the newest first. */
export async function listOpenSessions(pool: pg.Pool, staffId: string): Promise<OpenSession[]> {
  const text = `
    select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
      host(s.address) as address, s.user_agent as "userAgent"
    from staff_session s join staff p on p.id = s.staff_id
    where s.staff_id = $1 and s.ended_at is null and s.expires_at > now() and not signed_in_before_roles(p, s.created_at)
    order by s.created_at desc`;
  return await runRead<OpenSession>(pool, { text, values: [staffId] }, { timeoutMs: TIMEOUT_MS });
}

/** The roles of everybody who was seen since then and is signed in, a row for each person. */
export async function readRolesSignedIn(pool: pg.Pool, { since }: { since: Date }): Promise<Role[][]> {
  const text = `
    select staff_roles_at(p, now()) as roles from staff p where p.status = 'active' and exists (
      select from staff_session s where s.staff_id = p.id and s.ended_at is null and s.expires_at > now() and s.last_seen_at > $1
        and not signed_in_before_roles(p, s.created_at)
    )`;
  const rows = await runRead<{ roles: Role[] }>(pool, { text, values: [since] }, { timeoutMs: TIMEOUT_MS });
  return rows.map(({ roles }) => roles);
}

export async function countOpenRequests(pool: pg.Pool): Promise<number> {
  const text = `select count(*)::int4 as count from second_person_request where status = 'open' and expires_at > now()`;
  const [row] = await runRead<{ count: number }>(pool, { text }, { timeoutMs: TIMEOUT_MS });
  return row?.count ?? 0;
}
