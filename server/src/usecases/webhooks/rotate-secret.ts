import { listWebhookSecrets } from '../../db/read/webhook-endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhook-endpoints.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { expireWebhookSecrets, insertWebhookSecret } from '../../db/write/webhooks/endpoints.ts';
import { refused } from '../refusal.ts';
import { getWebhookEndpointForChange } from './get.ts';
import { newWebhookSecret } from './new-secret.ts';
import type { WebhookSecretContext } from './new-secret.ts';

export interface RotatedWebhookSecret {
  endpoint: WebhookEndpointRecord;
  /** It exists in this form only while it is handed over. */
  secret: string;
  /** Until when deliveries are signed with the secret before it as well; null: no longer. */
  olderUntil: Date | null;
  /** Secrets that ended at once, since two are live at most. */
  ended: number;
}

/** A year: an overlap beyond it is no rotation but a second secret. */
const MAX_OVERLAP_HOURS = 8784;

/** A new secret. The one before it signs too for the overlap, in which the partner changes over; older ones end. */
export async function rotateWebhookSecret(
  context: WebhookSecretContext,
  { endpoint: idOrUrl, overlapHours }: { endpoint: string; overlapHours: number },
): Promise<RotatedWebhookSecret> {
  const { db, actor } = context;
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw refused('overlap_out_of_range', { maxHours: MAX_OVERLAP_HOURS });
  }
  return await db.transaction().execute(async (trx) => {
    const endpoint = await getWebhookEndpointForChange(trx, idOrUrl);
    const live = (await listWebhookSecrets(trx, endpoint.id)).filter(({ isLive }) => isLive);
    const [newest, ...older] = live.map(({ id }) => id);
    if (newest !== undefined) await expireWebhookSecrets(trx, { ids: [newest], afterHours: overlapHours });
    await expireWebhookSecrets(trx, { ids: older, afterHours: 0 });
    const { secret, stored } = await newWebhookSecret(context, endpoint.id);
    await insertWebhookSecret(trx, stored);
    const secrets = await listWebhookSecrets(trx, endpoint.id);
    const olderUntil = secrets.find(({ id, isLive }) => isLive && id === newest)?.expiresAt ?? null;
    await insertAuditEntry(trx, {
      actor,
      action: 'webhook.rotate',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.id,
      details: { overlapHours, olderUntil: olderUntil?.toISOString() ?? null, ended: older.length },
    });
    return { endpoint, secret, olderUntil, ended: older.length };
  });
}
