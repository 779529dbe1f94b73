/** The two tables with sealed secrets. */
export type SealedTable = 'credential' | 'webhook_secret';

export const SEALED_COLUMNS: Readonly<Record<SealedTable, readonly string[]>> = {
  credential: ['api_secret_sealed', 'hash_secret_sealed'],
  webhook_secret: ['secret_sealed'],
};

/** What has ended is never opened again. A disabled endpoint may be enabled again, so its secret is live. */
export const LIVE_SECRETS: Readonly<Record<SealedTable, string>> = {
  credential: 'revoked_at is null and (expires_at is null or expires_at > now())',
  webhook_secret: '(expires_at is null or expires_at > now())',
};
