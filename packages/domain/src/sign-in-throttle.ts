/**
 * How long wrong answers at sign-in keep the next try away. What guesses is slowed down, and nobody is locked out: the longest
 * wait is minutes, so a stranger who guesses all day can't keep a person from their work.
 */

/** `handle`: wrong answers for one person. `network`: wrong answers from one place, whoever they were for. */
export const THROTTLE_KINDS = ['handle', 'network'] as const;
export type ThrottleKind = (typeof THROTTLE_KINDS)[number];

export interface ThrottleRule {
  /** So many wrong answers cost nothing: people mistype. */
  readonly freeFailures: number;
  /** The wait after the next one. Each further one doubles it. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After so long without a wrong answer all of them are forgotten. */
  readonly forgetAfterMs: number;
}

export type ThrottleRules = Readonly<Record<ThrottleKind, ThrottleRule>>;

const MINUTE_MS = 60_000;

/**
 * With a wait of 5 minutes, a handle takes 12 guesses an hour: 100,000 in a year, and a password has 12 characters at least. An
 * office shares one network, so a network has more room; with a minute, it takes 60 guesses an hour over all handles.
 */
export const THROTTLE_RULES: ThrottleRules = {
  handle: {
    freeFailures: 5,
    firstWaitMs: 2_000,
    longestWaitMs: 5 * MINUTE_MS,
    forgetAfterMs: 60 * MINUTE_MS,
  },
  network: {
    freeFailures: 30,
    firstWaitMs: 1_000,
    longestWaitMs: MINUTE_MS,
    forgetAfterMs: 60 * MINUTE_MS,
  },
};

/** What is remembered of one handle or network. */
export interface Failures {
  failedCount: number;
  firstFailedAtMs: number;
  lastFailedAtMs: number;
  blockedUntilMs: number | null;
}

/** The wait that follows this many wrong answers. */
export function waitAfterMs(rule: ThrottleRule, failedCount: number): number {
  const beyond = failedCount - rule.freeFailures;
  if (beyond <= 0) return 0;
  // Beyond 2^30 the doubling would overflow nothing, but it says nothing either.
  return Math.min(rule.firstWaitMs * 2 ** Math.min(beyond - 1, 30), rule.longestWaitMs);
}

/** How long the next try has to wait; 0: it may be made. A clock that ran ahead when it was written makes nobody wait for longer. */
export function remainingWaitMs(rule: ThrottleRule, failures: Failures | undefined, nowMs: number): number {
  return Math.min(Math.max((failures?.blockedUntilMs ?? 0) - nowMs, 0), rule.longestWaitMs);
}

/**
 * One more try. It counts as wrong before it is judged, so that a thousand tries at the same moment are not all the first one; a
 * right answer takes it back.
 */
export function withAnotherTry(rule: ThrottleRule, before: Failures | undefined, nowMs: number): Failures {
  const isForgotten = before === undefined || nowMs - before.lastFailedAtMs >= rule.forgetAfterMs;
  const failedCount = isForgotten ? 1 : before.failedCount + 1;
  const waitMs = waitAfterMs(rule, failedCount);
  return {
    failedCount,
    firstFailedAtMs: isForgotten ? nowMs : before.firstFailedAtMs,
    // A clock that was set back must not make the last one earlier than the first.
    lastFailedAtMs: isForgotten ? nowMs : Math.max(nowMs, before.lastFailedAtMs),
    blockedUntilMs: waitMs === 0 ? null : nowMs + waitMs,
  };
}
