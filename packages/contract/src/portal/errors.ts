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
  /** With throttled and code_used. */
  retryAfterSeconds: z.int().optional(),
  /** With session_ended. */
  reason: z.enum(SESSION_END_REASONS).optional(),
  /** With password_weak. */
  problem: z.enum(PASSWORD_PROBLEMS).optional(),
});
