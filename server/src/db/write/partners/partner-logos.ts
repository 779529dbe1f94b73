import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ImageType } from '@vezne/domain/image-type';
import type { Database } from '../../schema.ts';

export interface NewLogo {
  partnerId: string;
  content: Buffer;
  contentType: ImageType;
  contentHash: string;
  createdBy: string;
}

/** Takes the place of the one that is there. */
export async function putLogo(trx: Transaction<Database>, logo: NewLogo): Promise<void> {
  await trx
    .insertInto('partner_logo')
    .values({
      partner_id: logo.partnerId,
      content: logo.content,
      content_type: logo.contentType,
      content_hash: logo.contentHash,
      created_by: logo.createdBy,
    })
    .onConflict((conflict) =>
      conflict.column('partner_id').doUpdateSet({
        content: logo.content,
        content_type: logo.contentType,
        content_hash: logo.contentHash,
        created_at: sql`now()`,
        created_by: logo.createdBy,
      }),
    )
    .execute();
}

/** By a function: the console may not delete from the table, which hosted pages read. */
export async function removeLogo(trx: Transaction<Database>, partnerId: string): Promise<void> {
  await sql`select remove_partner_logo(${partnerId})`.execute(trx);
}
