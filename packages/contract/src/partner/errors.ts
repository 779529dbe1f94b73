import type { FieldProblem } from '../fields/field-problems.ts';
import { TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import type { TransactionStatus } from '@vezne/domain/transaction-state';
import { z } from 'zod';

type ApiErrorEntry = {
  readonly status: number;
  /** The sentence for people, when the server has nothing more exact to say. */
  readonly error: string;
  readonly cause: string;
  readonly remedy: string;
};

/** Every error of the partner API. Programs may rely on the code; the sentence may change. */
export const API_ERRORS = {
  invalid_json: {
    status: 400,
    error: 'The body is not valid JSON.',
    cause: 'The body is empty, is not UTF-8, begins with a byte order mark, is not JSON, or nests too deep.',
    remedy: 'Send one JSON object in UTF-8 without a byte order mark.',
  },
  duplicate_key: {
    status: 400,
    error: 'An object in the body has the same key twice.',
    cause: 'JSON parsers disagree on which of two equal keys counts, so such a body has no certain meaning.',
    remedy: 'Send each key once.',
  },
  invalid_request: {
    status: 400,
    error: 'The request has missing or malformed fields.',
    cause: 'One or more fields break their rules; `fields` names each of them and says what is wrong.',
    remedy: 'Correct the fields that are named and send the request again.',
  },
  amount_out_of_range: {
    status: 400,
    error: 'The amount is outside the accepted range.',
    cause: 'The amount is below `minCents` or above `maxCents`. Both limits are themselves accepted.',
    remedy: 'Ask the player for an amount inside the range. GET /v1/limits gives it beforehand.',
  },
  commission_exceeds_amount: {
    status: 400,
    error: 'The commission would leave nothing of the amount.',
    cause: 'Under the terms agreed for this direction the commission is as large as the amount, or larger.',
    remedy: 'Ask for a larger amount.',
  },
  player_limit_reached: {
    status: 400,
    error: 'The player has reached the limit of the day.',
    cause:
      'With this one, the player would have more transactions today, or a larger sum, than your account allows a player. Nothing was created. Days are those of Istanbul; rejected transactions do not count.',
    remedy:
      'Tell the player to come back tomorrow, or to choose a smaller amount. Do not send it again today.',
  },
  query_not_allowed: {
    status: 400,
    error: 'This endpoint takes no query string.',
    cause: 'The address has a question mark, and this endpoint takes no parameters there.',
    remedy: 'Send the address without a query string; values of a POST go into the body.',
  },
  body_not_allowed: {
    status: 400,
    error: 'This endpoint takes no body.',
    cause: 'A GET request was sent with a body.',
    remedy: 'Send the request without a body, and sign an empty one.',
  },
  authentication_headers_invalid: {
    status: 401,
    error: 'An authentication header is missing, repeated or malformed.',
    cause:
      'X-Api-Key, X-Timestamp and X-Signature must each be there exactly once and in their exact form. A secret in the place of the key is refused too, by how it begins.',
    remedy:
      'Send the time as whole Unix seconds, and the signature as 64 lower-case hexadecimal digits. A secret is never sent: have one that was sent replaced.',
  },
  timestamp_out_of_range: {
    status: 401,
    error: 'The timestamp is too far from the time of the server.',
    cause: 'X-Timestamp is more than 300 seconds from `serverTime`, in either direction.',
    remedy: 'Set the clock of the sending machine, and sign each attempt with the time of that attempt.',
  },
  signature_invalid: {
    status: 401,
    error:
      'The API key is unknown or the signature is not valid. Sign exactly the bytes you send, and compare your signatures with the published test vectors.',
    cause: 'The key is not known, or the signature was made from other bytes or with other secrets.',
    remedy:
      'Join the time, the method, the path with its query, the body and the hash secret with dots, exactly as they are sent, and compare your signatures with the published test vectors. A service in development says in `error` which of the usual mistakes it was; in production the response is always the same.',
  },
  partner_disabled: {
    status: 403,
    error: 'This partner account is disabled.',
    cause: 'An administrator of the service has disabled the account.',
    remedy: 'Contact the service.',
  },
  address_not_allowed: {
    status: 403,
    error: 'Requests from this address are not allowed.',
    cause: 'The account accepts requests from listed addresses only, and this one is not among them.',
    remedy: 'Send from a listed address, or have this one added.',
  },
  player_blocked: {
    status: 403,
    error: 'This player is blocked.',
    cause: 'The service takes no new deposits and withdrawals of this `customer.id`. Nothing was created.',
    remedy: 'Contact the service. Do not send it again.',
  },
  not_found: {
    status: 404,
    error: 'There is nothing here under this address.',
    cause: 'The path or the record does not exist, or the record is not yours.',
    remedy: 'Check the method, the path and the identifier.',
  },
  external_reference_conflict: {
    status: 409,
    error: 'This externalReference is already used for another transaction.',
    cause: 'A transaction with this reference exists, with another amount, currency, customer or IBAN.',
    remedy: 'Retrieve the transaction named by `transactionId`. Use a new reference for a new transaction.',
  },
  not_cancellable: {
    status: 409,
    error: 'This transaction can no longer be cancelled.',
    cause: 'Somebody has taken it up or decided it. `status` is its status now.',
    remedy: 'Retrieve the transaction to see what has become of it.',
  },
  body_too_large: {
    status: 413,
    error: 'The body is too large.',
    cause: 'The body has more than 16 KiB.',
    remedy: 'Send only the fields of the request.',
  },
  unsupported_media_type: {
    status: 415,
    error: 'The content type is not supported. Send Content-Type: application/json.',
    cause: 'The body was sent with a content type other than application/json, or compressed.',
    remedy: 'Send the header Content-Type: application/json once, and the body as it is.',
  },
  rate_limited: {
    status: 429,
    error: 'Too many requests.',
    cause: 'More requests arrived in a short time than the account or the address may send.',
    remedy: 'Wait as long as the Retry-After header says, then send the same request again.',
  },
  internal_error: {
    status: 500,
    error: 'Something went wrong on our side.',
    cause: 'An error that the service did not expect; it has been recorded under `requestId`.',
    remedy:
      'Send the same request again with the same externalReference, and quote `requestId` to the service if it persists.',
  },
  deposits_paused: {
    status: 503,
    error: 'Deposits are paused.',
    cause: 'Deposits are paused for this account or for the whole service. Nothing was created.',
    remedy: 'Try again later.',
  },
  withdrawals_paused: {
    status: 503,
    error: 'Withdrawals are paused.',
    cause: 'Withdrawals are paused for this account or for the whole service. Nothing was created.',
    remedy: 'Try again later.',
  },
  no_deposit_account: {
    status: 503,
    error: 'No bank account can take this deposit at the moment.',
    cause:
      'Every bank account that could be shown to the player is full or switched off. Nothing was created.',
    remedy: 'Try again later.',
  },
  overloaded: {
    status: 503,
    error: 'The service is overloaded.',
    cause: 'More requests are waiting than can be answered in time. Nothing was created.',
    remedy: 'Wait as long as the Retry-After header says, then send the same request again.',
  },
  unavailable: {
    status: 503,
    error: 'The service is unavailable for a moment.',
    cause: 'A part that the service depends on does not answer. Nothing was created.',
    remedy: 'Send the same request again in a few seconds.',
  },
} as const satisfies Record<string, ApiErrorEntry>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** Object.keys loses the literal types of a constant, but the catalogue has no other keys. */
export const API_ERROR_CODES = Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]];

