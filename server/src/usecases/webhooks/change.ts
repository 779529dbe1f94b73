import type { AuditAction } from '@vezne/domain/audit-actions';
import { effectOf } from '@vezne/domain/widening';
import type { WebhookEndpointRecord, WebhookEndpointSettings } from '../../db/read/webhooks/endpoints.ts';
import { updateWebhookEndpoint } from '../../db/write/webhooks/endpoints.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import { checkedWebhookUrl, isOnThisMachine } from './checked-url.ts';
import { checkedEventTypes } from './event-types.ts';
import { getWebhookEndpointForChange } from './get.ts';
import { refuseTakenUrl, refusingTakenUrl } from './taken-url.ts';

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

interface EndpointInput {
  /** By id or address. */
  endpoint: string;
  settings: Partial<WebhookEndpointSettings>;
  /** On a developer's machine an address is one person's to set. */
  isDevelopment: boolean;
}

/** Changes some of an endpoint's settings and keeps the rest. Workers see the change within two seconds. */
function endpointAct(
  action: AuditAction,
  /** Throws when the change must not be made. */
  check?: (before: WebhookEndpointRecord) => void,
): Act<EndpointInput, ChangedWebhookEndpoint> {
  return {
    action,
    async plan(trx, { endpoint: idOrUrl, settings, isDevelopment }) {
      const before = await getWebhookEndpointForChange(trx, idOrUrl);
      const endpoint = { ...before, ...settings };
      const change = changeBetween(before, endpoint);
      if (change !== undefined) check?.(before);
      await refuseTakenUrl(trx, endpoint);
      const effect = effectOf('webhook_endpoint', before, endpoint);
      const { url, eventTypes, status } = before;
      return {
        subject: { type: 'webhook_endpoint', id: before.id },
        change,
        effect: isDevelopment && isOnThisMachine(endpoint.url) && effect === 'widens' ? 'neutral' : effect,
        seen: { url, eventTypes, status },
        async apply() {
          if (change !== undefined) {
            const { id, url: newUrl } = endpoint;
            await refusingTakenUrl(newUrl, async () => await updateWebhookEndpoint(trx, id, endpoint));
          }
          return { endpoint, change };
        },
      };
    },
  };
}

function refuseDisabled(wanted: 'pause' | 'resume') {
  return ({ id, status }: WebhookEndpointRecord): void => {
    if (status === 'disabled') throw refused('endpoint_disabled', { endpointId: id, wanted });
  };
}

export const setWebhookEndpointAct = endpointAct('webhook.set');
const pauseWebhookEndpointAct = endpointAct('webhook.pause', refuseDisabled('pause'));
const resumeWebhookEndpointAct = endpointAct('webhook.resume', refuseDisabled('resume'));
const disableWebhookEndpointAct = endpointAct('webhook.disable');
export const enableWebhookEndpointAct = endpointAct('webhook.enable', ({ id, status }) => {
  if (status === 'paused') throw refused('endpoint_paused', { endpointId: id });
});

/** Sets another address, which also gets what waits for the old one, or other events, from now on. The secrets stay. */
export async function setWebhookEndpoint(
  context: AdminContext,
  { endpoint, url, events, allowPrivate }: WebhookEndpointChanges,
): Promise<Performed<ChangedWebhookEndpoint>> {
  const settings = {
    ...(url === undefined ? {} : { url: checkedWebhookUrl(url, { allowPrivate }) }),
    ...(events === undefined ? {} : { eventTypes: checkedEventTypes(events) }),
  };
  return await perform(context, setWebhookEndpointAct, { endpoint, settings, isDevelopment: allowPrivate });
}

/** Sends nothing to the endpoint until it is resumed. Events wait for it. */
export async function pauseWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<Performed<ChangedWebhookEndpoint>> {
  return await perform(context, pauseWebhookEndpointAct, becomes('paused', { endpoint }));
}

/** Ends a pause. What the endpoint missed is sent now. */
export async function resumeWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<Performed<ChangedWebhookEndpoint>> {
  return await perform(context, resumeWebhookEndpointAct, becomes('active', { endpoint }));
}

/** Sends nothing to the endpoint. Only a person does this, however often an endpoint fails. */
export async function disableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<Performed<ChangedWebhookEndpoint>> {
  return await perform(context, disableWebhookEndpointAct, becomes('disabled', { endpoint }));
}

/** Enables a disabled endpoint. It gets everything it missed, then new events. */
export async function enableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
  { allowPrivate = false }: { allowPrivate?: boolean } = {},
): Promise<Performed<ChangedWebhookEndpoint>> {
  const input = { ...becomes('active', { endpoint }), isDevelopment: allowPrivate };
  return await perform(context, enableWebhookEndpointAct, input);
}

function becomes(
  status: WebhookEndpointSettings['status'],
  { endpoint }: { endpoint: string },
): EndpointInput {
  return { endpoint, settings: { status }, isDevelopment: false };
}
