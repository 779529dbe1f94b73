import type { CredentialRecord } from '../../db/read/partners/credentials.ts';
import { timeText } from '../layout.ts';

/** A credential as columns: its key, whether it is live, who made it and when. */
export function credentialRow(credential: CredentialRecord): string[] {
  return [
    credential.apiKey,
    stateText(credential),
    `made ${timeText(credential.createdAt)} by ${credential.createdBy}`,
  ];
}

function stateText({ isLive, expiresAt, revokedAt }: CredentialRecord): string {
  if (revokedAt !== null) return `revoked ${timeText(revokedAt)}`;
  if (expiresAt === null) return 'live';
  return `${isLive ? 'live until' : 'expired'} ${timeText(expiresAt)}`;
}
