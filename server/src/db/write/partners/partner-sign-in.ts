/** What signing in to the portal writes. What comes before anybody is known goes by the functions of the door (migration 0071). */
import type pg from 'pg';
import { isTaken } from '../../constraint.ts';
import type { OwnEntry, SignInWrites, ThrottleSubject } from '../../sign-in-store.ts';

const CREDENTIAL_KEY = 'partner_passkey_credential_key';
const EMAIL_KEY = 'partner_person_email_key';

export function partnerSignInWrites(client: pg.PoolClient): SignInWrites {
  const run = async (text: string, values: unknown[]): Promise<number> =>
    (await client.query(text, values)).rowCount ?? 0;
  /** Of a function that says whether it did anything. */
  const did = async (text: string, values: unknown[]): Promise<boolean> =>
    (await client.query<{ done: boolean }>(text, values)).rows[0]?.done === true;
  return {
    async lockFailures(subjects, now) {
      // One order for everybody, so that two tries never wait for each other.
      const sorted = subjects.toSorted((a, b) => (a.kind + a.subject < b.kind + b.subject ? -1 : 1));
      const locked = [];
      for (const subject of sorted) locked.push(await lockFailure(client, subject, now));
      return locked;
    },
    async writeFailures({ kind, subject }, failures) {
      const { failedCount, firstFailedAtMs, lastFailedAtMs, blockedUntilMs } = failures;
      await run('select portal_count_failure($1, $2, $3, $4, $5, $6)', [
        kind,
        subject,
        failedCount,
        new Date(firstFailedAtMs),
        new Date(lastFailedAtMs),
        blockedUntilMs === null ? null : new Date(blockedUntilMs),
      ]);
    },
    async forgetFailures({ kind, subject }) {
      await run('select portal_forget_failure($1, $2, false)', [kind, subject]);
    },
    async takeBackTry({ kind, subject }) {
      await run('select portal_forget_failure($1, $2, true)', [kind, subject]);
    },

    async insertAttempt({ id, tokenHash, person, purpose, sessionId, challenge, lifetimeSeconds }) {
      await run('select portal_begin_sign_in($1, $2, $3, $4, $5, $6, $7)', [
        id,
        tokenHash,
        person?.id ?? null,
        purpose,
        sessionId ?? null,
        challenge ?? null,
        lifetimeSeconds,
      ]);
    },
    useAttempt: async (id) => await did('select portal_use_sign_in($1) as done', [id]),

    async insertSession({ id, tokenHash, person, lifetimeSeconds, address, userAgent }) {
      await run('select portal_open_session($1, $2, $3, $4, $5, $6)', [
        id,
        tokenHash,
        person.id,
        lifetimeSeconds,
        address,
        userAgent,
      ]);
    },
    async endSession({ id, reason, now }) {
      const text =
        'update partner_session set ended_at = $2, end_reason = $3 where id = $1 and ended_at is null';
      if ((await run(text, [id, now, reason])) > 0) return true;
      // Of nobody of the partner: somebody of ours has looked enough. There is nobody to name in an entry.
      await run('select portal_end_look($1)', [id]);
      return false;
    },
    async endSessionOfToken({ tokenHash, reason }) {
      await run('select portal_end_session($1, $2)', [tokenHash, reason]);
    },
    holdSession: async (id) =>
      (await run('select from partner_session where id = $1 and ended_at is null for share', [id])) > 0,
    async endOtherSessions({ person, keptId, reason, now }) {
      const ended = await run(
        `update partner_session set ended_at = $3, end_reason = $4
         where person_id = $1 and id <> $2 and ended_at is null`,
        [person.id, keptId, now, reason],
      );
      await run(`delete from partner_sign_in where person_id = $1 and purpose = 'second_factor'`, [
        person.id,
      ]);
      return ended;
    },
    async touchSession({ id }) {
      await run('select portal_touch_session($1, false)', [id]);
    },
    stepSessionUp: async ({ id, before, after, address }) =>
      await did('select portal_step_session_up($1, $2, $3, $4) as done', [id, before, after, address]),
    async slideStepUp({ id }) {
      await run('select portal_touch_session($1, true)', [id]);
    },

    async writePassword({ person, hash, now }) {
      await run(
        `insert into partner_password (person_id, hash) values ($1, $2)
         on conflict (person_id) do update set hash = excluded.hash, set_at = $3`,
        [person.id, hash, now],
      );
    },
    replacePassword: async ({ person, before, after, now }) =>
      (await run('update partner_password set hash = $3, set_at = $4 where person_id = $1 and hash = $2', [
        person.id,
        before,
        after,
        now,
      ])) > 0,
    async holdPassword({ person, hash }) {
      await run('select portal_hold_person($1, true)', [person.id]);
      const held = 'select from partner_password where person_id = $1 and hash = $2';
      return (await run(held, [person.id, hash])) > 0;
    },
    async rewritePassword({ person, before, after }) {
      await run('update partner_password set hash = $3 where person_id = $1 and hash = $2', [
        person.id,
        before,
        after,
      ]);
    },

    writeUnconfirmedTotp: async ({ person, secretSealed, keyVersion, now }) =>
      (await run(
        `insert into partner_totp (person_id, secret_sealed, key_version) values ($1, $2, $3)
         on conflict (person_id) do update set secret_sealed = excluded.secret_sealed, key_version = excluded.key_version, created_at = $4
         where partner_totp.confirmed_at is null`,
        [person.id, secretSealed, keyVersion, now],
      )) > 0,
    async rewriteTotp({ person, before, after, keyVersion }) {
      await run(
        'update partner_totp set secret_sealed = $3, key_version = $4 where person_id = $1 and secret_sealed = $2',
        [person.id, before, after, keyVersion],
      );
    },
    confirmTotp: async ({ person, secretSealed, step }) =>
      await did('select portal_confirm_totp($1, $2, $3) as done', [person.id, secretSealed, step]),
    takeTotpStep: async ({ person, step }) =>
      await did('select portal_take_code($1, $2) as done', [person.id, step]),
    deleteTotp: async ({ id }) =>
      (await run('delete from partner_totp where person_id = $1 and confirmed_at is not null', [id])) > 0,

    async insertPasskey({ id, person, credentialId, publicKey, signCount, transports, name, isBackedUp }) {
      try {
        await run(
          `insert into partner_passkey (id, person_id, credential_id, public_key, sign_count, transports, name, is_backed_up)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [id, person.id, credentialId, publicKey, signCount, transports, name, isBackedUp],
        );
        return true;
      } catch (error) {
        if (isTaken(error, CREDENTIAL_KEY)) return false;
        throw error;
      }
    },
    usePasskey: async ({ id, signCount, isBackedUp }) =>
      await did('select portal_use_passkey($1, $2, $3) as done', [id, signCount, isBackedUp]),
    renamePasskey: async ({ id, person, name }) =>
      (await run('update partner_passkey set name = $3 where id = $1 and person_id = $2', [
        id,
        person.id,
        name,
      ])) > 0,
    async deletePasskey({ id, person }) {
      const text = 'delete from partner_passkey where id = $1 and person_id = $2 returning name';
      return (await client.query<{ name: string }>(text, [id, person.id])).rows[0];
    },

    async lockFactors({ id }) {
      await run('select portal_hold_person($1, false)', [id]);
      const { rows } = await client.query<{ totps: number; passkeys: number }>(
        `select (select count(*)::int4 from partner_totp where person_id = $1 and confirmed_at is not null) as totps,
           (select count(*)::int4 from partner_passkey where person_id = $1) as passkeys`,
        [id],
      );
      const { totps = 0, passkeys = 0 } = rows[0] ?? {};
      return { factorCount: totps + passkeys, passkeyCount: passkeys };
    },
    async replaceRecoveryCodes({ person, hashes }) {
      await run('delete from partner_recovery_code where person_id = $1', [person.id]);
      await run('insert into partner_recovery_code (person_id, hash) select $1, unnest($2::bytea[])', [
        person.id,
        hashes,
      ]);
    },
    async deleteRecoveryCodes({ id }) {
      await run('delete from partner_recovery_code where person_id = $1', [id]);
    },
    takeRecoveryCode: async ({ person, hash }) =>
      await did('select portal_take_recovery_code($1, $2) as done', [person.id, hash]),

    async takeEnrolment({ tokenHash, address }) {
      try {
        const text = 'select portal_accept_invitation($1, $2) as done';
        return (await did(text, [tokenHash, address])) ? 'taken_up' : 'over';
      } catch (error) {
        if (isTaken(error, EMAIL_KEY)) return 'taken';
        throw error;
      }
    },

    audit: async (entry) => await audit(client, entry),
  };
}

async function lockFailure(client: pg.PoolClient, { kind, subject }: ThrottleSubject, now: Date) {
  const { rows } = await client.query<{
    failed_count: number;
    first_failed_at: Date;
    last_failed_at: Date;
    blocked_until: Date | null;
    is_new: boolean;
  }>('select * from portal_lock_failure($1, $2, $3)', [kind, subject, now]);
  const [row] = rows;
  if (row === undefined) throw new Error('A try was not counted.');
  const failures = {
    failedCount: row.failed_count,
    firstFailedAtMs: row.first_failed_at.getTime(),
    lastFailedAtMs: row.last_failed_at.getTime(),
    blockedUntilMs: row.blocked_until?.getTime() ?? null,
  };
  return { kind, subject, failures, isNew: row.is_new };
}

/** What the functions of the door write down by themselves: nobody comes in, and no proof counts, without an entry. */
const WRITTEN_BY_THE_DATABASE: ReadonlySet<string> = new Set([
  'session.sign_in',
  'session.step_up',
  'factor.enrol',
]);

/** The database says who the person is. */
async function audit(
  client: pg.PoolClient,
  { person, action, session, address, details }: OwnEntry,
): Promise<void> {
  if (WRITTEN_BY_THE_DATABASE.has(action)) return;
  await client.query(`select portal_audit($1, $2, 'partner_person', $3, $4)`, [
    person.id,
    action,
    person.id,
    JSON.stringify({ ...details, ...(session === undefined ? {} : { session }), address }),
  ]);
}
