import { z } from 'zod';
import { PASSWORD_PROBLEMS, SESSION_END_REASONS, SIGN_IN_ERRORS } from '../sign-in/errors.ts';

interface PortalErrorEntry {
  readonly status: number;
  /** A plain sentence for the log and for developers. What people read is in the texts of the web pages. */
  readonly error: string;
}

/** Every error of the portal's API. Pages rely on the code. A record of another partner is `not_found`, like one that never was. */
export const PORTAL_ERRORS = {
  ...SIGN_IN_ERRORS,
  /** Somebody signs in with this address already. */
  email_taken: { status: 409, error: 'Somebody signs in with this address already.' },
  /** Make somebody else an owner first. */
  last_owner: { status: 409, error: 'A partner keeps one owner.' },
  /** Each is a letter of ours to an address that somebody typed. */
  too_many_invitations: { status: 429, error: 'Too many people were invited today.' },
  /** A month is closed soon after its end. Until then a period can be asked for. */
  month_not_closed: { status: 409, error: 'This month is not closed yet, or there is no statement of it.' },
  /** A statement ends with today at the latest. */
  day_to_come: { status: 409, error: 'A statement has no days that are still to come.' },
  /** So many wait already. */
  too_many_statements: { status: 429, error: 'Too many statements are being made.' },
  /** It waits, or could not be made. */
  statement_not_ready: { status: 409, error: 'There is no file of this statement yet.' },
  /** Revoke one that nobody uses first. */
  too_many_credentials: { status: 409, error: 'A partner has ten live keys at most.' },
  /** No api and worker have said yet with what secrets are sealed. */
  not_ready: { status: 503, error: 'Secrets cannot be made yet. Try again in a minute.' },
  /** One is answered before another is asked. */
  network_request_open: { status: 409, error: 'Other networks wait for a second person already.' },
  /** With more, a partner writes to us. A list that is longer already may be shortened. */
  too_many_networks: { status: 409, error: 'A partner sets fifty networks at most, or no more than it has.' },
  /** Somebody else has to. */
  own_request: { status: 409, error: 'Whoever asked for it does not confirm or decline it.' },
  not_own_request: { status: 409, error: 'Only whoever asked for it takes it back.' },
  /** It was answered, has expired, or the networks changed meanwhile. */
  request_over: { status: 409, error: 'The request is over.' },
  /** Only we enable it. */
  endpoint_disabled: { status: 409, error: 'The endpoint is disabled.' },
  endpoint_not_active: { status: 409, error: 'The endpoint is not active.' },
  webhook_test_open: { status: 409, error: 'A test is under way.' },
  webhook_tests_too_often: { status: 429, error: 'Too many tests in a minute.' },
  no_worker_alive: { status: 503, error: 'Nothing is sent at the moment. Try again in a minute.' },
  /** It comes by itself, or was never for this endpoint. */
  event_not_resendable: { status: 409, error: 'The event cannot be sent again.' },
} as const satisfies Record<string, PortalErrorEntry>;

export type PortalErrorCode = keyof typeof PORTAL_ERRORS;

/** Object.keys loses the literal types of a constant, but the catalogue has no other keys. */
export const PORTAL_ERROR_CODES = Object.keys(PORTAL_ERRORS) as [PortalErrorCode, ...PortalErrorCode[]];

export const portalErrorBody = z.object({
  error: z.string(),
  code: z.enum(PORTAL_ERROR_CODES),
  requestId: z.string().startsWith('req_'),
  /** With invalid_request. */
  fields: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
  /** With throttled, code_used and webhook_tests_too_often. */
  retryAfterSeconds: z.int().optional(),
  /** With session_ended. */
  reason: z.enum(SESSION_END_REASONS).optional(),
  /** With password_weak. */
  problem: z.enum(PASSWORD_PROBLEMS).optional(),
});
