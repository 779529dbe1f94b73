import { MAX_OVERLAP_HOURS, isOverlap } from '@vezne/domain/key-overlap';
import { listCredentials } from '../../db/read/partners/credentials.ts';
import { expireCredentials, insertCredential } from '../../db/write/partners/credentials.ts';
import type { ExpiringCredential } from '../../db/write/partners/credentials.ts';
import type { CredentialContext } from '../admin-context.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { newCredential } from '../partners/new-credential.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';
import type { CreatedCredentials } from './create.ts';

export interface RotatedCredentials extends CreatedCredentials {
  /** The older ones, each with the time it ends. */
  expiring: ExpiringCredential[];
}

interface Rotation {
  partner: string;
  overlapHours: number;
}

export const rotateCredentialsAct: Act<Rotation, RotatedCredentials, CredentialContext> = {
  action: 'credentials.rotate',
  async plan(trx, { partner, overlapHours }, context) {
    const { id, name } = await getPartnerForChange(trx, partner);
    const newest = (await listCredentials(trx, id)).at(-1)?.apiKey ?? null;
    return {
      subject: { type: 'partner', id },
      change: { before: {}, after: { credentials: 'a new triple', overlapHours } },
      effect: 'widens',
      // A triple that was handed over since the request must not end by it. One that was revoked since is no hindrance.
      seen: { name, newest },
      auditDetails: ({ credentials: { apiKey }, expiring }) => ({ apiKey, ...plainValues({ expiring }) }),
      async apply() {
        const { triple, stored } = await newCredential(context, id);
        const expiring = await expireCredentials(trx, { partnerId: id, overlapHours });
        await insertCredential(trx, stored);
        return { partner: { id, name }, credentials: triple, expiring };
      },
    };
  },
};

/** Asks for a new triple. The older ones stay live during the overlap, while the partner switches over. */
export async function rotateCredentials(
  context: CredentialContext,
  { partner, overlapHours }: Rotation,
): Promise<Performed<RotatedCredentials>> {
  if (!isOverlap(overlapHours)) throw refused('overlap_out_of_range', { maxHours: MAX_OVERLAP_HOURS });
  return await perform(context, rotateCredentialsAct, { partner, overlapHours });
}
