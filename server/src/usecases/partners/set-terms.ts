import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { readTermsInForce } from '../../db/read/partner-terms.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertTermsVersion } from '../../db/write/partner-terms.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { checkTerms } from './checked-terms.ts';
import { getPartnerForChange } from './get.ts';

export interface ChangedTerms {
  partner: { id: string; name: string };
  direction: TransactionType;
  version: number;
  terms: Terms;
  /** undefined: they were already like that, and no version was added. */
  change: Change | undefined;
}

/** Adds a version of a partner's terms. Values that are not given carry over. Existing transactions keep their terms. */
export async function setTerms(
  { db, actor }: AdminContext,
  request: { partner: string; direction: TransactionType; changes: Partial<Terms> },
): Promise<ChangedTerms> {
  const { direction, changes } = request;
  return await db.transaction().execute(async (trx) => {
    const { id, name } = await getPartnerForChange(trx, request.partner);
    const inForce = (await readTermsInForce(trx, id)).find((terms) => terms.direction === direction);
    if (inForce === undefined) throw new Error(`Partner ${id} has no ${direction} terms.`);
    const before: Terms = {
      basisPoints: inForce.basisPoints,
      fixedCents: inForce.fixedCents,
      mode: inForce.mode,
    };
    const terms: Terms = { ...before, ...changes };
    checkTerms(terms);
    const change = changeBetween(before, terms);
    if (change === undefined)
      return { partner: { id, name }, direction, version: inForce.version, terms, change };
    const version = inForce.version + 1;
    await insertTermsVersion(trx, { partnerId: id, direction, version, ...terms, createdBy: actor.name });
    const details = { direction, version, ...change };
    await insertAuditEntry(trx, {
      actor,
      action: 'terms.set',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    return { partner: { id, name }, direction, version, terms, change };
  });
}
