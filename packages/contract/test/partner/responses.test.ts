import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeposit, depositTransaction } from '@vezne/contract/partner/deposits';
import { API_ERROR_CODES, API_ERRORS, apiErrorBody } from '@vezne/contract/partner/errors';
import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import { createWithdrawal, withdrawalTransaction } from '@vezne/contract/partner/withdrawals';

const deposit = {
  id: 'txn_1',
  type: 'deposit',
  status: 'waiting_payment',
  amountCents: 100_000,
  requestedAmountCents: 100_000,
  actualAmountCents: null,
  commissionCents: 3000,
  netAmountCents: 97_000,
  playerAmountCents: 97_000,
  balanceImpactCents: 97_000,
  externalReference: 'dep-1001',
  referenceCode: 'ABCD2345',
  redirectUrl: 'https://shop.example/return',
  hostedUrl: 'https://pay.example/p/token',
};

const withdrawal = {
  id: 'txn_2',
  type: 'withdrawal',
  status: 'waiting_confirmation',
  amountCents: 100_000,
  playerAmountCents: 97_000,
  commissionCents: 3000,
  balanceImpactCents: -100_000,
};

test('the response for a deposit has all of its fields, under the key transaction', () => {
  assert.deepEqual(createDeposit.response.parse({ transaction: deposit }), { transaction: deposit });
  assert.deepEqual(Object.keys(depositTransaction.shape), Object.keys(deposit));
  assert.equal(createDeposit.successStatus, 201);
});

test('the response for a withdrawal has its own fields and none of a deposit', () => {
  assert.deepEqual(createWithdrawal.response.parse({ transaction: withdrawal }), { transaction: withdrawal });
  assert.deepEqual(Object.keys(withdrawalTransaction.shape), Object.keys(withdrawal));
  assert.equal(createWithdrawal.successStatus, 201);
});

test('a response that lacks a field, or has an amount that is not an integer, is invalid', () => {
  for (const name of Object.keys(deposit)) {
    const lacking = Object.fromEntries(Object.entries(deposit).filter(([key]) => key !== name));
    assert.equal(depositTransaction.safeParse(lacking).success, false, name);
  }
  for (const amountCents of ['100000', 1.5, 2 ** 53, null]) {
    assert.equal(depositTransaction.safeParse({ ...deposit, amountCents }).success, false);
    assert.equal(withdrawalTransaction.safeParse({ ...withdrawal, amountCents }).success, false);
  }
});

test('a withdrawal never waits for a payment', () => {
  const waiting = { ...withdrawal, status: 'waiting_payment' };
  assert.equal(withdrawalTransaction.safeParse(waiting).success, false);
});

const STATUS_OF_CODE: Record<ApiErrorCode, number> = {
  invalid_json: 400,
  duplicate_key: 400,
  invalid_request: 400,
  amount_out_of_range: 400,
  commission_exceeds_amount: 400,
  player_limit_reached: 400,
  player_blocked: 403,
  query_not_allowed: 400,
  body_not_allowed: 400,
  authentication_headers_invalid: 401,
  timestamp_out_of_range: 401,
  signature_invalid: 401,
  partner_disabled: 403,
  address_not_allowed: 403,
  not_found: 404,
  external_reference_conflict: 409,
  not_cancellable: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  deposits_paused: 503,
  withdrawals_paused: 503,
  no_deposit_account: 503,
  overloaded: 503,
  unavailable: 503,
};

test('every error has the status that partners were promised, and whole sentences', () => {
  for (const code of API_ERROR_CODES) {
    const entry = API_ERRORS[code];
    assert.equal(entry.status, STATUS_OF_CODE[code], code);
    for (const sentence of [entry.error, entry.cause, entry.remedy]) {
      assert.match(sentence, /^[A-Z].*\.$/, code);
    }
  }
});

test('both create calls can return every error except those of other calls', () => {
  const missing = (errors: readonly ApiErrorCode[]) =>
    API_ERROR_CODES.filter((code) => !errors.includes(code));
  assert.deepEqual(missing(createDeposit.errors), [
    'body_not_allowed',
    'not_found',
    'not_cancellable',
    'withdrawals_paused',
  ]);
  assert.deepEqual(missing(createWithdrawal.errors), [
    'body_not_allowed',
    'not_found',
    'not_cancellable',
    'deposits_paused',
    'no_deposit_account',
  ]);
  for (const { errors } of [createDeposit, createWithdrawal]) {
    assert.equal(new Set(errors).size, errors.length, 'a code is listed twice');
  }
});

test('an error body has a sentence, a known code and the id of its request', () => {
  const body = {
    error: 'The amount is outside the accepted range.',
    code: 'amount_out_of_range',
    requestId: 'req_1',
  };
  const ranged = { ...body, minCents: 5000, maxCents: 50_000_000 };
  assert.deepEqual(apiErrorBody.parse(ranged), ranged);
  const fields = {
    ...body,
    code: 'invalid_request',
    fields: [{ path: 'customer.id', problem: 'is required' }],
  };
  assert.deepEqual(apiErrorBody.parse(fields), fields);
  assert.equal(apiErrorBody.safeParse({ ...body, code: 'no_such_code' }).success, false);
  assert.equal(apiErrorBody.safeParse({ ...body, requestId: '1' }).success, false);
  assert.equal(apiErrorBody.safeParse({ ...ranged, minCents: '5000' }).success, false);
});
