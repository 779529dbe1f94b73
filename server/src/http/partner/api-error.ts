import { API_ERRORS } from '@vezne/contract/partner/errors';
import type { ApiErrorBody, ApiErrorCode, ApiErrorExtras } from '@vezne/contract/partner/errors';
import { formatAmount, toWireInteger } from '@vezne/domain/money';
import type { Refusal, RefusalDetails } from '../../usecases/refusal.ts';

interface ApiErrorOptions {
  /** A more exact sentence than the catalogue's. */
  text?: string;
  retryAfterSeconds?: number;
}

/** Codes that promise more than a sentence must be given it. */
type OptionsOf<Code extends ApiErrorCode> = Code extends keyof ApiErrorExtras
  ? [options: ApiErrorOptions & { extras: ApiErrorExtras[Code] }]
  : [options?: ApiErrorOptions];

/** An error that the partner is told of, in the words of the catalogue or in more exact ones. */
export class ApiError<Code extends ApiErrorCode = ApiErrorCode> extends Error {
  override name = 'ApiError';
  readonly code: Code;
  readonly extras: Partial<ApiErrorBody>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, ...[options]: OptionsOf<Code>) {
    super(options?.text ?? API_ERRORS[code].error);
    this.code = code;
    this.extras = options && 'extras' in options ? options.extras : {};
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** How long a partner should wait when nobody can know: long enough to help, short enough not to lose the player. */
const DEFAULT_RETRY_AFTER_SECONDS = 2;

/** Says a use case's refusal in the words of the wire. */
export function toApiError({ code, details }: Refusal): ApiError {
  switch (code) {
    case 'amount_out_of_range': {
      const { minCents, maxCents } = details as RefusalDetails['amount_out_of_range'];
      return new ApiError(code, {
        text: `The amount is outside the accepted range, ${formatAmount(minCents)} to ${formatAmount(maxCents)} TRY.`,
        extras: { minCents: toWireInteger(minCents), maxCents: toWireInteger(maxCents) },
      });
    }
    case 'external_reference_conflict':
    case 'not_cancellable':
      return new ApiError(code, { extras: details as RefusalDetails[typeof code] });
    case 'invalid_request':
      return new ApiError(code, { extras: details as RefusalDetails['invalid_request'] });
    case 'rate_limited':
      return new ApiError(code, details as RefusalDetails['rate_limited']);
    case 'deposits_paused':
    case 'withdrawals_paused':
    case 'no_deposit_account':
    case 'overloaded':
    case 'unavailable':
      return new ApiError(code, { retryAfterSeconds: DEFAULT_RETRY_AFTER_SECONDS });
    case 'commission_exceeds_amount':
    case 'partner_disabled':
    case 'address_not_allowed':
      return new ApiError(code);
  }
}
