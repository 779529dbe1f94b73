import type { AuditAction } from '@vezne/domain/audit-actions';
import type { WebhookEndpointRecord, WebhookEndpointSettings } from '../../db/read/webhook-endpoints.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { updateWebhookEndpoint } from '../../db/write/webhooks/endpoints.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { refused } from '../refusal.ts';
import { checkedWebhookUrl } from './checked-url.ts';
import { checkedEventTypes } from './event-types.ts';
import { getWebhookEndpointForChange } from './get.ts';
import { refusingTakenUrl } from './taken-url.ts';

export interface ChangedWebhookEndpoint {
  endpoint: WebhookEndpointRecord;
  /** undefined: it was already like that, and nothing was written. */
  change: Change | undefined;
}

export interface WebhookEndpointChanges {
  endpoint: string;
  url?: string | undefined;
  /** Names of events, or `all`. */
  events?: readonly string[] | undefined;
  allowPrivate: boolean;
}

/** Sets another address, which also gets what waits for the old one, or other events, from now on. The secrets stay. */
export async function setWebhookEndpoint(
  context: AdminContext,
  { endpoint, url, events, allowPrivate }: WebhookEndpointChanges,
): Promise<ChangedWebhookEndpoint> {
  const settings = {
    ...(url === undefined ? {} : { url: checkedWebhookUrl(url, { allowPrivate }) }),
    ...(events === undefined ? {} : { eventTypes: checkedEventTypes(events) }),
  };
  return await changeWebhookEndpoint(context, { endpoint, action: 'webhook.set', settings });
}

/** Sends nothing to the endpoint until it is resumed. Events are kept ready during the pause. */
export async function pauseWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.pause',
    settings: { status: 'paused' },
    check({ id, status }) {
      if (status === 'disabled') throw refused('endpoint_disabled', { endpointId: id, wanted: 'pause' });
    },
  });
}

/** Ends a pause. What the endpoint missed is sent now. */
export async function resumeWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.resume',
    settings: { status: 'active' },
    check({ id, status }) {
      if (status === 'disabled') throw refused('endpoint_disabled', { endpointId: id, wanted: 'resume' });
    },
  });
}

/** Sends nothing to the endpoint and prepares nothing for it. Only a person does this, however often an endpoint fails. */
export async function disableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.disable',
    settings: { status: 'disabled' },
  });
}

/** Enables a disabled endpoint. It gets everything it missed, then new events. */
export async function enableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.enable',
    settings: { status: 'active' },
    check({ id, status }) {
      if (status === 'paused') throw refused('endpoint_paused', { endpointId: id });
    },
  });
}

/** Changes some of an endpoint's settings and keeps the rest. Workers see the change within two seconds. */
async function changeWebhookEndpoint(
  { db, actor }: AdminContext,
  request: {
    endpoint: string;
    action: AuditAction;
    settings: Partial<WebhookEndpointSettings>;
    /** Throws when the change must not be made. */
    check?: (before: WebhookEndpointRecord) => void;
  },
): Promise<ChangedWebhookEndpoint> {
  return await db.transaction().execute(async (trx) => {
    const before = await getWebhookEndpointForChange(trx, request.endpoint);
    const endpoint = { ...before, ...request.settings };
    const change = changeBetween(before, endpoint);
    if (change === undefined) return { endpoint, change };
    request.check?.(before);
    await refusingTakenUrl(endpoint.url, async () => await updateWebhookEndpoint(trx, endpoint.id, endpoint));
    await insertAuditEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.id,
      details: { ...change },
    });
    return { endpoint, change };
  });
}
