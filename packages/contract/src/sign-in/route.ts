import type { z } from 'zod';
import type { SignInErrorCode } from './errors.ts';

/** One endpoint of a place that people sign in to, for the server and for the pages. */
export interface SurfaceRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  /** What a person must be allowed; `signed_in`: nothing more than to be somebody; `public`: not even that. */
  readonly permission: string;
  /** Whether the person must have proved a moment ago that it is still them. */
  readonly stepUp: boolean;
  /** Whether a person without a second factor, who has to set one up first, may use it. Step-up is not asked of them. */
  readonly whileEnrolling?: true;
  /** It only reads, although it is a POST: what is asked for must not stand in an address. */
  readonly isRead?: true;
  /** A page asks it by the clock, so it is no sign that a person is there: it doesn't keep a session alive. */
  readonly isPolled?: true;
  /** The query string; absent where none is accepted. */
  readonly query?: z.ZodType;
  /** The body; absent where none is accepted. */
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
  /** Every error code that the endpoint can return. */
  readonly errors: readonly string[];
}

/** An endpoint that every such place has: the door, one's own sessions and factors. */
export interface SignInRoute extends SurfaceRoute {
  readonly permission: 'signed_in' | 'public';
  readonly errors: readonly SignInErrorCode[];
}

/** The errors of every request. */
const EVERY_REQUEST = [
  'origin_refused',
  'invalid_request',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly SignInErrorCode[];

/** The errors of every request with a body. */
const EVERY_BODY = [
  'invalid_json',
  'duplicate_key',
  'body_too_large',
  'unsupported_media_type',
  'outcome_unknown',
] as const satisfies readonly SignInErrorCode[];

const EVERY_SESSION = [
  'sign_in_required',
  'session_ended',
  'not_permitted',
  'step_up_required',
  'enrolment_required',
] as const satisfies readonly SignInErrorCode[];

export const PUBLIC_READ_ERRORS = EVERY_REQUEST;
export const PUBLIC_WRITE_ERRORS = [...EVERY_REQUEST, ...EVERY_BODY] as const;
export const READ_ERRORS = [...EVERY_REQUEST, ...EVERY_SESSION] as const;
export const WRITE_ERRORS = [...READ_ERRORS, ...EVERY_BODY] as const;
/** A DELETE has no body. */
export const DELETE_ERRORS = [
  ...READ_ERRORS,
  'outcome_unknown',
] as const satisfies readonly SignInErrorCode[];
