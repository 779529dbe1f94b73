import type { EndpointBacklog } from '../../db/read/webhooks/endpoint-backlog.ts';
import type { FailedAttemptRecord } from '../../db/read/webhooks/attempts.ts';
import type { WebhookEndpointRecord, WebhookSecretRecord } from '../../db/read/webhooks/endpoints.ts';
import { toEventId } from '../../ids.ts';
import { timeText } from '../layout.ts';
import { outcomeText } from './delivery-rows.ts';

type Row = [label: string, value: string];

/** An endpoint as labels and values. */
export function endpointRows(endpoint: WebhookEndpointRecord, partnerName: string): Row[] {
  return [
    ['id', endpoint.id],
    ['partner', partnerName],
    ['address', endpoint.url],
    ['events', endpoint.eventTypes.join(', ')],
    ['status', endpoint.status],
    ['added', `${timeText(endpoint.createdAt)} by ${endpoint.createdBy}`],
  ];
}

export function backlogRows(backlog: EndpointBacklog, lastFailure: FailedAttemptRecord | undefined): Row[] {
  const { parked, oldestPendingAt, hasWorker } = backlog;
  const oldest = oldestPendingAt === null ? '' : `, the oldest of ${timeText(oldestPendingAt)}`;
  return [
    ['pending', `${pendingText(backlog)}${oldest}`],
    ['parked', String(parked)],
    ['worker', hasWorker ? 'delivers to it' : 'none at this moment'],
    ['last failure', lastFailure === undefined ? 'none' : failureText(lastFailure)],
  ];
}

/** Not everything that waits is counted. */
export function pendingText({
  pending,
  hasMorePending,
}: Pick<EndpointBacklog, 'pending' | 'hasMorePending'>): string {
  return hasMorePending ? `at least ${pending}` : String(pending);
}

function failureText(failure: FailedAttemptRecord): string {
  const { eventId, attemptNo, at, status, error, durationMs } = failure;
  const outcome = outcomeText({ status, error });
  return `${timeText(at)} ${outcome} after ${durationMs} ms, try ${attemptNo} of ${toEventId(eventId)}`;
}

/** A secret as columns, without the secret itself: its age, and until when it signs. */
export function secretRow({ createdAt, createdBy, expiresAt, isLive }: WebhookSecretRecord): string[] {
  const state = expiresAt === null ? 'live' : `${isLive ? 'live until' : 'ended'} ${timeText(expiresAt)}`;
  return [state, `made ${timeText(createdAt)} by ${createdBy}`];
}

/** The warning for a new secret, which is shown above it. */
export const SECRET_WARNING =
  "The secret is shown this once and can't be shown again: hand it to the partner in a safe way now.";
