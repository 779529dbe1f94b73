import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertCredential } from '../../db/write/credentials.ts';
import type { CredentialContext } from '../admin-context.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { newCredential } from '../partners/new-credential.ts';
import type { CredentialTriple } from '../partners/new-credential.ts';

export interface CreatedCredentials {
  partner: { id: string; name: string };
  credentials: CredentialTriple;
}

/** Adds another triple for a partner. The existing ones stay. */
export async function createCredentials(
  context: CredentialContext,
  partner: string,
): Promise<CreatedCredentials> {
  const { db, actor } = context;
  return await db.transaction().execute(async (trx) => {
    const { id, name } = await getPartnerForChange(trx, partner);
    const { triple, stored } = await newCredential(context, id);
    await insertCredential(trx, stored);
    const details = { after: { apiKey: triple.apiKey } };
    await insertAuditEntry(trx, {
      actor,
      action: 'credentials.create',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    return { partner: { id, name }, credentials: triple };
  });
}
