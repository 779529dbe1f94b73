import { insertCredential } from '../../db/write/partners/credentials.ts';
import type { CredentialContext } from '../admin-context.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { newCredential } from '../partners/new-credential.ts';
import type { CredentialTriple } from '../partners/new-credential.ts';

export interface CreatedCredentials {
  partner: { id: string; name: string };
  credentials: CredentialTriple;
}

export const createCredentialsAct: Act<{ partner: string }, CreatedCredentials, CredentialContext> = {
  action: 'credentials.create',
  async plan(trx, { partner }, context) {
    const { id, name } = await getPartnerForChange(trx, partner);
    return {
      subject: { type: 'partner', id },
      change: { before: {}, after: { credentials: 'another triple' } },
      effect: 'widens',
      seen: { name },
      auditDetails: ({ credentials }) => ({ apiKey: credentials.apiKey }),
      async apply() {
        const { triple, stored } = await newCredential(context, id);
        await insertCredential(trx, stored);
        return { partner: { id, name }, credentials: triple };
      },
    };
  },
};

/** Asks for another triple for a partner. The existing ones stay. The one who confirms is shown it, and hands it over. */
export async function createCredentials(
  context: CredentialContext,
  partner: string,
): Promise<Performed<CreatedCredentials>> {
  return await perform(context, createCredentialsAct, { partner });
}
