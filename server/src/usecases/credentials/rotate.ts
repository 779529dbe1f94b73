import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { expireCredentials, insertCredential } from '../../db/write/credentials.ts';
import type { ExpiringCredential } from '../../db/write/credentials.ts';
import type { CredentialContext } from '../admin-context.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { newCredential } from '../partners/new-credential.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';
import type { CreatedCredentials } from './create.ts';

export interface RotatedCredentials extends CreatedCredentials {
  /** The older ones, each with the time it ends. */
  expiring: ExpiringCredential[];
}

/** A year. A longer overlap is not a rotation but a second set of credentials. */
const MAX_OVERLAP_HOURS = 8784;

/** Makes a new triple. The older ones stay live during the overlap, while the partner switches over. */
export async function rotateCredentials(
  context: CredentialContext,
  { partner, overlapHours }: { partner: string; overlapHours: number },
): Promise<RotatedCredentials> {
  const { db, actor } = context;
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw refused('overlap_out_of_range', { maxHours: MAX_OVERLAP_HOURS });
  }
  return await db.transaction().execute(async (trx) => {
    const { id, name } = await getPartnerForChange(trx, partner);
    const { triple, stored } = await newCredential(context, id);
    const expiring = await expireCredentials(trx, { partnerId: id, overlapHours });
    await insertCredential(trx, stored);
    const details = { ...plainValues({ overlapHours, expiring }), after: { apiKey: triple.apiKey } };
    await insertAuditEntry(trx, {
      actor,
      action: 'credentials.rotate',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    return { partner: { id, name }, credentials: triple, expiring };
  });
}
