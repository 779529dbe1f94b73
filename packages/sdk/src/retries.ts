import { attempt } from './attempt.ts';
import type { Service } from './attempt.ts';
import { backoffBefore } from './backoff.ts';
import { settlesEarlierAttempts } from './judge-response.ts';
import type { Outcome, ReadResult, UnknownOutcome } from './judge-response.ts';
import { VezneOutcomeUnknownError } from './errors.ts';
import type { VezneError } from './errors.ts';
import type { Operation } from './operation.ts';

/** One attempt has failed, and another follows. */
export type RetryNotice = {
  /** Which attempt has failed; starts at 1. */
  attempt: number;
  waitMs: number;
  /** Why it is sent again, for a log. */
  reason: string;
  method: string;
  path: string;
  externalReference: string | undefined;
};

export type RetryPolicy = {
  maxAttempts: number;
  /** The longest wait before the second attempt; it doubles with each further one. */
  backoffMs: number;
  /** When so much time has passed since the first attempt, there is no further one. */
  retryForMs: number;
  onRetry: ((notice: RetryNotice) => void) | undefined;
};

/** How far the service's clock is ahead of this machine's. Learnt when the service refuses a timestamp. */
export type ClockOffset = { offsetMs: number };

type Failure = Exclude<Outcome<never>, { kind: 'success' }>;

const MS_PER_SECOND = 1000;

/** A player would not wait longer. The caller gets the service's Retry-After instead. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request until its outcome is known, or no attempts are left. The body, and with it the reference, stays the same.
 * So however many attempts arrive, at most one has an effect.
 */
export async function sendUntilKnown<Result>(
  operation: Operation,
  {
    service,
    policy,
    clock,
    signal,
    read,
  }: {
    service: Service;
    policy: RetryPolicy;
    clock: ClockOffset;
    signal: AbortSignal | undefined;
    read: ReadResult<Result>;
  },
): Promise<Result> {
  signal?.throwIfAborted();
  let unknown: UnknownOutcome | undefined;
  let isClockCorrected = false;
  const startedAtMs = performance.now();
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(operation, { service, nowMs: Date.now() + clock.offsetMs, signal, read });
    if (outcome.kind === 'success') return outcome.result;
    if (outcome.kind === 'unknown') unknown = outcome;

    const isClockNews: boolean = !isClockCorrected && adoptServiceTime(outcome, clock);
    isClockCorrected ||= isClockNews;
    const isOver = performance.now() - startedAtMs >= policy.retryForMs;
    const waitMs = isClockNews ? 0 : isOver ? undefined : waitBefore(attempts + 1, outcome, policy);
    if (waitMs === undefined || signal?.aborted === true) {
      throw finalError(operation, { outcome, unknown, attempts });
    }
    notifyRetry(policy, {
      attempt: attempts,
      waitMs,
      reason: reasonOf(outcome),
      ...requestDetails(operation),
    });
    if (!(await waitUnlessStopped(waitMs, signal)))
      throw finalError(operation, { outcome, unknown, attempts });
  }
}

/** Undefined: do not try again. */
function waitBefore(
  next: number,
  outcome: Failure,
  { maxAttempts, backoffMs }: RetryPolicy,
): number | undefined {
  if (next > maxAttempts || !isWorthRepeating(outcome)) return undefined;
  const retryAfterMs =
    ((outcome.kind === 'refused' ? outcome.error : outcome).retryAfterSeconds ?? 0) * MS_PER_SECOND;
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + backoffBefore(next, backoffMs);
}

/** A refusal is repeated only when the service asks for it; any other refusal would be the same again. */
function isWorthRepeating(outcome: Failure): boolean {
  if (outcome.kind === 'unknown') return outcome.isWorthRepeating;
  return outcome.error.status === 429 || outcome.error.status === 503;
}

/** Uses the service's time when the service says that ours is wrong. */
function adoptServiceTime(outcome: Failure, clock: ClockOffset): boolean {
  if (outcome.kind !== 'refused' || outcome.error.code !== 'timestamp_out_of_range') return false;
  const { serverTime } = outcome.error;
  if (serverTime === undefined) return false;
  clock.offsetMs = serverTime * MS_PER_SECOND - Date.now();
  return true;
}

function finalError(
  operation: Operation,
  { outcome, unknown, attempts }: { outcome: Failure; unknown: UnknownOutcome | undefined; attempts: number },
): VezneError | VezneOutcomeUnknownError {
  if (outcome.kind === 'unknown') {
    const { reason, cause } = outcome;
    return new VezneOutcomeUnknownError(operation, { reason, attempts, cause });
  }
  const { error } = outcome;
  if (unknown === undefined || settlesEarlierAttempts(operation, error)) return error;
  const reason = `${unknown.reason}, and the last answer was ${error.code} (${error.requestId})`;
  return new VezneOutcomeUnknownError(operation, { reason, attempts, cause: error });
}

function reasonOf(outcome: Failure): string {
  return outcome.kind === 'refused' ? outcome.error.message : outcome.reason;
}

function requestDetails({ method, path, externalReference }: Operation) {
  return { method, path, externalReference };
}

function notifyRetry({ onRetry }: RetryPolicy, notice: RetryNotice): void {
  try {
    onRetry?.(notice);
  } catch {
    // A failing logger must not look like a failing payment.
  }
}

/** False: the caller has stopped it. */
async function waitUnlessStopped(waitMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  // onRetry may have stopped it before the listener below exists.
  if (signal?.aborted === true) return false;
  return await new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
