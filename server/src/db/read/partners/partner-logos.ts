import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ImageType } from '@vezne/domain/image-type';
import type { Database } from '../../schema.ts';
import { runRead } from '../../statement.ts';

export interface Logo {
  content: Buffer;
  contentType: ImageType;
}

/** The page does not wait long for a logo: it is complete without one. */
const TIMEOUT_MS = 2_000;

export async function findLogo(pool: pg.Pool, partnerId: string): Promise<Logo | undefined> {
  const text = 'select content, content_type as "contentType" from partner_logo where partner_id = $1';
  const query = { name: 'find-partner-logo', text, values: [partnerId] };
  const [found] = await runRead<Logo>(pool, query, { timeoutMs: TIMEOUT_MS });
  return found;
}

/** Tells whether two logos differ without reading them. */
export async function findLogoHash(db: Kysely<Database>, partnerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('partner_logo')
    .select('content_hash')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row?.content_hash;
}
