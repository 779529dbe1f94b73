import type { WebhookEndpointRecord, WebhookEndpointSettings } from '../../db/read/webhook-endpoints.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { updateWebhookEndpoint } from '../../db/write/webhooks/endpoints.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { getWebhookEndpointForChange } from './get.ts';
import { refusingTakenUrl } from './taken-url.ts';

export interface ChangedWebhookEndpoint {
  endpoint: WebhookEndpointRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
}

/** Changes some of an endpoint's settings and keeps the rest; the audit log names the action. Workers know within two seconds. */
export async function changeWebhookEndpoint(
  { db, actor }: AdminContext,
  request: {
    endpoint: string;
    action: string;
    wishes: Partial<WebhookEndpointSettings>;
    /** Throws when the change must not be made. */
    check?: (before: WebhookEndpointRecord) => void;
  },
): Promise<ChangedWebhookEndpoint> {
  return await db.transaction().execute(async (trx) => {
    const before = await getWebhookEndpointForChange(trx, request.endpoint);
    const endpoint = { ...before, ...request.wishes };
    const change = changeBetween(before, endpoint);
    if (change === undefined) return { endpoint, change };
    request.check?.(before);
    await refusingTakenUrl(endpoint.url, async () => await updateWebhookEndpoint(trx, endpoint.id, endpoint));
    await insertCommandLineEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.id,
      details: { ...change },
    });
    return { endpoint, change };
  });
}
