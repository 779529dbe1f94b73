import type { AdminContext } from '../admin-context.ts';
import { changeWebhookEndpoint } from './change.ts';
import type { ChangedWebhookEndpoint } from './change.ts';

/** Nothing goes out to it, and nothing is prepared for it. Only a person does this, however often an endpoint fails. */
export async function disableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.disable',
    wishes: { status: 'disabled' },
  });
}
