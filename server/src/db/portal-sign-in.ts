/** How people of partners sign in to the portal. */
import type pg from 'pg';
import { readAsPartner, readFromDoor, writeAsPartner } from './partner-scope.ts';
import type { PartnerScope } from './partner-scope.ts';
import * as people from './read/portal/people.ts';
import type { PartnerPerson } from './read/portal/people.ts';
import type { AttemptPurpose, Enrolment, PersonKey, SessionRecord, SignInStore } from './sign-in-store.ts';
import { runRead, runWrite } from './statement.ts';
import { partnerSignInWrites } from './write/partners/partner-sign-in.ts';

/** A few rows by their keys. Longer than anybody may hold a lock. */
const TIMEOUT = { timeoutMs: 5_000 };

/** Of nobody: what is read for an address that nobody has, so that it takes as long. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const FIND_PERSON = `
select coalesce(person_id, '${NOBODY}') as "personId", coalesce(partner_id, '${NOBODY}') as "partnerId",
  is_known_network as "isKnownNetwork"
from portal_find_person($1, $2)`;

/** A sign-in by a passkey alone is nobody's yet. */
const FIND_SIGN_IN = `
select id, purpose, challenge, coalesce(person_id, '${NOBODY}') as "personId", coalesce(partner_id, '${NOBODY}') as "partnerId"
from portal_find_sign_in($1)`;

const FIND_SESSION = `
select id, person_id as "personId", partner_id as "partnerId", created_at as "createdAt", last_seen_at as "lastSeenAt",
  expires_at as "expiresAt", ended_at as "endedAt", end_reason as "endReason", step_up_began_at as "stepUpBeganAt",
  step_up_at as "stepUpAt", address
from portal_find_session($1)`;

const FIND_LOOK = `
select id, partner_id as "partnerId", partner_name as "partnerName", created_at as "createdAt", expires_at as "expiresAt",
  end_reason as "endReason"
from portal_find_look($1)`;

const FIND_PASSKEY = `select partner_id as "partnerId" from portal_find_passkey($1)`;

interface FoundPerson {
  personId: string;
  partnerId: string;
}

interface FoundLook {
  id: string;
  partnerId: string;
  partnerName: string;
  createdAt: Date;
  expiresAt: Date;
  endReason: string | null;
}

/** Somebody of ours who looks as the partner sees it: no role, and nothing to set up. It ends when it ends, and nothing is noted of it. */
function lookSession({
  id,
  partnerId,
  partnerName,
  createdAt,
  expiresAt,
  endReason,
}: FoundLook): SessionRecord<PartnerPerson> {
  const now = new Date();
  return {
    id,
    createdAt,
    lastSeenAt: now,
    expiresAt,
    endedAt: endReason === null ? null : now,
    endReason,
    stepUpBeganAt: null,
    stepUpAt: null,
    address: '::',
    person: {
      id,
      partnerId,
      partnerName,
      handle: '',
      name: 'Vezne',
      roles: [],
      status: 'active',
      passwordSetAt: null,
      hasTotp: true,
      hasPasskey: false,
      hasRecoveryCode: false,
      isLook: true,
    },
  };
}

export function createPortalStore(pool: pg.Pool): SignInStore<PartnerPerson> {
  const read = async <T>({ partnerId }: PersonKey, work: (scope: PartnerScope) => Promise<T>): Promise<T> =>
    await readAsPartner(pool, partnerId ?? NOBODY, work, TIMEOUT);
  return {
    async findByHandle({ handle, network }) {
      type Found = FoundPerson & { isKnownNetwork: boolean };
      const found = await readFromDoor(
        pool,
        async (ask) => (await ask<Found>(FIND_PERSON, [handle, network]))[0],
        async (scope, { personId, isKnownNetwork }) => ({
          isKnownNetwork,
          ...(await people.findPersonWithPassword(scope, personId)),
        }),
        TIMEOUT,
      );
      return {
        person: found?.person,
        passwordHash: found?.passwordHash ?? null,
        isKnownNetwork: found?.isKnownNetwork ?? false,
      };
    },
    async findActivePerson(key) {
      const person = await read(key, async (scope) => await people.findPerson(scope, key.id));
      return person?.status === 'active' ? person : undefined;
    },
    findPasswordHash: async (key) =>
      (await read(key, async (scope) => await people.findPersonWithPassword(scope, key.id)))?.passwordHash ??
      null,
    isKnownNetwork: async ({ person, network }) =>
      await read(
        person,
        async (scope) => await people.hasSignedInFrom(scope, { personId: person.id, network }),
      ),
    async findAttempt({ tokenHash }) {
      type Found = FoundPerson & { id: string; purpose: AttemptPurpose; challenge: Buffer | null };
      return await readFromDoor(
        pool,
        async (ask) => (await ask<Found>(FIND_SIGN_IN, [tokenHash]))[0],
        async (scope, { id, purpose, challenge, personId }) => ({
          id,
          purpose,
          challenge,
          person: await people.findPerson(scope, personId),
        }),
        TIMEOUT,
      );
    },
    findAttemptOfSession: async ({ person, ...wanted }) =>
      await read(person, async (scope) => await people.findQuestion(scope, wanted)),
    async findSession(tokenHash) {
      type Found = FoundPerson & Omit<SessionRecord<PartnerPerson>, 'person'>;
      return await readFromDoor(
        pool,
        async (ask) => {
          const [session] = await ask<Found>(FIND_SESSION, [tokenHash]);
          if (session !== undefined) return { partnerId: session.partnerId, session };
          const [look] = await ask<FoundLook & object>(FIND_LOOK, [tokenHash]);
          return look && { partnerId: look.partnerId, look };
        },
        async (scope, { session, look }) => {
          if (session === undefined) return lookSession(look);
          const { personId, ...found } = session;
          const person = await people.findPerson(scope, personId);
          return person && { ...found, person };
        },
        TIMEOUT,
      );
    },
    listOpenSessions: async (person) =>
      await read(person, async (scope) => await people.listSessionsOf(scope, person.id)),
    findTotp: async (person) =>
      await read(person, async (scope) => await people.findTotpOf(scope, person.id)),
    listOlderTotps: async (version) =>
      await runRead<{ id: string; partnerId: string }>(
        pool,
        {
          text: 'select person_id as id, partner_id as "partnerId" from portal_older_totps($1)',
          values: [version],
        },
        TIMEOUT,
      ),
    listPasskeys: async (person) =>
      await read(person, async (scope) => await people.listPasskeysOf(scope, person.id)),
    findPasskey: async (credentialId) =>
      await readFromDoor(
        pool,
        async (ask) => (await ask<{ partnerId: string }>(FIND_PASSKEY, [credentialId]))[0],
        async (scope) => await people.findPasskeyOf(scope, credentialId),
        TIMEOUT,
      ),
    countRecoveryCodesLeft: async (person) =>
      await read(person, async (scope) => await people.countRecoveryCodesOf(scope, person.id)),
    async findEnrolment({ tokenHash }) {
      const text = `
        select id, partner_id as "partnerId", email as handle, name, is_taken as "isTaken" from portal_find_invitation($1)`;
      const [row] = await runRead<Enrolment & object>(pool, { text, values: [tokenHash] }, TIMEOUT);
      return row;
    },
    transact: async (person, work) =>
      await writeAsPartner(
        pool,
        person?.partnerId,
        async (client) => await work(partnerSignInWrites(client)),
        TIMEOUT,
      ),
    async forgetOld({ failuresBefore }) {
      await runWrite(pool, { text: 'select portal_forget_old($1)', values: [failuresBefore] }, TIMEOUT);
    },
  };
}
