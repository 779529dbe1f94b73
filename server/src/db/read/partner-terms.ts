import type { Kysely } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Database } from '../schema.ts';

export interface TermsVersion extends Terms {
  direction: TransactionType;
  version: number;
  createdAt: Date;
  createdBy: string;
}

/** The version in force for each direction, deposits first. */
export async function readTermsInForce(db: Kysely<Database>, partnerId: string): Promise<TermsVersion[]> {
  return await db
    .selectFrom('partner_terms')
    .distinctOn('direction')
    .select([
      'direction',
      'version',
      'basis_points as basisPoints',
      'fixed_cents as fixedCents',
      'settlement_mode as mode',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .where('partner_id', '=', partnerId)
    .orderBy('direction')
    .orderBy('version', 'desc')
    .execute();
}
