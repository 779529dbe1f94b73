import { randomBytes } from 'node:crypto';
import type { NewWebhookSecret } from '../../db/write/webhooks/endpoints.ts';
import { newId } from '../../ids.ts';
import type { CredentialContext } from '../admin-context.ts';
import type { SecretMaker } from '../partners/new-credential.ts';

/** For actions that make a secret. */
export type WebhookSecretContext = Omit<CredentialContext, 'cell'>;

/** The length of an HMAC-SHA256 digest. */
const SECRET_BYTES = 32;

/**
 * A new secret, and the row that stores it sealed. Its format follows the Standard Webhooks specification, so a partner can
 * give it to a published library as it is.
 */
export async function newWebhookSecret(
  { sealedSecrets, actor }: SecretMaker,
  endpointId: string,
): Promise<{ secret: string; stored: NewWebhookSecret }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const { sealed, keyVersion } = await sealedSecrets.seal(secret);
  return {
    secret,
    stored: { id: newId(), endpointId, secretSealed: sealed, keyVersion, createdBy: actor.name },
  };
}
