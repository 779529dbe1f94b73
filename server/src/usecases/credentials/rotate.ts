import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { expireCredentials, insertCredential } from '../../db/write/credentials.ts';
import type { ExpiringCredential } from '../../db/write/credentials.ts';
import type { CredentialContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { plainValues } from '../plain-values.ts';
import type { CreatedCredentials } from './create.ts';
import { newCredential } from './new-credential.ts';

export interface RotatedCredentials extends CreatedCredentials {
  /** The older ones, each with its end. */
  expiring: ExpiringCredential[];
}

/** A year: an overlap beyond it is no rotation but a second set of credentials. */
const MAX_OVERLAP_HOURS = 8784;

/** A new triple; the older ones stay live for the overlap, so that a partner changes over without a gap. */
export async function rotateCredentials(
  context: CredentialContext,
  { partner, overlapHours }: { partner: string; overlapHours: number },
): Promise<RotatedCredentials> {
  const { db, actor } = context;
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new AdminError(
      `The overlap must be a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}; 168 are a week.`,
    );
  }
  return await db.transaction().execute(async (trx) => {
    const { id, name } = await getPartnerForChange(trx, partner);
    const { triple, stored } = await newCredential(context, id);
    const expiring = await expireCredentials(trx, { partnerId: id, overlapHours });
    await insertCredential(trx, stored);
    const details = { ...plainValues({ overlapHours, expiring }), after: { apiKey: triple.apiKey } };
    await insertCommandLineEntry(trx, {
      actor,
      action: 'credentials.rotated',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    return { partner: { id, name }, credentials: triple, expiring };
  });
}
