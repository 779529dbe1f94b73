import { readLastFeedNo } from '../../db/read/webhook-endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhook-endpoints.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertWebhookEndpoint, insertWebhookSecret } from '../../db/write/webhooks/endpoints.ts';
import { newId } from '../../ids.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { checkedWebhookUrl } from './checked-url.ts';
import { USUAL_EVENT_TYPES, checkedEventTypes } from './event-types.ts';
import { getWebhookEndpoint } from './get.ts';
import { newWebhookSecret } from './new-secret.ts';
import type { WebhookSecretContext } from './new-secret.ts';
import { refusingTakenUrl } from './taken-url.ts';

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

/** Adds an address that a partner's events go to from now on, with the secret that signs them. */
export async function addWebhookEndpoint(
  context: WebhookSecretContext,
  addition: WebhookEndpointAddition,
): Promise<AddedWebhookEndpoint> {
  const { db, actor } = context;
  const { sinceBeginning = false, allowPrivate } = addition;
  const url = checkedWebhookUrl(addition.url, { allowPrivate });
  const eventTypes = checkedEventTypes(addition.events ?? USUAL_EVENT_TYPES);
  const endpointId = newId();
  const { secret, stored } = await newWebhookSecret(context, endpointId);
  return await db.transaction().execute(async (trx) => {
    const { id: partnerId, name } = await getPartnerForChange(trx, addition.partner);
    const lastFeedNo = sinceBeginning ? 0n : await readLastFeedNo(trx, partnerId);
    const endpoint = { id: endpointId, partnerId, url, eventTypes, lastFeedNo, createdBy: actor.name };
    await refusingTakenUrl(url, async () => await insertWebhookEndpoint(trx, endpoint));
    await insertWebhookSecret(trx, stored);
    await insertAuditEntry(trx, {
      actor,
      action: 'webhook.add',
      subjectType: 'webhook_endpoint',
      subjectId: endpointId,
      details: { after: { url, eventTypes, status: 'active' }, partnerId, sinceBeginning },
    });
    return {
      partner: { id: partnerId, name },
      endpoint: await getWebhookEndpoint(trx, endpointId),
      secret,
    };
  });
}
