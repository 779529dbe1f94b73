import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';

interface ConsoleErrorEntry {
  readonly status: number;
  /** A plain sentence for the log and for developers. What people read is in the texts of the web pages. */
  readonly error: string;
}

/** Every error of the console's API. Pages rely on the code. */
export const CONSOLE_ERRORS = {
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
  /** A request that did not come from a page of the console. */
  origin_refused: { status: 403, error: 'The request did not come from the console.' },
  not_found: { status: 404, error: 'There is nothing here under this address.' },
  enrolment_invalid: { status: 404, error: 'The link is wrong, was used or has expired.' },
  /** Outside development a person keeps one factor at least. */
  last_factor: { status: 409, error: 'The last second factor cannot be removed.' },
  /** Recovery codes stand in for a second factor. */
  no_factor: { status: 409, error: 'There is no second factor that codes could stand in for.' },
  /** Remove it first. */
  totp_exists: { status: 409, error: 'An authenticator app is set up already.' },
  too_many_passkeys: { status: 409, error: 'There are too many passkeys. Remove one first.' },
  /** Nothing was written; `refusal` says why. */
  decision_refused: { status: 409, error: 'The decision was refused.' },
  /** Somebody else has it open; `claimedBy` says who. */
  deposit_claimed: { status: 409, error: 'Somebody else has this deposit open.' },
  body_too_large: { status: 413, error: 'The body is too large.' },
  unsupported_media_type: { status: 415, error: 'Send Content-Type: application/json.' },
  /** Wrong answers for this person, or from this network; `retryAfterSeconds` says how long to wait. */
  throttled: { status: 429, error: 'Too many failed tries. Wait before the next one.' },
  rate_limited: { status: 429, error: 'Too many requests.' },
  /** Each is kept in the audit log, and so is whose they were. */
  too_many_ibans: { status: 429, error: 'Too many IBANs were searched for. Wait a minute.' },
  internal_error: { status: 500, error: 'Something went wrong on our side.' },
  overloaded: { status: 503, error: 'Too many people sign in at once. Try again in a moment.' },
  unavailable: { status: 503, error: 'The database does not answer. Nothing was done.' },
  /** It may have been done or not: the page says so, and the person looks. */
  outcome_unknown: {
    status: 503,
    error: 'It is not known whether this was done. Look before you repeat it.',
  },
} as const satisfies Record<string, ConsoleErrorEntry>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;

/** Object.keys loses the literal types of a constant, but the catalogue has no other keys. */
export const CONSOLE_ERROR_CODES = Object.keys(CONSOLE_ERRORS) as [ConsoleErrorCode, ...ConsoleErrorCode[]];

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

/** What a refusal has to say in figures. Each has those that it is about. */
export const refusalFigures = z.object({
  /** What the payout takes from the partner's balance, or from the account that pays. */
  neededCents: wireCents.optional(),
  /** What of that is there: the partner's balance and credit, or what the account holds and has not promised. */
  freeCents: wireCents.optional(),
  creditLineCents: wireCents.optional(),
  toleranceCents: wireCents.optional(),
  bankBalanceCents: wireCents.optional(),
  /** Of a payout in parts. */
  sentCents: wireCents.optional(),
  toPayCents: wireCents.optional(),
});
export type RefusalFigures = z.infer<typeof refusalFigures>;

export const consoleErrorBody = z.object({
  error: z.string(),
  code: z.enum(CONSOLE_ERROR_CODES),
  requestId: z.string().startsWith('req_'),
  /** With invalid_request. */
  fields: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
  /** With throttled and code_used. */
  retryAfterSeconds: z.int().optional(),
  /** With session_ended. */
  reason: z.enum(SESSION_END_REASONS).optional(),
  /** With password_weak. */
  problem: z.enum(PASSWORD_PROBLEMS).optional(),
  /** With decision_refused: the code of the refusal, and the figures that it is about, in minor units. */
  refusal: z.string().optional(),
  figures: refusalFigures.optional(),
  /** With deposit_claimed: the person's name. */
  claimedBy: z.string().optional(),
});

export type ConsoleErrorBody = z.infer<typeof consoleErrorBody>;

/** What an error carries besides the fields that all errors have. */
export interface ConsoleErrorExtras {
  invalid_request: { fields: { path: string; problem: string }[] };
  password_weak: { problem: PasswordProblem };
  session_ended: { reason: SessionEndReason };
  code_used: { retryAfterSeconds: number };
  throttled: { retryAfterSeconds: number };
  decision_refused: { refusal: string; figures?: RefusalFigures };
  deposit_claimed: { claimedBy: string };
}
