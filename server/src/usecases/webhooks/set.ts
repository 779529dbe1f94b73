import type { AdminContext } from '../admin-context.ts';
import { changeWebhookEndpoint } from './change.ts';
import type { ChangedWebhookEndpoint } from './change.ts';
import { checkedWebhookUrl } from './checked-url.ts';
import { checkedEventTypes } from './event-types.ts';

export interface WebhookEndpointWishes {
  endpoint: string;
  url?: string | undefined;
  /** Names of events, or `all`. */
  events?: readonly string[] | undefined;
  allowPrivate: boolean;
}

/** Another address, which gets what waits for the old one too, or other events, from now on. The secrets stay. */
export async function setWebhookEndpoint(
  context: AdminContext,
  { endpoint, url, events, allowPrivate }: WebhookEndpointWishes,
): Promise<ChangedWebhookEndpoint> {
  const wishes = {
    ...(url === undefined ? {} : { url: checkedWebhookUrl(url, { allowPrivate }) }),
    ...(events === undefined ? {} : { eventTypes: checkedEventTypes(events) }),
  };
  return await changeWebhookEndpoint(context, { endpoint, action: 'webhook.set', wishes });
}
