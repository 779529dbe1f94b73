/** How our own people sign in to the console. */
import type { Transaction } from 'kysely';
import type pg from 'pg';
import * as factors from './read/staff/sign-in-factors.ts';
import * as reads from './read/staff/sign-in.ts';
import type { StaffPerson } from './read/staff/sign-in.ts';
import type { Database } from './schema.ts';
import type { OwnEntry, SignInStore, SignInWrites } from './sign-in-store.ts';
import { safeTransactionWithin } from './transaction-within.ts';
import { insertAuditEntry } from './write/audit/entries.ts';
import { deleteOldClaims } from './write/desk/deposit-claims.ts';
import * as factorWrites from './write/staff/sign-in-factors.ts';
import * as failures from './write/staff/sign-in-failures.ts';
import * as sessions from './write/staff/sign-in-sessions.ts';
import { deleteFactors, endSessionsOf } from './write/staff/staff.ts';

/** A few rows by their keys. Longer than anybody may hold a lock. */
const TIMEOUT_MS = 5_000;

export function createStaffStore(pool: pg.Pool): SignInStore<StaffPerson> {
  return {
    findByHandle: async (wanted) => await reads.findSignInPerson(pool, wanted),
    findActivePerson: async ({ id }) => await reads.findActivePerson(pool, id),
    findPasswordHash: async ({ id }) => await reads.findPasswordHash(pool, id),
    isKnownNetwork: async ({ person, network }) =>
      await reads.isKnownNetwork(pool, { staffId: person.id, network }),
    findAttempt: async (wanted) => await reads.findAttempt(pool, wanted),
    findAttemptOfSession: async (wanted) => await reads.findAttemptOfSession(pool, wanted),
    findSession: async (tokenHash) => await reads.findSession(pool, tokenHash),
    listOpenSessions: async ({ id }) => await reads.listOpenSessions(pool, id),
    findTotp: async ({ id }) => await factors.findTotp(pool, id),
    listOlderTotps: async (version) => await factors.listOlderTotps(pool, version),
    listPasskeys: async ({ id }) => await factors.listPasskeys(pool, id),
    findPasskey: async (credentialId) => await factors.findPasskey(pool, credentialId),
    countRecoveryCodesLeft: async ({ id }) => await factors.countRecoveryCodesLeft(pool, id),
    findEnrolment: async (wanted) => await factors.findEnrolment(pool, wanted),
    transact: async (_person, work) =>
      await safeTransactionWithin(pool, async (trx) => await work(staffWrites(trx)), {
        timeoutMs: TIMEOUT_MS,
      }),
    async forgetOld({ now, failuresBefore }) {
      const work = async (trx: Transaction<Database>): Promise<void> => {
        await sessions.deleteOldAttempts(trx, now);
        await failures.deleteOldFailures(trx, failuresBefore);
        await sessions.deleteOldSessions(trx);
        // What nobody has open any more.
        await deleteOldClaims(trx);
      };
      await safeTransactionWithin(pool, work, { timeoutMs: TIMEOUT_MS });
    },
  };
}

function staffWrites(trx: Transaction<Database>): SignInWrites {
  return {
    lockFailures: async (subjects, now) => await failures.lockFailures(trx, subjects, now),
    writeFailures: async (subject, counted) => await failures.writeFailures(trx, subject, counted),
    forgetFailures: async (subject) => await failures.forgetFailures(trx, subject),
    takeBackTry: async (subject) => await failures.takeBackTry(trx, subject),
    insertAttempt: async (attempt) => await sessions.insertAttempt(trx, attempt),
    useAttempt: async (id, now) => await sessions.useAttempt(trx, id, now),
    insertSession: async (session) => await sessions.insertSession(trx, session),
    endSession: async (session) => await sessions.endSession(trx, session),
    endSessionOfToken: async (session) => await sessions.endSessionOfToken(trx, session),
    holdSession: async (id) => await sessions.holdSession(trx, id),
    endOtherSessions: async ({ person, ...kept }) =>
      await sessions.endOtherSessions(trx, { staffId: person.id, ...kept }),
    touchSession: async (session) => await sessions.touchSession(trx, session),
    stepSessionUp: async (proof) => await sessions.stepSessionUp(trx, proof),
    slideStepUp: async (session) => await sessions.slideStepUp(trx, session),
    writePassword: async ({ person, ...password }) =>
      await factorWrites.writePassword(trx, { staffId: person.id, ...password }),
    replacePassword: async ({ person, ...password }) =>
      await factorWrites.replacePassword(trx, { staffId: person.id, ...password }),
    holdPassword: async ({ person, hash }) =>
      await factorWrites.holdPassword(trx, { staffId: person.id, hash }),
    rewritePassword: async ({ person, ...password }) =>
      await factorWrites.rewritePassword(trx, { staffId: person.id, ...password }),
    writeUnconfirmedTotp: async ({ person, ...totp }) =>
      await factorWrites.writeUnconfirmedTotp(trx, { staffId: person.id, ...totp }),
    rewriteTotp: async ({ person, ...totp }) =>
      await factorWrites.rewriteTotp(trx, { staffId: person.id, ...totp }),
    confirmTotp: async ({ person, ...totp }) =>
      await factorWrites.confirmTotp(trx, { staffId: person.id, ...totp }),
    takeTotpStep: async ({ person, step }) =>
      await factorWrites.takeTotpStep(trx, { staffId: person.id, step }),
    deleteTotp: async ({ id }) => await factorWrites.deleteTotp(trx, id),
    insertPasskey: async (passkey) => await factorWrites.insertPasskey(trx, passkey),
    usePasskey: async (used) => await factorWrites.usePasskey(trx, used),
    renamePasskey: async ({ person, ...passkey }) =>
      await factorWrites.renamePasskey(trx, { staffId: person.id, ...passkey }),
    deletePasskey: async ({ person, id }) =>
      await factorWrites.deletePasskey(trx, { staffId: person.id, id }),
    lockFactors: async ({ id }) => await factorWrites.lockFactors(trx, id),
    replaceRecoveryCodes: async ({ person, hashes }) =>
      await factorWrites.replaceRecoveryCodes(trx, { staffId: person.id, hashes }),
    deleteRecoveryCodes: async ({ id }) => await factorWrites.deleteRecoveryCodes(trx, id),
    takeRecoveryCode: async ({ person, ...code }) =>
      await factorWrites.takeRecoveryCode(trx, { staffId: person.id, ...code }),
    async takeEnrolment({ offered, tokenHash, now }) {
      await factorWrites.lockFactors(trx, offered.id);
      const staffId = await factorWrites.takeEnrolment(trx, { tokenHash, now });
      if (staffId !== offered.id) return 'over';
      await deleteFactors(trx, staffId);
      await endSessionsOf(trx, staffId, 'reset');
      return 'taken_up';
    },
    audit: async (entry) => await audit(trx, entry),
  };
}

async function audit(
  trx: Transaction<Database>,
  { person, action, session, address, details }: OwnEntry,
): Promise<void> {
  await insertAuditEntry(trx, {
    actor: { kind: 'staff', id: person.id, name: person.handle },
    action,
    subjectType: 'staff',
    subjectId: person.id,
    details: { ...details, ...(session === undefined ? {} : { session }), address },
  });
}
