import type { AttemptRecord } from '../../db/read/webhooks/attempts.ts';
import type { DeliveryRecord } from '../../db/read/webhooks/deliveries.ts';
import { toEventId, toTransactionId } from '../../ids.ts';
import { timeText } from '../layout.ts';

/** "500", "timeout", or both when an answer began and broke off. */
export function outcomeText({ status, error }: { status: number | null; error: string | null }): string {
  return [status, error].filter((part) => part !== null).join(' ');
}

export const DELIVERY_HEADINGS = [
  'event',
  'kind',
  'happened',
  'state',
  'tries',
  'last outcome',
  'took',
  'next try',
  'endpoint',
] as const;

export function deliveryCells(delivery: DeliveryRecord): string[] {
  const { lastStatus: status, lastError: error, lastDurationMs } = delivery;
  return [
    toEventId(delivery.eventId),
    delivery.eventType,
    timeText(delivery.occurredAt),
    delivery.state,
    String(delivery.attempts),
    outcomeText({ status, error }),
    lastDurationMs === null ? '' : `${lastDurationMs} ms`,
    nextTryText(delivery),
    delivery.url,
  ];
}

/** A first try has no time: it comes when the endpoint has a place for it. */
function nextTryText({ state, nextAttemptAt }: DeliveryRecord): string {
  if (nextAttemptAt !== null) return timeText(nextAttemptAt);
  return state === 'pending' ? 'in its turn' : '';
}

/** A delivery as labels and values. */
export function deliveryRows(delivery: DeliveryRecord): [label: string, value: string][] {
  return [
    ['event', toEventId(delivery.eventId)],
    ['kind', delivery.eventType],
    ['transaction', toTransactionId(delivery.transactionId)],
    ['reference', delivery.externalReference],
    ['happened', timeText(delivery.occurredAt)],
    ['endpoint', `${delivery.url} (${delivery.endpointId})`],
    ['state', delivery.deliveredAt === null ? delivery.state : `delivered ${timeText(delivery.deliveredAt)}`],
    ['tries', String(delivery.attempts)],
    ['next try', nextTryText(delivery) || 'none'],
  ];
}

export const ATTEMPT_HEADINGS = ['try', 'time', 'outcome', 'took', 'next try', 'answer'] as const;

export function attemptCells(attempt: AttemptRecord): string[] {
  return [
    String(attempt.attemptNo),
    timeText(attempt.at),
    outcomeText(attempt),
    `${attempt.durationMs} ms`,
    attempt.nextAttemptAt === null ? '' : timeText(attempt.nextAttemptAt),
    attempt.answerStart ?? '',
  ];
}

/** The same for programs, with ids as partners know them. */
export function deliveryValues(delivery: DeliveryRecord): object {
  return {
    ...delivery,
    eventId: toEventId(delivery.eventId),
    transactionId: toTransactionId(delivery.transactionId),
  };
}
