import type { Transaction } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Database } from '../schema.ts';

export interface NewTermsVersion extends Terms {
  partnerId: string;
  direction: TransactionType;
  version: number;
  createdBy: string;
}

export async function insertTermsVersion(trx: Transaction<Database>, terms: NewTermsVersion): Promise<void> {
  await trx
    .insertInto('partner_terms')
    .values({
      partner_id: terms.partnerId,
      direction: terms.direction,
      version: terms.version,
      basis_points: terms.basisPoints,
      fixed_cents: terms.fixedCents,
      settlement_mode: terms.mode,
      created_by: terms.createdBy,
    })
    .execute();
}
