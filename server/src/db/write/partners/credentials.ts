import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export interface NewCredential {
  id: string;
  partnerId: string;
  apiKey: string;
  apiSecretSealed: string;
  hashSecretSealed: string;
  keyVersion: number;
  createdBy: string;
}

export async function insertCredential(trx: Transaction<Database>, credential: NewCredential): Promise<void> {
  await trx
    .insertInto('credential')
    .values({
      id: credential.id,
      partner_id: credential.partnerId,
      api_key: credential.apiKey,
      api_secret_sealed: credential.apiSecretSealed,
      hash_secret_sealed: credential.hashSecretSealed,
      key_version: credential.keyVersion,
      created_by: credential.createdBy,
    })
    .execute();
}

export interface ExpiringCredential {
  apiKey: string;
  expiresAt: Date;
}

/** Makes a partner's live credentials end after the overlap. A credential that already ends sooner keeps its end. */
export async function expireCredentials(
  trx: Transaction<Database>,
  { partnerId, overlapHours }: { partnerId: string; overlapHours: number },
): Promise<ExpiringCredential[]> {
  const end = sql<Date>`now() + make_interval(hours => ${overlapHours})`;
  return await trx
    .updateTable('credential')
    .set({ expires_at: end })
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .where(({ eb }) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
    .returning(['api_key as apiKey', sql<Date>`expires_at`.as('expiresAt')])
    .execute();
}

export async function markCredentialRevoked(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable('credential')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
