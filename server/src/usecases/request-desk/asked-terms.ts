import type { Kysely } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { readTermsInForce } from '../../db/read/partners/partner-terms.ts';
import type { RequestRecord } from '../../db/read/requests/request-rows.ts';
import type { Database } from '../../db/schema.ts';
import { readStoredInput } from '../four-eyes/stored-input.ts';

/** All terms of a direction, without and with the change that is asked for. */
export interface AskedTerms {
  direction: TransactionType;
  before: Terms;
  after: Terms;
}

/** What an open request for other terms would make of them. The request itself keeps only what differs. */
export async function findAskedTerms(
  db: Kysely<Database>,
  { action, status, subjectId, details }: RequestRecord,
): Promise<AskedTerms | undefined> {
  if (action !== 'terms.set' || status !== 'open' || subjectId === null) return undefined;
  const { direction, from, changes } = readStoredInput(details) as {
    direction: TransactionType;
    from: string;
    changes: Partial<Terms>;
  };
  const versions = await readTermsInForce(db, subjectId, from === 'now' ? from : new Date(from));
  const inForce = versions.find((version) => version.direction === direction);
  if (inForce === undefined) return undefined;
  const { basisPoints, fixedCents, mode } = inForce;
  const before = { basisPoints, fixedCents, mode };
  return { direction, before, after: { ...before, ...changes } };
}
