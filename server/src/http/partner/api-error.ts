import { API_ERRORS } from '@vezne/contract/partner/errors';
import type { ApiErrorCode, ApiErrorExtras } from '@vezne/contract/partner/errors';
import { formatAmount, toWireInteger } from '@vezne/domain/money';
import { RefusedError } from '../../usecases/refusal.ts';
import type { PartnerRefusalCode, Refusal, RefusalDetails } from '../../usecases/refusal.ts';
import { HttpError } from '../server/http-error.ts';
import type { SurfaceErrors } from '../server/http-error.ts';
import { nearestRoutes } from './known-routes.ts';

interface ApiErrorOptions {
  /** A more exact sentence than the one in the catalogue. */
  text?: string;
  retryAfterSeconds?: number;
  /** Why, for our log alone: the partner is told no more than the code says. */
  reason?: UnrecognisedReason | undefined;
}

/** Why a request was not recognised as one of a partner. */
export type UnrecognisedReason =
  | 'header_missing'
  | 'header_repeated'
  | 'header_malformed'
  | 'key_is_secret'
  | 'timestamp_out_of_range'
  | 'key_unknown'
  | 'key_revoked'
  | 'key_expired'
  | 'signature_wrong';

/** Codes whose answer has more fields than a sentence must be given those fields. */
type OptionsOf<Code extends ApiErrorCode> = Code extends keyof ApiErrorExtras
  ? [options: ApiErrorOptions & { extras: ApiErrorExtras[Code] }]
  : [options?: ApiErrorOptions];

/** An error for the partner, with the sentence of the catalogue or a more exact one. */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends HttpError {
  override name = 'ApiError';
  readonly reason: UnrecognisedReason | undefined;

  constructor(code: Code, ...[options]: OptionsOf<Code>) {
    super({
      status: API_ERRORS[code].status,
      code,
      text: options?.text ?? API_ERRORS[code].error,
      extras: options && 'extras' in options ? options.extras : {},
      retryAfterSeconds: options?.retryAfterSeconds,
    });
    this.reason = options?.reason;
  }
}

/** How long a partner should wait when the time is unknown: long enough to help, short enough not to lose the player. */
const RETRY_AFTER = { retryAfterSeconds: 2 } as const;

type Answers = { readonly [Code in PartnerRefusalCode]: (details: RefusalDetails[Code]) => ApiError };

/** The answer on the wire for every refusal that a partner can get. A code without an entry does not compile. */
export const REFUSAL_ANSWERS: Answers = {
  amount_out_of_range: ({ minCents, maxCents }) =>
    new ApiError('amount_out_of_range', {
      text: `The amount is outside the accepted range, ${formatAmount(minCents)} to ${formatAmount(maxCents)} TRY.`,
      extras: { minCents: toWireInteger(minCents), maxCents: toWireInteger(maxCents) },
    }),
  commission_exceeds_amount: () => new ApiError('commission_exceeds_amount'),
  invalid_request: (extras) => new ApiError('invalid_request', { extras }),
  redirect_host_not_allowed: ({ host }) =>
    fieldError('redirectUrl', `names the host ${host}, which is not on your list of allowed hosts`),
  payout_country_not_allowed: ({ country, allowed }) =>
    fieldError(
      'withdrawalAccount.iban',
      `is an account in ${country}, and payouts go to ${allowed.join(', ')} only`,
    ),
  payout_account_refused: () =>
    fieldError('withdrawalAccount.iban', 'is refused: this account cannot be paid to'),
  other_holder_refused: () =>
    fieldError('withdrawalAccount.accountHolderName', 'is not the name of the player, customer.fullName'),
  player_limit_reached: () => new ApiError('player_limit_reached'),
  player_blocked: () => new ApiError('player_blocked'),
  partner_disabled: () => new ApiError('partner_disabled'),
  address_not_allowed: () => new ApiError('address_not_allowed'),
  external_reference_conflict: (extras) => new ApiError('external_reference_conflict', { extras }),
  not_cancellable: (extras) => new ApiError('not_cancellable', { extras }),
  rate_limited: (options) => new ApiError('rate_limited', options),
  deposits_paused: () => new ApiError('deposits_paused', RETRY_AFTER),
  withdrawals_paused: () => new ApiError('withdrawals_paused', RETRY_AFTER),
  no_deposit_account: () => new ApiError('no_deposit_account', RETRY_AFTER),
  overloaded: () => new ApiError('overloaded', RETRY_AFTER),
  unavailable: () => new ApiError('unavailable', RETRY_AFTER),
};

/** The answer for one field that is well-formed and refused all the same. */
function fieldError(path: string, problem: string): ApiError {
  return new ApiError('invalid_request', { extras: { fields: [{ path, problem }] } });
}

function isPartnerRefusal(refusal: Refusal): refusal is Refusal<PartnerRefusalCode> {
  return Object.hasOwn(REFUSAL_ANSWERS, refusal.code);
}

function answerTo<Code extends PartnerRefusalCode>({ code, details }: Refusal<Code>): ApiError {
  return REFUSAL_ANSWERS[code](details);
}

export const partnerErrors: SurfaceErrors = {
  expected(error) {
    if (error instanceof HttpError) return error;
    // Only staff can get the other refusals, so one of them here is a bug.
    if (!(error instanceof RefusedError) || !isPartnerRefusal(error.refusal)) return undefined;
    return answerTo(error.refusal);
  },
  common(problem, request) {
    switch (problem) {
      case 'unreadable_request':
        return new ApiError('invalid_request', {
          extras: { fields: [] },
          text: 'The request could not be read.',
        });
      case 'not_http':
        return new ApiError('invalid_request', {
          extras: { fields: [] },
          text: 'The request is not valid HTTP.',
        });
      case 'not_found': {
        const hint = request && nearestRoutes(request.method, request.url);
        const text = hint === undefined ? {} : { text: `${API_ERRORS.not_found.error} ${hint}` };
        return new ApiError('not_found', text);
      }
      case 'body_too_large':
      case 'unsupported_media_type':
      case 'internal_error':
        return new ApiError(problem);
    }
  },
};
