import type { Logger } from 'pino';
import { nextDelayMs } from '@vezne/domain/retry-schedule';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import { toEventId } from '../../ids.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import type { WebhookOutcome } from '../../metrics/process-counts.ts';
import type { LiveEndpoint } from './live-endpoints.ts';
import type { OutgoingEvent } from './owned-endpoint.ts';
import type { DeliveryResult, Sender } from './sender.ts';
import type { AttemptResult } from './settlement.ts';

/** Of every webhook, beside its signature. */
export const WEBHOOK_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Vezne-Webhooks/1',
} as const;

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
    const headers = {
      ...WEBHOOK_HEADERS,
      ...webhookHeadersBy(endpoint.keys, { id, body, nowMs: startedAtMs }),
    };
    sender.send({ url: endpoint.url, body, headers }, (sent) => {
      const { durationMs, status, error, answerStart } = sent;
      const isDelivered = sent.outcome === 'delivered';
      processCounts.webhookTries.add(outcomeOf(sent));
      processCounts.webhookTrySeconds.observe(durationMs / 1_000);
      if (isDelivered) {
        countLag(body, nowMs());
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

function outcomeOf({ outcome, status }: Pick<DeliveryResult, 'outcome' | 'status'>): WebhookOutcome {
  if (outcome === 'delivered') return 'delivered';
  if (status === null) return 'unanswered';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

const TIME = '2026-11-15T04:54:30.000Z';

/** The time of an event is the last field of its body, always in this form. To parse all of it for that would cost ten times as much. */
function countLag(body: string, nowMs: number): void {
  const end = body.length - '"}'.length;
  const occurredAtMs = Date.parse(body.slice(end - TIME.length, end));
  if (!Number.isNaN(occurredAtMs))
    processCounts.webhookLagSeconds.observe(Math.max(0, nowMs - occurredAtMs) / 1_000);
}
