import type { Kysely } from 'kysely';
import { findEventOwner } from '../../db/read/transactions/event-owner.ts';
import {
  listWebhookEndpoints,
  lockWebhookEndpoints,
  readLastFeedNo,
} from '../../db/read/webhooks/endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { replayDeliveries } from '../../db/write/webhooks/replay.ts';
import type { ReplayPart, ReplaySelection, ReplayedPart } from '../../db/write/webhooks/replay.ts';
import { toEventId } from '../../ids.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';
import { getWebhookEndpoint } from './get.ts';

export interface ReplayRequest {
  /** May be left out for a single event, which then goes to all endpoints of its partner. */
  endpoint?: string | undefined;
  selection: ReplaySelection;
}

export interface ReplayedEndpoint {
  endpoint: WebhookEndpointRecord;
  deliveries: number;
}

/**
 * How many one transaction replays: about 0.1 s of work. Workers record outcomes for many endpoints at once and wait for
 * the rows that are locked here. 200,000 in one transaction would have stopped all of them for eleven seconds.
 */
const MAX_AT_ONCE = 1_000;

/** Sends events again with their old ids, each with a new retry schedule. Returns the endpoints that get any. */
export async function replayWebhooks(
  context: AdminContext,
  { endpoint: idOrUrl, selection }: ReplayRequest,
  maxAtOnce = MAX_AT_ONCE,
): Promise<ReplayedEndpoint[]> {
  refuseUnlessMay(context.actor, 'webhook.replay');
  const { partnerId, endpoints } = await recipientsOf(context.db, idOrUrl, selection);
  const counts = new Map<string, number>();
  const part = { afterFeedNo: 0n, upToFeedNo: await readLastFeedNo(context.db, partnerId), limit: maxAtOnce };
  for (let isMore = endpoints.length > 0; isMore;) {
    const replayed = await replayPart(context, { endpoints, selection, part });
    for (const { endpointId, deliveries } of replayed) {
      counts.set(endpointId, (counts.get(endpointId) ?? 0) + deliveries);
    }
    part.afterFeedNo = replayed[0]?.lastFeedNo ?? part.upToFeedNo;
    // A single event is one part, however many endpoints it goes to. Several events go to one endpoint.
    isMore = !('eventId' in selection) && replayed[0]?.deliveries === maxAtOnce;
  }
  if (counts.size === 0 && 'eventId' in selection) throw nothingToReplay(endpoints);
  return endpoints.flatMap((endpoint) => {
    const deliveries = counts.get(endpoint.id);
    return deliveries === undefined ? [] : [{ endpoint, deliveries }];
  });
}

async function replayPart(
  { db, actor }: AdminContext,
  request: { endpoints: readonly WebhookEndpointRecord[]; selection: ReplaySelection; part: ReplayPart },
): Promise<ReplayedPart[]> {
  const endpointIds = request.endpoints.map(({ id }) => id);
  return await db.transaction().execute(async (trx) => {
    await lockWebhookEndpoints(trx, endpointIds);
    const replayed = await replayDeliveries(trx, { ...request, endpointIds });
    for (const { endpointId, deliveries } of replayed) {
      await insertAuditEntry(trx, {
        actor,
        action: 'webhook.replay',
        subjectType: 'webhook_endpoint',
        subjectId: endpointId,
        details: { ...selectionDetails(request.selection), deliveries },
      });
    }
    return replayed;
  });
}

/** Endpoints and events are never deleted or given to another partner, so this stays true. */
async function recipientsOf(
  db: Kysely<Database>,
  idOrUrl: string | undefined,
  selection: ReplaySelection,
): Promise<{ partnerId: string; endpoints: WebhookEndpointRecord[] }> {
  const named = idOrUrl === undefined ? undefined : await getWebhookEndpoint(db, idOrUrl);
  if (!('eventId' in selection)) {
    if (named !== undefined) return { partnerId: named.partnerId, endpoints: [named] };
    throw refused('replay_needs_endpoint');
  }
  const partnerId = await findEventOwner(db, selection.eventId);
  if (partnerId === undefined || (named !== undefined && named.partnerId !== partnerId)) {
    throw refused('event_not_found', { eventId: selection.eventId, isEndpointNamed: named !== undefined });
  }
  return {
    partnerId,
    endpoints: named === undefined ? await listWebhookEndpoints(db, partnerId) : [named],
  };
}

function nothingToReplay(endpoints: readonly WebhookEndpointRecord[]): RefusedError {
  return endpoints.length === 0 ? refused('partner_has_no_endpoint') : refused('event_for_no_endpoint');
}

function selectionDetails(selection: ReplaySelection): Record<string, unknown> {
  if ('eventId' in selection) return { event: toEventId(selection.eventId) };
  return 'since' in selection ? { since: selection.since.toISOString() } : { parked: true };
}
