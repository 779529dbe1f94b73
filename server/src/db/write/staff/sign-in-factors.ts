import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { isTaken } from '../../constraint.ts';
import type { Database } from '../../schema.ts';
import type { NewPasskeyRow } from '../../sign-in-store.ts';

/** Sets a password, or replaces it. */
export async function writePassword(
  trx: Transaction<Database>,
  { staffId, hash, now }: { staffId: string; hash: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('staff_password')
    .values({ staff_id: staffId, hash })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ hash, set_at: now }))
    .execute();
}

/** Another password in place of the one that was just checked. False: that one is gone. */
export async function replacePassword(
  trx: Transaction<Database>,
  { staffId, before, after, now }: { staffId: string; before: string; after: string; now: Date },
): Promise<boolean> {
  const replaced = await trx
    .updateTable('staff_password')
    .set({ hash: after, set_at: now })
    .where('staff_id', '=', staffId)
    .where('hash', '=', before)
    .returning('staff_id')
    .executeTakeFirst();
  return replaced !== undefined;
}

/** Whether this is still the person's password. A reset that is under way is waited for, and the next one waits for us. */
export async function holdPassword(
  trx: Transaction<Database>,
  { staffId, hash }: { staffId: string; hash: string },
): Promise<boolean> {
  await trx.selectFrom('staff').select('id').where('id', '=', staffId).forShare().execute();
  const held = await trx
    .selectFrom('staff_password')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return held !== undefined;
}

/** The same password at another cost. Nothing is written if it was changed meanwhile. */
export async function rewritePassword(
  trx: Transaction<Database>,
  { staffId, before, after }: { staffId: string; before: string; after: string },
): Promise<void> {
  await trx
    .updateTable('staff_password')
    .set({ hash: after })
    .where('staff_id', '=', staffId)
    .where('hash', '=', before)
    .execute();
}

/** A secret that counts once a code of it was right. False: one counts already. */
export async function writeUnconfirmedTotp(
  trx: Transaction<Database>,
  {
    staffId,
    secretSealed,
    keyVersion,
    now,
  }: { staffId: string; secretSealed: string; keyVersion: number; now: Date },
): Promise<boolean> {
  const written = await trx
    .insertInto('staff_totp')
    .values({ staff_id: staffId, secret_sealed: secretSealed, key_version: keyVersion })
    .onConflict((conflict) =>
      conflict
        .column('staff_id')
        .doUpdateSet({ secret_sealed: secretSealed, key_version: keyVersion, created_at: now })
        .where('staff_totp.confirmed_at', 'is', null),
    )
    .returning('staff_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** The same secret under another key. Nothing is written if it was replaced meanwhile. */
export async function rewriteTotp(
  trx: Transaction<Database>,
  {
    staffId,
    before,
    after,
    keyVersion,
  }: { staffId: string; before: string; after: string; keyVersion: number },
): Promise<void> {
  await trx
    .updateTable('staff_totp')
    .set({ secret_sealed: after, key_version: keyVersion })
    .where('staff_id', '=', staffId)
    .where('secret_sealed', '=', before)
    .execute();
}

/** False: somebody has confirmed it, or replaced its secret, meanwhile. */
export async function confirmTotp(
  trx: Transaction<Database>,
  { staffId, secretSealed, step, now }: { staffId: string; secretSealed: string; step: bigint; now: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('staff_totp')
    .set({ confirmed_at: now, last_step: step })
    .where('staff_id', '=', staffId)
    .where('secret_sealed', '=', secretSealed)
    .where('confirmed_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Takes the code of this step, and every one before it. False: it was taken already. Of all who try, one wins. */
export async function takeTotpStep(
  trx: Transaction<Database>,
  { staffId, step }: { staffId: string; step: bigint },
): Promise<boolean> {
  const taken = await trx
    .updateTable('staff_totp')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .where(({ eb }) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('staff_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteTotp(trx: Transaction<Database>, staffId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('staff_totp')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .returning('staff_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

const CREDENTIAL_KEY = 'staff_passkey_credential_key';

/** False: somebody has it. The transaction is over then. */
export async function insertPasskey(trx: Transaction<Database>, passkey: NewPasskeyRow): Promise<boolean> {
  try {
    await trx
      .insertInto('staff_passkey')
      .values({
        id: passkey.id,
        staff_id: passkey.person.id,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        sign_count: passkey.signCount,
        transports: passkey.transports,
        name: passkey.name,
        is_backed_up: passkey.isBackedUp,
      })
      .execute();
    return true;
  } catch (error) {
    if (isTaken(error, CREDENTIAL_KEY)) return false;
    throw error;
  }
}

/** False: it was removed, or has counted further meanwhile. */
export async function usePasskey(
  trx: Transaction<Database>,
  { id, signCount, isBackedUp, now }: { id: string; signCount: bigint; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('staff_passkey')
    .set({ sign_count: signCount, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where('sign_count', '<=', signCount)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function renamePasskey(
  trx: Transaction<Database>,
  { id, staffId, name }: { id: string; staffId: string; name: string },
): Promise<boolean> {
  const renamed = await trx
    .updateTable('staff_passkey')
    .set({ name })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function deletePasskey(
  trx: Transaction<Database>,
  { id, staffId }: { id: string; staffId: string },
): Promise<{ name: string } | undefined> {
  return await trx
    .deleteFrom('staff_passkey')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('name')
    .executeTakeFirst();
}

/** One who changes factors waits for another: two who each remove the last but one would leave none. */
export async function lockFactors(
  trx: Transaction<Database>,
  staffId: string,
): Promise<{ factorCount: number; passkeyCount: number }> {
  await trx.selectFrom('staff').select('id').where('id', '=', staffId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ totps: number; passkeys: number }>`
    select (select count(*)::int4 from staff_totp where staff_id = ${staffId} and confirmed_at is not null) as totps,
      (select count(*)::int4 from staff_passkey where staff_id = ${staffId}) as passkeys`.execute(trx);
  const { totps = 0, passkeys = 0 } = rows[0] ?? {};
  return { factorCount: totps + passkeys, passkeyCount: passkeys };
}

/** New ones. The old ones stop working. */
export async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  { staffId, hashes }: { staffId: string; hashes: readonly Buffer[] },
): Promise<void> {
  await deleteRecoveryCodes(trx, staffId);
  await trx
    .insertInto('staff_recovery_code')
    .values(hashes.map((hash) => ({ staff_id: staffId, hash })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Transaction<Database>, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
}

/** False: it is no code of this person, or was used. Of all who try, one wins. */
export async function takeRecoveryCode(
  trx: Transaction<Database>,
  { staffId, hash, now }: { staffId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Uses a link up. Undefined: it is wrong, used, expired, or its person is disabled. Of all who try, one wins. */
export async function takeEnrolment(
  trx: Transaction<Database>,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | undefined> {
  const taken = await trx
    .deleteFrom('staff_enrolment')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('staff_id')
    .executeTakeFirst();
  return taken?.staff_id;
}
