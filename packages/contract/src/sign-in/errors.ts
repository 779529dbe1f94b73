interface ErrorEntry {
  readonly status: number;
  /** A plain sentence for the log and for developers. What people read is in the texts of the web pages. */
  readonly error: string;
}

/** The errors of every place that people sign in to. Pages rely on the code. */
export const SIGN_IN_ERRORS = {
  invalid_json: { status: 400, error: 'The body is not valid JSON.' },
  duplicate_key: { status: 400, error: 'An object in the body has the same key twice.' },
  invalid_request: { status: 400, error: 'The request has missing or malformed fields.' },
  password_weak: { status: 400, error: 'The password is too easy to guess.' },
  /** Nobody is signed in here. */
  sign_in_required: { status: 401, error: 'Sign in first.' },
  /** There was a session; `reason` says how it ended. */
  session_ended: { status: 401, error: 'The session has ended. Sign in again.' },
  /** Said for an unknown handle, a wrong password and a disabled person alike. */
  credentials_wrong: { status: 401, error: 'The name or the password is wrong.' },
  /** Said to somebody who is signed in, of their own password. */
  password_wrong: { status: 401, error: 'The password is wrong.' },
  code_wrong: { status: 401, error: 'The code is wrong.' },
  /** Of nobody, of somebody else, or used already: nobody is told which. */
  recovery_code_wrong: { status: 401, error: 'The recovery code is wrong or was used.' },
  /** `retryAfterSeconds` says when the next one comes. */
  code_used: { status: 401, error: 'The code was used already. Wait for the next one.' },
  passkey_refused: { status: 401, error: 'The passkey was not accepted.' },
  /** Minutes passed between two steps of a sign-in, or the step was answered already. */
  attempt_expired: { status: 401, error: 'The sign-in took too long. Begin again.' },
  not_permitted: { status: 403, error: 'Your roles do not allow this.' },
  step_up_required: { status: 403, error: 'Prove first that it is you.' },
  /** The session may do nothing but set up a second factor. */
  enrolment_required: { status: 403, error: 'Set up a second factor first.' },
  /** The password is right, but there is no second factor, and the time to set one up has passed. */
  enrolment_missed: { status: 403, error: 'Ask an administrator for a new link.' },
  /** A request that did not come from a page of the same place. */
  origin_refused: { status: 403, error: 'The request did not come from one of our own pages.' },
  not_found: { status: 404, error: 'There is nothing here under this address.' },
  enrolment_invalid: { status: 404, error: 'The link is wrong, was used or has expired.' },
  /** Outside development a person keeps one factor at least. */
  last_factor: { status: 409, error: 'The last second factor cannot be removed.' },
  /** Recovery codes stand in for a second factor. */
  no_factor: { status: 409, error: 'There is no second factor that codes could stand in for.' },
  /** Remove it first. */
  totp_exists: { status: 409, error: 'An authenticator app is set up already.' },
  too_many_passkeys: { status: 409, error: 'There are too many passkeys. Remove one first.' },
  body_too_large: { status: 413, error: 'The body is too large.' },
  unsupported_media_type: { status: 415, error: 'Send Content-Type: application/json.' },
  /** Wrong answers for this person, or from this network; `retryAfterSeconds` says how long to wait. */
  throttled: { status: 429, error: 'Too many failed tries. Wait before the next one.' },
  rate_limited: { status: 429, error: 'Too many requests.' },
  internal_error: { status: 500, error: 'Something went wrong on our side.' },
  overloaded: { status: 503, error: 'Too many people sign in at once. Try again in a moment.' },
  unavailable: { status: 503, error: 'The database does not answer. Nothing was done.' },
  /** It may have been done or not: the page says so, and the person looks. */
  outcome_unknown: {
    status: 503,
    error: 'It is not known whether this was done. Look before you repeat it.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

/** How a session ended, for the person who held it. */
export const SESSION_END_REASONS = [
  'idle',
  'too_old',
  'signed_out',
  'ended_by_person',
  'password_changed',
  'roles_changed',
  'disabled',
  'reset',
  'replaced',
  'ended_by_administrator',
] as const;

export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** Why a new password is refused. */
export const PASSWORD_PROBLEMS = ['contains_name', 'common', 'repetitive', 'same_as_before'] as const;

export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number];

/** What an error carries besides the fields that all errors have. */
export interface SignInErrorExtras {
  invalid_request: { fields: { path: string; problem: string }[] };
  password_weak: { problem: PasswordProblem };
  session_ended: { reason: SessionEndReason };
  code_used: { retryAfterSeconds: number };
  throttled: { retryAfterSeconds: number };
}
