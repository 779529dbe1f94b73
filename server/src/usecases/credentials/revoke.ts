import { findCredential, listCredentials } from '../../db/read/partners/credentials.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { markCredentialRevoked } from '../../db/write/partners/credentials.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { refused } from '../refusal.ts';

export interface RevokedCredential {
  partner: { id: string; name: string };
  apiKey: string;
  /** How many credentials the partner can still sign with. */
  liveCredentials: number;
}

/** Ends a credential at once: within two seconds no process accepts it. */
export async function revokeCredential(
  { db, actor }: AdminContext,
  apiKey: string,
): Promise<RevokedCredential> {
  refuseUnlessMay(actor, 'credentials.revoke');
  return await db.transaction().execute(async (trx) => {
    const owner = (await findCredential(trx, apiKey))?.partnerId;
    if (owner === undefined) throw refused('api_key_not_found', { apiKey });
    // Every change of credentials locks the partner first, so what is read after this stays true.
    const { id, name } = await getPartnerForChange(trx, owner);
    const credential = await findCredential(trx, apiKey);
    if (credential?.revokedAt !== null) throw refused('api_key_revoked_before', { apiKey });
    await markCredentialRevoked(trx, credential.id);
    const details = { before: { revoked: false }, after: { revoked: true }, apiKey };
    await insertAuditEntry(trx, {
      actor,
      action: 'credentials.revoke',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    const live = (await listCredentials(trx, id)).filter(({ isLive }) => isLive);
    return { partner: { id, name }, apiKey, liveCredentials: live.length };
  });
}
