import type { Logger } from 'pino';
import { nextDelayMs } from '@vezne/domain/retry-schedule';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import type { ClaimedDelivery } from '../../db/write/webhooks/claim.ts';
import type { SettledAttempt } from '../../db/write/webhooks/settle.ts';
import { toEventId } from '../../ids.ts';
import { eventBody } from '../../wire/event-body.ts';
import type { Sender } from './sender.ts';
import type { LiveEndpoint } from './live-endpoints.ts';

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Vezne-Webhooks/1' } as const;

/** One attempt: signs the event, sends it, and reports the outcome and when to try again. */
export function createDelivery({
  sender,
  log,
  scheduleMs,
  nowMs,
  random,
}: {
  sender: Sender;
  log: Logger;
  scheduleMs: readonly number[];
  nowMs: () => number;
  random: () => number;
}): (delivery: ClaimedDelivery, endpoint: LiveEndpoint) => Promise<SettledAttempt> {
  return async ({ endpointId, attemptNo, scheduledAttempt, event }, endpoint) => {
    const startedAt = new Date(nowMs());
    const id = toEventId(event.id);
    const body = JSON.stringify(eventBody(event));
    const signed = webhookHeadersBy(endpoint.keys, { id, body, nowMs: startedAt.getTime() });
    const sent = await sender.send({ url: endpoint.url, body, headers: { ...HEADERS, ...signed } });
    const isDelivered = sent.outcome === 'delivered';
    const delayMs = isDelivered
      ? undefined
      : nextDelayMs({
          attempt: scheduledAttempt,
          scheduleMs,
          random: random(),
          retryAfterSeconds: sent.retryAfterSeconds,
        });
    if (!isDelivered) {
      log.warn(
        {
          alarm: 'webhook_failed',
          endpointId,
          eventId: id,
          attemptNo,
          status: sent.status,
          error: sent.error,
        },
        'a webhook was not taken',
      );
    }
    return {
      endpointId,
      eventId: event.id,
      attemptNo,
      startedAt,
      durationMs: sent.durationMs,
      isDelivered,
      status: sent.status,
      error: sent.error,
      answerStart: sent.answerStart,
      retryAfterMs: delayMs ?? null,
    };
  };
}
