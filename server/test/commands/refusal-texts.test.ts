import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_ERRORS } from '@vezne/contract/partner/errors';
import { action } from '../../src/commands/action.ts';
import { isStaffRefusal, refusalText } from '../../src/commands/refusal-texts.ts';
import { partnerErrors } from '../../src/http/partner/api-error.ts';
import { RefusedError, refusal, refused } from '../../src/usecases/refusal.ts';
import type { Refusal, StaffRefusalCode } from '../../src/usecases/refusal.ts';
import { PARTNER_SAMPLES, STAFF_SAMPLES } from '../harness/refusal-samples.ts';

function refusalsOf(samples: object): Refusal[] {
  return Object.entries(samples).map(([code, details]) => ({ code, details: details as unknown }) as Refusal);
}

/** For these codes, the allowed range already says what to do. */
const RANGES: ReadonlySet<StaffRefusalCode> = new Set([
  'overlap_out_of_range',
  'requests_per_second_out_of_range',
  'commission_rate_out_of_range',
  'fixed_commission_negative',
  'minimum_not_positive',
]);

const STAFF_REFUSALS = refusalsOf(STAFF_SAMPLES) as Refusal<StaffRefusalCode>[];

test('every refusal that staff can get says in whole sentences what is wrong, and then what to do', () => {
  for (const each of STAFF_REFUSALS) {
    const text = refusalText(each);
    const told = `${each.code}: ${text}`;
    assert.match(text, /^(txn_|["A-Z])/, told);
    if (!RANGES.has(each.code)) assert.match(text, /[^]+?[.:;] [A-Z][^]+/, told);
    assert.match(text, /(\.|: ?vezne [^.]+)$/, told);
    assert.doesNotMatch(text, /undefined|null|NaN|\[object/, told);
  }
});

test('no two refusals have the same text', () => {
  assert.equal(new Set(STAFF_REFUSALS.map(refusalText)).size, STAFF_REFUSALS.length);
});

test("every refusal that a partner can get is in the partner's catalogue, and has no text for the terminal", () => {
  for (const each of refusalsOf(PARTNER_SAMPLES)) {
    const answer = partnerErrors.expected(new RefusedError(each));
    assert.ok(answer && Object.hasOwn(API_ERRORS, answer.code), each.code);
    assert.doesNotMatch(
      JSON.stringify([answer.message, answer.extras]),
      /undefined|NaN|object Object/,
      each.code,
    );
    assert.equal(isStaffRefusal(each), false, each.code);
  }
});

test("a conflict names the transaction's current state", () => {
  const transactionId = '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708';
  const taken = { transactionId, status: 'waiting_confirmation', stage: 'taken' } as const;
  assert.match(
    refusalText(refusal('state_conflict', taken)),
    /^txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 is waiting_confirmation \(taken\), and this can't be done from there\./,
  );
  assert.match(refusalText(refusal('state_conflict', { transactionId })), / is in another state, /);
});

test("a command that gets a partner's refusal has a bug, so the error is thrown and not printed as a sentence", async () => {
  const meets = action(async () => await Promise.reject(refused('deposits_paused')));
  await assert.rejects(meets(), RefusedError);
});
