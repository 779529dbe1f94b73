/** Webhook endpoints, as the contract shows them. */
import type {
  EndpointDelivery,
  EndpointTest,
  PartnerEndpoint,
} from '@vezne/contract/console/partner-endpoints';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import type { PartnerEndpoint as StoredEndpoint } from '../../../../db/read/webhooks/partner-endpoints.ts';
import type { DeliveryRecord } from '../../../../db/read/webhooks/deliveries.ts';
import type { WebhookTestRecord } from '../../../../db/read/webhooks/tests.ts';
import { findingOf } from '../../../../usecases/webhooks/test-finding.ts';
import { moment, momentOrNull } from '../../shown.ts';

export function shownPartnerEndpoint({ endpoint, secrets, state }: StoredEndpoint): PartnerEndpoint {
  return {
    id: endpoint.id,
    address: withoutQueries(endpoint.url),
    eventTypes: endpoint.eventTypes,
    status: endpoint.status,
    createdAt: moment(endpoint.createdAt),
    createdBy: endpoint.createdBy,
    secrets: secrets.map(({ id, createdAt, createdBy, expiresAt }) => ({
      id,
      createdAt: moment(createdAt),
      createdBy,
      expiresAt: momentOrNull(expiresAt),
    })),
    waitingSince: momentOrNull(state?.waitingSince ?? null),
    waiting: state?.waiting ?? 0,
    hasMoreWaiting: state?.hasMoreWaiting ?? false,
    parked: state?.parked ?? 0,
    hasMoreParked: state?.hasMoreParked ?? false,
  };
}

export function shownDelivery(delivery: DeliveryRecord): EndpointDelivery {
  const { endpointId: _, url: __, occurredAt, deliveredAt, nextAttemptAt, lastError, ...rest } = delivery;
  return {
    ...rest,
    occurredAt: moment(occurredAt),
    deliveredAt: momentOrNull(deliveredAt),
    nextAttemptAt: momentOrNull(nextAttemptAt),
    lastError: hidden(lastError),
  };
}

export function shownTest({ outcome, isTaken, isTooLate }: WebhookTestRecord): EndpointTest {
  if (outcome !== null) {
    const { status, durationMs, answerStart } = outcome;
    const finding = findingOf(outcome);
    return { state: 'ended', finding, status, durationMs, answerStart: hidden(answerStart) };
  }
  const state = isTaken ? 'under_way' : isTooLate ? 'not_taken' : 'waiting';
  return { state, finding: null, status: null, durationMs: null, answerStart: null };
}

/** A partner's server may say back what it was told of a payout. */
function hidden(text: string | null): string | null {
  return text === null ? null : withHiddenIbans(text, { numbers: true });
}
