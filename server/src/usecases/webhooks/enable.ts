import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { changeWebhookEndpoint } from './change.ts';
import type { ChangedWebhookEndpoint } from './change.ts';

/** From disabled: it gets everything that it missed, then what happens. */
export async function enableWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.enable',
    wishes: { status: 'active' },
    check({ id, status }) {
      if (status !== 'paused') return;
      throw new AdminError(`The endpoint is paused, not disabled. To go on: vezne webhook resume ${id}`);
    },
  });
}
