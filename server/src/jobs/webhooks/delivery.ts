import type { Logger } from 'pino';
import { nextDelayMs } from '@vezne/domain/retry-schedule';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import { toEventId } from '../../ids.ts';
import type { LiveEndpoint } from './live-endpoints.ts';
import type { OutgoingEvent } from './owned-endpoint.ts';
import type { Sender } from './sender.ts';
import type { AttemptResult } from './settlement.ts';

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Vezne-Webhooks/1' } as const;

export type Deliver = (
  event: OutgoingEvent,
  endpoint: LiveEndpoint,
  done: (result: AttemptResult) => void,
) => void;

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
}): Deliver {
  return ({ eventId, body, attempts, scheduleFrom }, endpoint, done) => {
    const startedAtMs = nowMs();
    const id = toEventId(eventId);
    const headers = { ...HEADERS, ...webhookHeadersBy(endpoint.keys, { id, body, nowMs: startedAtMs }) };
    sender.send({ url: endpoint.url, body, headers }, (sent) => {
      const { durationMs, status, error, answerStart } = sent;
      const isDelivered = sent.outcome === 'delivered';
      if (isDelivered) {
        done({ startedAtMs, durationMs, isDelivered, status, error, answerStart, retryAfterMs: null });
        return;
      }
      const attemptNo = attempts + 1;
      log.warn(
        { alarm: 'webhook_failed', endpointId: endpoint.id, eventId: id, attemptNo, status, error },
        'a webhook was not taken',
      );
      const retryAfterMs = nextDelayMs({
        attempt: attemptNo - scheduleFrom,
        scheduleMs,
        random: random(),
        retryAfterSeconds: sent.retryAfterSeconds,
      });
      const result = { startedAtMs, durationMs, isDelivered, status, error, answerStart };
      done({ ...result, retryAfterMs: retryAfterMs ?? null });
    });
  };
}
