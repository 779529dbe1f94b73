import { SESSION_END_REASONS, SIGN_IN_ERRORS } from '@vezne/contract/sign-in/errors';
import type { SessionEndReason, SignInErrorCode, SignInErrorExtras } from '@vezne/contract/sign-in/errors';
import { TooManyWaitingError } from '../../concurrency/concurrency-limit.ts';
import { isDatabaseAway, isHeldUp } from '../../db/errors.ts';
import type { RefusalDetails, SignInRefusalCode } from '../../usecases/refusal.ts';
import { HttpError } from '../server/http-error.ts';
import type { CommonProblem } from '../server/http-error.ts';

/** Codes whose answer has more fields than a sentence must be given those fields. */
type ExtrasOf<Code extends SignInErrorCode> = Code extends keyof SignInErrorExtras
  ? [extras: SignInErrorExtras[Code]]
  : [];

/** An error of any place that people sign in to. */
export class SignInError<Code extends SignInErrorCode = SignInErrorCode> extends HttpError {
  override name = 'SignInError';

  constructor(code: Code, ...[extras]: ExtrasOf<Code>) {
    super({
      status: SIGN_IN_ERRORS[code].status,
      code,
      text: SIGN_IN_ERRORS[code].error,
      extras: extras ?? {},
      retryAfterSeconds: extras && 'retryAfterSeconds' in extras ? extras.retryAfterSeconds : undefined,
    });
  }
}

/** Who signs in is refused, and a person whose roles or proof don't suffice. */
export type SignInAnswered = SignInRefusalCode | 'not_permitted' | 'step_up_required';

/** The answer for each of them. A code without an entry does not compile. */
export const SIGN_IN_ANSWERS: {
  readonly [Code in SignInAnswered]: (details: RefusalDetails[Code]) => SignInError;
} = {
  credentials_wrong: () => new SignInError('credentials_wrong'),
  password_wrong: () => new SignInError('password_wrong'),
  code_wrong: () => new SignInError('code_wrong'),
  recovery_code_wrong: () => new SignInError('recovery_code_wrong'),
  code_used: (extras) => new SignInError('code_used', extras),
  passkey_refused: () => new SignInError('passkey_refused'),
  attempt_expired: () => new SignInError('attempt_expired'),
  enrolment_missed: () => new SignInError('enrolment_missed'),
  enrolment_invalid: () => new SignInError('enrolment_invalid'),
  password_weak: (extras) => new SignInError('password_weak', extras),
  last_factor: () => new SignInError('last_factor'),
  no_factor: () => new SignInError('no_factor'),
  totp_exists: () => new SignInError('totp_exists'),
  too_many_passkeys: () => new SignInError('too_many_passkeys'),
  factor_not_found: () => new SignInError('not_found'),
  session_not_found: () => new SignInError('not_found'),
  throttled: (extras) => new SignInError('throttled', extras),
  not_permitted: () => new SignInError('not_permitted'),
  step_up_required: () => new SignInError('step_up_required'),
};

export function sessionEnded(reason: string): SignInError {
  return new SignInError('session_ended', { reason: knownEndReason(reason) });
}

/** A reason that this version doesn't know was written by a later one. */
export function knownEndReason(reason: string): SessionEndReason {
  return SESSION_END_REASONS.find((one) => one === reason) ?? 'signed_out';
}

/** What is no refusal, and expected all the same. */
export function expectedFailure(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof TooManyWaitingError) return new SignInError('overloaded');
  // Writes say themselves when their outcome is unknown, so this one did nothing.
  return isDatabaseAway(error) || isHeldUp(error) ? new SignInError('unavailable') : undefined;
}

export function commonProblem(problem: CommonProblem): HttpError {
  switch (problem) {
    case 'unreadable_request':
    case 'not_http':
      return new SignInError('invalid_request', { fields: [] });
    case 'not_found':
    case 'body_too_large':
    case 'unsupported_media_type':
    case 'internal_error':
      return new SignInError(problem);
  }
}