export const fieldProblem = z.object({
  path: z
    .string()
    .meta({ description: 'The field, with dots between levels; empty for the body as a whole.' }),
  problem: z.string().meta({ description: 'What is wrong with it, to be read after the name of the field.' }),
});

export const apiErrorBody = z.object({
  error: z.string().meta({ description: 'A sentence for a person.' }),
  code: z.enum(API_ERROR_CODES),
  requestId: z.string().startsWith('req_'),
  fields: z.array(fieldProblem).optional().meta({ description: 'With invalid_request.' }),
  minCents: z.int().optional().meta({ description: 'With amount_out_of_range.' }),
  maxCents: z.int().optional().meta({ description: 'With amount_out_of_range.' }),
  serverTime: z.int().optional().meta({ description: 'With timestamp_out_of_range: Unix time in seconds.' }),
  transactionId: z.string().startsWith('txn_').optional().meta({
    description: 'With external_reference_conflict and not_cancellable: the transaction.',
  }),
  status: z.enum(TRANSACTION_STATUSES).optional().meta({
    description: 'With external_reference_conflict and not_cancellable: the status of that transaction now.',
  }),
});

export type ApiErrorBody = z.infer<typeof apiErrorBody>;

/** What an error must contain besides the fields that all errors have. */
export type ApiErrorExtras = {
  invalid_request: { fields: FieldProblem[] };
  amount_out_of_range: { minCents: number; maxCents: number };
  timestamp_out_of_range: { serverTime: number };
  external_reference_conflict: { transactionId: string; status: TransactionStatus };
  not_cancellable: { transactionId: string; status: TransactionStatus };
};
