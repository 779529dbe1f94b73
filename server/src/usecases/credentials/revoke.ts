import { findCredential, listCredentials } from '../../db/read/credentials.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { markCredentialRevoked } from '../../db/write/credentials.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { getPartnerForChange } from '../partners/get.ts';

export interface RevokedCredential {
  partner: { id: string; name: string };
  apiKey: string;
  /** How many the partner can still sign with. */
  liveCredentials: number;
}

/** Ends a credential at once: within five seconds no process takes it any more. */
export async function revokeCredential(
  { db, actor }: AdminContext,
  apiKey: string,
): Promise<RevokedCredential> {
  return await db.transaction().execute(async (trx) => {
    const owner = (await findCredential(trx, apiKey))?.partnerId;
    if (owner === undefined) {
      throw new AdminError(
        `There is no API key "${apiKey}". See a partner's keys with: vezne credentials list PARTNER`,
      );
    }
    // Everything that changes credentials locks the partner first, so what is read after this stays true.
    const { id, name } = await getPartnerForChange(trx, owner);
    const credential = await findCredential(trx, apiKey);
    if (credential?.revokedAt !== null) {
      throw new AdminError(`The API key ${apiKey} was revoked before. Nothing is left to do.`);
    }
    await markCredentialRevoked(trx, credential.id);
    const details = { before: { revoked: false }, after: { revoked: true }, apiKey };
    await insertCommandLineEntry(trx, {
      actor,
      action: 'credentials.revoked',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    const live = (await listCredentials(trx, id)).filter(({ isLive }) => isLive);
    return { partner: { id, name }, apiKey, liveCredentials: live.length };
  });
}
