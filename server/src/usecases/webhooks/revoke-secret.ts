import { listWebhookSecrets } from '../../db/read/webhook-endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhook-endpoints.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { expireWebhookSecrets } from '../../db/write/webhooks/endpoints.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { getWebhookEndpointForChange } from './get.ts';

export interface RevokedWebhookSecret {
  endpoint: WebhookEndpointRecord;
  /** How many secrets ended. */
  ended: number;
}

/** Ends what a rotation left live, before its time: from now on only the newest secret signs. */
export async function revokeOlderWebhookSecrets(
  { db, actor }: AdminContext,
  idOrUrl: string,
): Promise<RevokedWebhookSecret> {
  return await db.transaction().execute(async (trx) => {
    const endpoint = await getWebhookEndpointForChange(trx, idOrUrl);
    const live = (await listWebhookSecrets(trx, endpoint.id)).filter(({ isLive }) => isLive);
    const older = live.slice(1).map(({ id }) => id);
    if (older.length === 0) {
      throw new AdminError(
        'The endpoint has one live secret, and without one nothing could be signed. ' +
          `To replace it at once: vezne webhook rotate ${endpoint.id} --overlap-hours 0`,
      );
    }
    await expireWebhookSecrets(trx, { ids: older, afterHours: 0 });
    await insertCommandLineEntry(trx, {
      actor,
      action: 'webhook.revoke',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.id,
      details: { ended: older.length },
    });
    return { endpoint, ended: older.length };
  });
}
