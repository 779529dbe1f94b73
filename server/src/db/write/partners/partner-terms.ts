import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { TermsStart } from '../../read/partners/partner-terms.ts';
import type { Database } from '../../schema.ts';

export interface NewTermsVersion extends Terms {
  partnerId: string;
  direction: TransactionType;
  version: number;
  from: TermsStart;
  createdBy: string;
}

/**
 * Returns from when it holds. That is never before it is written: JavaScript's times end with milliseconds, and PostgreSQL's
 * clock has moved on since it was asked.
 */
export async function insertTermsVersion(trx: Transaction<Database>, terms: NewTermsVersion): Promise<Date> {
  const { effectiveFrom } = await trx
    .insertInto('partner_terms')
    .values({
      partner_id: terms.partnerId,
      direction: terms.direction,
      version: terms.version,
      basis_points: terms.basisPoints,
      fixed_cents: terms.fixedCents,
      settlement_mode: terms.mode,
      effective_from:
        terms.from === 'now'
          ? sql<Date>`clock_timestamp()`
          : sql<Date>`greatest(${terms.from}::timestamptz, clock_timestamp())`,
      created_by: terms.createdBy,
    })
    .returning('effective_from as effectiveFrom')
    .executeTakeFirstOrThrow();
  return effectiveFrom;
}
