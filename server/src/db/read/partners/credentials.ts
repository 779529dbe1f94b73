import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

/** A credential without its secrets: nothing here reads or shows them. */
export interface CredentialRecord {
  id: string;
  partnerId: string;
  apiKey: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Neither revoked nor expired, by the database's clock. */
  isLive: boolean;
}

/** Oldest first. */
export async function listCredentials(db: Kysely<Database>, partnerId: string): Promise<CredentialRecord[]> {
  return await selectCredentials(db)
    .where('partner_id', '=', partnerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findCredential(
  db: Kysely<Database>,
  apiKey: string,
): Promise<CredentialRecord | undefined> {
  return await selectCredentials(db).where('api_key', '=', apiKey).executeTakeFirst();
}

function selectCredentials(db: Kysely<Database>) {
  return db
    .selectFrom('credential')
    .select([
      'id',
      'partner_id as partnerId',
      'api_key as apiKey',
      'created_at as createdAt',
      'created_by as createdBy',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as('isLive'),
    ]);
}
