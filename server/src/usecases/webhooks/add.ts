import type { EventType } from '@vezne/domain/transaction-state';
import { readLastFeedNo } from '../../db/read/webhooks/endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import { insertWebhookEndpoint, insertWebhookSecret } from '../../db/write/webhooks/endpoints.ts';
import { newSubjectId, perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { checkedWebhookUrl, isOnThisMachine } from './checked-url.ts';
import { USUAL_EVENT_TYPES, checkedEventTypes } from './event-types.ts';
import { getWebhookEndpoint } from './get.ts';
import { newWebhookSecret } from './new-secret.ts';
import type { WebhookSecretContext } from './new-secret.ts';
import { refuseTakenUrl, refusingTakenUrl } from './taken-url.ts';

export interface WebhookEndpointAddition {
  partner: string;
  url: string;
  /** Names of events, or `all`. Default: the usual four. */
  events?: readonly string[] | undefined;
  /** Also send everything that has happened before now. */
  sinceBeginning?: boolean | undefined;
  /** Allows a private address and plain http, as on a developer's machine. */
  allowPrivate: boolean;
}

export interface AddedWebhookEndpoint {
  partner: { id: string; name: string };
  endpoint: WebhookEndpointRecord;
  /** It exists in this form only during the handover. */
  secret: string;
}

interface EndpointInput {
  id: string;
  partner: string;
  url: string;
  eventTypes: EventType[];
  sinceBeginning: boolean;
  /** On a developer's machine it is one person's to add. */
  isDevelopment: boolean;
}

export const addWebhookEndpointAct: Act<EndpointInput, AddedWebhookEndpoint, WebhookSecretContext> = {
  action: 'webhook.add',
  async plan(trx, { id, partner, url, eventTypes, sinceBeginning, isDevelopment }, context) {
    const { id: partnerId, name } = await getPartnerForChange(trx, partner);
    await refuseTakenUrl(trx, { partnerId, id, url });
    return {
      subject: { type: 'webhook_endpoint', id },
      change: { before: {}, after: { url, eventTypes, status: 'active' } },
      effect: isDevelopment && isOnThisMachine(url) ? 'neutral' : 'widens',
      seen: { partnerId, name, sinceBeginning },
      auditDetails: () => ({ partnerId, sinceBeginning }),
      async apply() {
        const { secret, stored } = await newWebhookSecret(context, id);
        const lastFeedNo = sinceBeginning ? 0n : await readLastFeedNo(trx, partnerId);
        const createdBy = context.actor.name;
        const endpoint = { id, partnerId, url, eventTypes, lastFeedNo, createdBy };
        await refusingTakenUrl(url, async () => await insertWebhookEndpoint(trx, endpoint));
        await insertWebhookSecret(trx, stored);
        return { partner: { id: partnerId, name }, endpoint: await getWebhookEndpoint(trx, id), secret };
      },
    };
  },
};

/** Adds an address that a partner's events go to from now on, with the secret that signs them. */
export async function addWebhookEndpoint(
  context: WebhookSecretContext,
  { partner, url, events, sinceBeginning = false, allowPrivate }: WebhookEndpointAddition,
): Promise<Performed<AddedWebhookEndpoint>> {
  return await perform(context, addWebhookEndpointAct, {
    id: newSubjectId(context),
    partner,
    url: checkedWebhookUrl(url, { allowPrivate }),
    eventTypes: checkedEventTypes(events ?? USUAL_EVENT_TYPES),
    sinceBeginning,
    isDevelopment: allowPrivate,
  });
}
