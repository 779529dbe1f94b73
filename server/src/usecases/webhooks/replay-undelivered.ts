import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { lockWebhookEndpoints } from '../../db/read/webhooks/endpoints.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { replayUndelivered as replayPart } from '../../db/write/webhooks/replay-undelivered.ts';
import type { UndeliveredSelection } from '../../db/write/webhooks/replay-undelivered.ts';
import { toEventId } from '../../ids.ts';
import { refuseUnlessMay } from '../may.ts';
import { RefusedError, refused } from '../refusal.ts';

/** As for replays at the command line: workers wait for the rows that are locked here. */
const AT_ONCE = 1_000;
const TIMEOUT_MS = 5_000;

interface ReplayRequest {
  endpointId: string;
  selection: UndeliveredSelection;
  actor: Person;
  /** At most so many. */
  limit: number;
}

/** Sends again what an endpoint has not taken. What it has, or is about to get, is left alone. */
export async function replayUndelivered(
  pool: pg.Pool,
  { endpointId, selection, actor, limit }: ReplayRequest,
): Promise<{ events: number; hasMore: boolean }> {
  refuseUnlessMay(actor, 'webhook.replay');
  let events = 0;
  let afterFeedNo = 0n;
  while (events < limit) {
    const atOnce = Math.min(AT_ONCE, limit - events);
    const part = await onePart(pool, { endpointId, selection, actor, afterFeedNo, limit: atOnce });
    events += part.events;
    if (part.events < atOnce || part.lastFeedNo === null) return { events, hasMore: false };
    afterFeedNo = part.lastFeedNo;
  }
  return { events, hasMore: true };
}

async function onePart(
  pool: pg.Pool,
  { endpointId, selection, actor, ...part }: ReplayRequest & { afterFeedNo: bigint },
): Promise<{ events: number; lastFeedNo: bigint | null }> {
  try {
    return await safeTransactionWithin(
      pool,
      async (trx) => {
        const [endpoint] = await lockWebhookEndpoints(trx, [endpointId]);
        if (endpoint === undefined) throw refused('endpoint_not_found', { named: endpointId });
        const replayed = await replayPart(trx, endpointId, { selection, ...part });
        if (replayed.events > 0) {
          await insertAuditEntry(trx, {
            actor,
            action: 'webhook.replay',
            subjectType: 'webhook_endpoint',
            subjectId: endpointId,
            details: { ...selectionDetails(selection), deliveries: replayed.events },
          });
        }
        return replayed;
      },
      { timeoutMs: TIMEOUT_MS },
    );
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether events go out again.', { cause: error });
  }
}

function selectionDetails(selection: UndeliveredSelection): Record<string, unknown> {
  if ('eventId' in selection) return { event: toEventId(selection.eventId) };
  const { since } = selection;
  return { undelivered: true, ...(since === undefined ? {} : { since: since.toISOString() }) };
}
