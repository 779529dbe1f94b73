/** How long somebody stays signed in, and how long a proof that it is still them counts. */

const MINUTE_MS = 60_000;

/** Without a request of the person. */
export const SESSION_IDLE_MS = 30 * MINUTE_MS;
/** In all: a shift. */
export const SESSION_LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** From one decision to the next. */
export const STEP_UP_SLIDING_MS = 10 * MINUTE_MS;
/** From the proof on, however much is decided. */
export const STEP_UP_LONGEST_MS = 120 * MINUTE_MS;

export interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
}

/** Why a session is over by now; undefined: it is not. */
export function sessionOver(
  { lastSeenAt, expiresAt }: SessionTimes,
  nowMs: number,
): 'idle' | 'too_old' | undefined {
  if (nowMs >= expiresAt.getTime()) return 'too_old';
  return nowMs - lastSeenAt.getTime() >= SESSION_IDLE_MS ? 'idle' : undefined;
}

export interface StepUpTimes {
  /** When the person proved it. */
  stepUpBeganAt: Date | null;
  /** Then, or when they used it last. */
  stepUpAt: Date | null;
}

/** Until when the proof counts; null: it doesn't. */
export function stepUpUntil({ stepUpBeganAt, stepUpAt }: StepUpTimes, nowMs: number): Date | null {
  if (stepUpBeganAt === null || stepUpAt === null) return null;
  const untilMs = Math.min(
    stepUpAt.getTime() + STEP_UP_SLIDING_MS,
    stepUpBeganAt.getTime() + STEP_UP_LONGEST_MS,
  );
  return nowMs < untilMs ? new Date(untilMs) : null;
}
