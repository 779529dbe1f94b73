import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { changeWebhookEndpoint } from './change.ts';
import type { ChangedWebhookEndpoint } from './change.ts';

/** Nothing goes out to it until it is resumed. Events are kept ready meanwhile. */
export async function pauseWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.pause',
    wishes: { status: 'paused' },
    check({ id, status }) {
      if (status !== 'disabled') return;
      throw new AdminError(
        `The endpoint is disabled, which is more than paused. To use it again: vezne webhook enable ${id}`,
      );
    },
  });
}
