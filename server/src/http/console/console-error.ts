import { CONSOLE_ERRORS, SESSION_END_REASONS } from '@vezne/contract/console/errors';
import type { ConsoleErrorCode, ConsoleErrorExtras, SessionEndReason } from '@vezne/contract/console/errors';
import { TooManyWaitingError } from '../../concurrency/concurrency-limit.ts';
import { isDatabaseAway, isHeldUp } from '../../db/errors.ts';
import { RefusedError } from '../../usecases/refusal.ts';
import type { Refusal, RefusalDetails, SignInRefusalCode } from '../../usecases/refusal.ts';
import { HttpError } from '../server/http-error.ts';
import type { SurfaceErrors } from '../server/http-error.ts';

/** Codes whose answer has more fields than a sentence must be given those fields. */
type ExtrasOf<Code extends ConsoleErrorCode> = Code extends keyof ConsoleErrorExtras
  ? [extras: ConsoleErrorExtras[Code]]
  : [];

export class ConsoleError<Code extends ConsoleErrorCode = ConsoleErrorCode> extends HttpError {
  override name = 'ConsoleError';

  constructor(code: Code, ...[extras]: ExtrasOf<Code>) {
    super({
      status: CONSOLE_ERRORS[code].status,
      code,
      text: CONSOLE_ERRORS[code].error,
      extras: extras ?? {},
      retryAfterSeconds: extras && 'retryAfterSeconds' in extras ? extras.retryAfterSeconds : undefined,
    });
  }
}

/** What the console can answer: who signs in is refused, and a person whose roles or proof don't suffice. */
type AnsweredCode = SignInRefusalCode | 'not_permitted' | 'step_up_required';

type Answers = { readonly [Code in AnsweredCode]: (details: RefusalDetails[Code]) => ConsoleError };

/** The answer for each of them. A code without an entry does not compile. */
const ANSWERS: Answers = {
  credentials_wrong: () => new ConsoleError('credentials_wrong'),
  password_wrong: () => new ConsoleError('password_wrong'),
  code_wrong: () => new ConsoleError('code_wrong'),
  recovery_code_wrong: () => new ConsoleError('recovery_code_wrong'),
  code_used: (extras) => new ConsoleError('code_used', extras),
  passkey_refused: () => new ConsoleError('passkey_refused'),
  attempt_expired: () => new ConsoleError('attempt_expired'),
  enrolment_missed: () => new ConsoleError('enrolment_missed'),
  enrolment_invalid: () => new ConsoleError('enrolment_invalid'),
  password_weak: (extras) => new ConsoleError('password_weak', extras),
  last_factor: () => new ConsoleError('last_factor'),
  no_factor: () => new ConsoleError('no_factor'),
  totp_exists: () => new ConsoleError('totp_exists'),
  too_many_passkeys: () => new ConsoleError('too_many_passkeys'),
  factor_not_found: () => new ConsoleError('not_found'),
  session_not_found: () => new ConsoleError('not_found'),
  throttled: (extras) => new ConsoleError('throttled', extras),
  not_permitted: () => new ConsoleError('not_permitted'),
  step_up_required: () => new ConsoleError('step_up_required'),
};

function isAnswered(refusal: Refusal): refusal is Refusal<AnsweredCode> {
  return Object.hasOwn(ANSWERS, refusal.code);
}

function answerTo<Code extends AnsweredCode>({ code, details }: Refusal<Code>): ConsoleError {
  return ANSWERS[code](details);
}

/** A reason that this version doesn't know was written by a later one. */
export function sessionEnded(reason: string): ConsoleError {
  const known = SESSION_END_REASONS.find((one): one is SessionEndReason => one === reason);
  return new ConsoleError('session_ended', { reason: known ?? 'signed_out' });
}

export const consoleErrors: SurfaceErrors = {
  expected(error) {
    if (error instanceof HttpError) return error;
    if (error instanceof TooManyWaitingError) return new ConsoleError('overloaded');
    // Writes say themselves when their outcome is unknown, so this one did nothing.
    if (isDatabaseAway(error) || isHeldUp(error)) return new ConsoleError('unavailable');
    if (!(error instanceof RefusedError) || !isAnswered(error.refusal)) return undefined;
    return answerTo(error.refusal);
  },
  outcomeUnknown: () => new ConsoleError('outcome_unknown'),
  common(problem) {
    switch (problem) {
      case 'unreadable_request':
      case 'not_http':
        return new ConsoleError('invalid_request', { fields: [] });
      case 'not_found':
      case 'body_too_large':
      case 'unsupported_media_type':
      case 'internal_error':
        return new ConsoleError(problem);
    }
  },
};
