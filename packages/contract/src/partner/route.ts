import type { z } from 'zod';
import type { ApiErrorCode } from './errors.ts';

/** One endpoint of the partner API, for the server and for the documentation. */
export type PartnerRoute = {
  readonly method: 'GET' | 'POST';
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** The body; an empty object where none is accepted. */
  readonly request: z.ZodType;
  /** The query string; absent where none is accepted. */
  readonly query?: z.ZodType;
  readonly response: z.ZodType;
  readonly successStatus: 200 | 201;
  /** Every error code that the endpoint can return. */
  readonly errors: readonly ApiErrorCode[];
};

/** The errors of every signed request. */
export const SIGNED_REQUEST_ERRORS = [
  'authentication_headers_invalid',
  'timestamp_out_of_range',
  'signature_invalid',
  'partner_disabled',
  'address_not_allowed',
  'rate_limited',
  'internal_error',
] as const satisfies readonly ApiErrorCode[];

/** The errors of every endpoint that only reads. */
export const READ_ERRORS = [
  ...SIGNED_REQUEST_ERRORS,
  'body_not_allowed',
  'unavailable',
] as const satisfies readonly ApiErrorCode[];

/** The errors of every endpoint that creates a transaction. */
export const CREATE_ERRORS = [
  ...SIGNED_REQUEST_ERRORS,
  'invalid_json',
  'duplicate_key',
  'invalid_request',
  'amount_out_of_range',
  'commission_exceeds_amount',
  'player_limit_reached',
  'player_blocked',
  'query_not_allowed',
  'external_reference_conflict',
  'body_too_large',
  'unsupported_media_type',
  'overloaded',
  'unavailable',
] as const satisfies readonly ApiErrorCode[];
