import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { changeWebhookEndpoint } from './change.ts';
import type { ChangedWebhookEndpoint } from './change.ts';

/** Ends a pause: what it missed goes out now. */
export async function resumeWebhookEndpoint(
  context: AdminContext,
  endpoint: string,
): Promise<ChangedWebhookEndpoint> {
  return await changeWebhookEndpoint(context, {
    endpoint,
    action: 'webhook.resume',
    wishes: { status: 'active' },
    check({ id, status }) {
      if (status !== 'disabled') return;
      throw new AdminError(
        `The endpoint is disabled, not paused. To use it again: vezne webhook enable ${id}`,
      );
    },
  });
}
