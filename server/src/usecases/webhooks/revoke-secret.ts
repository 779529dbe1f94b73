import { listWebhookSecrets } from '../../db/read/webhooks/endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { expireWebhookSecrets } from '../../db/write/webhooks/endpoints.ts';
import type { AdminContext } from '../admin-context.ts';
import { pressDetails, stopAtEcho } from '../four-eyes/done-press.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { getWebhookEndpointForChange } from './get.ts';

export interface RevokedWebhookSecret {
  endpoint: WebhookEndpointRecord;
  /** How many secrets ended. */
  ended: number;
}

/** Ends the older secrets that a rotation left live, before their time. From now on only the newest secret signs. */
export async function revokeOlderWebhookSecrets(
  context: AdminContext,
  idOrUrl: string,
): Promise<RevokedWebhookSecret> {
  const { db, actor } = context;
  refuseUnlessMay(actor, 'webhook.revoke');
  return await db.transaction().execute(async (trx) => {
    const endpoint = await getWebhookEndpointForChange(trx, idOrUrl);
    const input = { endpointId: endpoint.id };
    // Since then a rotation may have left another older secret, whose time has not come.
    await stopAtEcho(trx, context, { action: 'webhook.revoke', input });
    const live = (await listWebhookSecrets(trx, endpoint.id)).filter(({ isLive }) => isLive);
    const older = live.slice(1).map(({ id }) => id);
    // Without a live secret, deliveries could not be signed.
    if (older.length === 0) throw refused('last_live_secret', { endpointId: endpoint.id });
    await expireWebhookSecrets(trx, { ids: older, afterHours: 0 });
    await insertAuditEntry(trx, {
      actor,
      action: 'webhook.revoke',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.id,
      details: { ended: older.length, ...pressDetails(context, { input }) },
    });
    return { endpoint, ended: older.length };
  });
}
