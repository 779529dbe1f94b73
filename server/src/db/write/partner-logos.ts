import type { Transaction } from 'kysely';
import type { ImageType } from '@vezne/domain/image-type';
import type { Database } from '../schema.ts';

export interface NewLogo {
  partnerId: string;
  content: Buffer;
  contentType: ImageType;
  contentHash: string;
  createdBy: string;
}

export async function insertLogo(trx: Transaction<Database>, logo: NewLogo): Promise<void> {
  await trx
    .insertInto('partner_logo')
    .values({
      partner_id: logo.partnerId,
      content: logo.content,
      content_type: logo.contentType,
      content_hash: logo.contentHash,
      created_by: logo.createdBy,
    })
    .execute();
}

export async function deleteLogo(trx: Transaction<Database>, partnerId: string): Promise<void> {
  await trx.deleteFrom('partner_logo').where('partner_id', '=', partnerId).execute();
}
