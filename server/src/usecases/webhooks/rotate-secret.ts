import { MAX_OVERLAP_HOURS, isOverlap } from '@vezne/domain/key-overlap';
import { listWebhookSecrets } from '../../db/read/webhooks/endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import { expireWebhookSecrets, insertWebhookSecret } from '../../db/write/webhooks/endpoints.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import { isOnThisMachine } from './checked-url.ts';
import { getWebhookEndpointForChange } from './get.ts';
import { newWebhookSecret } from './new-secret.ts';
import type { WebhookSecretContext } from './new-secret.ts';

export interface RotatedWebhookSecret {
  endpoint: WebhookEndpointRecord;
  /** It exists in this form only during the handover. */
  secret: string;
  /** Until when the previous secret also signs deliveries; null: it no longer does. */
  olderUntil: Date | null;
  /** Secrets that ended at once, because at most two are live. */
  ended: number;
}

interface Rotation {
  /** By id or address. */
  endpoint: string;
  overlapHours: number;
  /** On a developer's machine it is one person's to rotate. */
  isDevelopment: boolean;
}

export const rotateWebhookSecretAct: Act<Rotation, RotatedWebhookSecret, WebhookSecretContext> = {
  action: 'webhook.rotate',
  async plan(trx, { endpoint: idOrUrl, overlapHours, isDevelopment }, context) {
    const endpoint = await getWebhookEndpointForChange(trx, idOrUrl);
    const live = (await listWebhookSecrets(trx, endpoint.id)).filter(({ isLive }) => isLive);
    const [newest, ...older] = live.map(({ id }) => id);
    return {
      subject: { type: 'webhook_endpoint', id: endpoint.id },
      change: { before: {}, after: { secret: 'a new one', overlapHours } },
      effect: isDevelopment && isOnThisMachine(endpoint.url) ? 'neutral' : 'widens',
      seen: { url: endpoint.url, newest },
      auditDetails: ({ olderUntil, ended }) => ({ olderUntil: olderUntil?.toISOString() ?? null, ended }),
      async apply() {
        if (newest !== undefined)
          await expireWebhookSecrets(trx, { ids: [newest], afterHours: overlapHours });
        await expireWebhookSecrets(trx, { ids: older, afterHours: 0 });
        const { secret, stored } = await newWebhookSecret(context, endpoint.id);
        await insertWebhookSecret(trx, stored);
        const secrets = await listWebhookSecrets(trx, endpoint.id);
        const olderUntil = secrets.find(({ id, isLive }) => isLive && id === newest)?.expiresAt ?? null;
        return { endpoint, secret, olderUntil, ended: older.length };
      },
    };
  },
};

/** Makes a new secret. The previous one also signs during the overlap, while the partner switches over. Older ones end. */
export async function rotateWebhookSecret(
  context: WebhookSecretContext,
  {
    endpoint,
    overlapHours,
    allowPrivate = false,
  }: { endpoint: string; overlapHours: number; allowPrivate?: boolean },
): Promise<Performed<RotatedWebhookSecret>> {
  if (!isOverlap(overlapHours)) throw refused('overlap_out_of_range', { maxHours: MAX_OVERLAP_HOURS });
  return await perform(context, rotateWebhookSecretAct, {
    endpoint,
    overlapHours,
    isDevelopment: allowPrivate,
  });
}
