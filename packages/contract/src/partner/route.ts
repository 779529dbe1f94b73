import type { z } from 'zod';
import type { ApiErrorCode } from './errors.ts';

/** One endpoint of the partner interface: what the server serves and what the documentation says of it. */
export type PartnerRoute = {
  readonly method: 'GET' | 'POST';
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** The body; an empty object where none is taken. */
  readonly request: z.ZodType;
  /** The query string; absent where none is taken. */
  readonly query?: z.ZodType;
  readonly response: z.ZodType;
  readonly successStatus: 200 | 201;
  /** Every code that the endpoint can answer. */
  readonly errors: readonly ApiErrorCode[];
};

/** What any signed request can be answered with. */
export const SIGNED_REQUEST_ERRORS = [
  'authentication_headers_invalid',
  'timestamp_out_of_range',
  'signature_invalid',
  'partner_disabled',
  'address_not_allowed',
  'rate_limited',
  'internal_error',
] as const satisfies readonly ApiErrorCode[];

/** What any endpoint that only reads can be answered with. */
export const READ_ERRORS = [
  ...SIGNED_REQUEST_ERRORS,
  'body_not_allowed',
  'unavailable',
] as const satisfies readonly ApiErrorCode[];

/** What any endpoint that creates a transaction can be answered with. */
export const CREATE_ERRORS = [
  ...SIGNED_REQUEST_ERRORS,
  'invalid_json',
  'duplicate_key',
  'invalid_request',
  'amount_out_of_range',
  'commission_exceeds_amount',
  'query_not_allowed',
  'external_reference_conflict',
  'body_too_large',
  'unsupported_media_type',
  'overloaded',
] as const satisfies readonly ApiErrorCode[];
