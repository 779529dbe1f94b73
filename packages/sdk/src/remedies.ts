import type { ApiErrorCode } from './types.ts';

/** What a program with this client should do about each error. The type keeps the list complete. */
export const REMEDIES: Readonly<Record<ApiErrorCode, string>> = {
  invalid_json: 'Update this package: it should never send such a body.',
  duplicate_key: 'Update this package: it should never send such a body.',
  invalid_request: 'Correct the fields that are named and send the request again.',
  amount_out_of_range: 'Ask the player for an amount inside the range; getLimits() gives it beforehand.',
  commission_exceeds_amount: 'Ask the player for a larger amount.',
  player_limit_reached:
    'Tell the player to come back tomorrow or to choose a smaller amount, and do not send it again today.',
  query_not_allowed: 'Update this package: it should never send such a request.',
  body_not_allowed: 'Update this package: it should never send such a request.',
  authentication_headers_invalid: 'Check that apiKey is complete and has no spaces.',
  timestamp_out_of_range: 'Set the clock of this machine.',
  signature_invalid:
    'Check that apiKey, apiSecret and hashSecret belong together and have not been revoked, and that no proxy changes the path or the body.',
  partner_disabled: 'Contact the service.',
  address_not_allowed: 'Send from a listed address, or ask the service to add this one.',
  player_blocked: 'Contact the service, and do not send it again.',
  not_found: 'Check the identifier, and that baseUrl is the address of the service without /v1.',
  external_reference_conflict:
    'Retrieve the transaction that is named, and use a new reference for a new transaction.',
  not_cancellable:
    'Retrieve the transaction until it is approved or rejected, or wait for the webhook that tells it.',
  body_too_large: 'Send only the fields of the request.',
  unsupported_media_type: 'Check that no proxy changes the header Content-Type.',
  rate_limited: 'Send fewer requests at once, and send this one again after a while.',
  internal_error: 'Send the same request again, and quote the request id to the service if it persists.',
  deposits_paused: 'Offer another way of payment, or try again later.',
  withdrawals_paused: 'Try again later.',
  no_deposit_account: 'Offer another way of payment, or try again later.',
  overloaded: 'Send the same request again in a few seconds.',
  unavailable: 'Send the same request again in a few seconds.',
};
