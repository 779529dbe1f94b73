/** The two tables with sealed secrets that `vezne keys reseal` moves. */
export type SealedTable = 'credential' | 'webhook_secret';

/** All that processes open. The command line reads no secret of our own people: a console seals those anew itself. */
export type OpenedTable = SealedTable | 'staff_totp';

/** Where a sample of each is found. */
export const SAMPLES: Readonly<Record<OpenedTable, { id: string; sealed: string }>> = {
  credential: { id: 'id', sealed: 'api_secret_sealed' },
  webhook_secret: { id: 'id', sealed: 'secret_sealed' },
  staff_totp: { id: 'staff_id', sealed: 'secret_sealed' },
};

export const SEALED_COLUMNS: Readonly<Record<SealedTable, readonly string[]>> = {
  credential: ['api_secret_sealed', 'hash_secret_sealed'],
  webhook_secret: ['secret_sealed'],
};

/** What has ended is never opened again. A disabled endpoint may be enabled again, so its secret is live. */
export const LIVE_SECRETS: Readonly<Record<SealedTable, string>> = {
  credential: 'revoked_at is null and (expires_at is null or expires_at > now())',
  webhook_secret: '(expires_at is null or expires_at > now())',
};
