/** What was not delivered, as the contract shows it. */
import type { DeliveryAttempt, EndpointBehind, UndeliveredEvent } from '@vezne/contract/console/undelivered';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import type {
  Attempt,
  EndpointName,
  EndpointState,
  UndeliveredRow,
} from '../../../db/read/webhooks/undelivered.ts';

const moment = (at: Date): string => at.toISOString();
const momentOrNull = (at: Date | null): string | null => (at === null ? null : moment(at));

function shownAttempt(attempt: Attempt | null): DeliveryAttempt | null {
  return (
    attempt && {
      ...attempt,
      at: moment(attempt.at),
      error: hidden(attempt.error),
      answerStart: hidden(attempt.answerStart),
    }
  );
}

/** A partner's server may say back what it was told of a payout. */
function hidden(text: string | null): string | null {
  return text === null ? null : withHiddenIbans(text, { numbers: true });
}

function shownName({ id, url, status, partner }: EndpointName): UndeliveredEvent['endpoint'] {
  return { id, address: withoutQueries(url), status, partner };
}

export function shownEndpoint(endpoint: EndpointState): EndpointBehind {
  const { waiting, hasMoreWaiting, parked, hasMoreParked } = endpoint;
  return {
    ...shownName(endpoint),
    waitingSince: momentOrNull(endpoint.waitingSince),
    waiting,
    hasMoreWaiting,
    parked,
    hasMoreParked,
    nextTryAt: momentOrNull(endpoint.nextTryAt),
    lastFailure: shownAttempt(endpoint.lastFailure),
  };
}

export function shownEvent(event: UndeliveredRow): UndeliveredEvent {
  const { eventId, eventType, state, attempts, transaction } = event;
  return {
    eventId,
    eventType,
    state,
    occurredAt: moment(event.occurredAt),
    at: moment(event.at),
    attempts,
    transaction,
    endpoint: shownName(event.endpoint),
    lastAttempt: shownAttempt(event.lastAttempt),
  };
}
