import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeposit, depositIdentity } from '@vezne/contract/partner/deposits';
import { createWithdrawal, withdrawalIdentity } from '@vezne/contract/partner/withdrawals';
import { cents } from '@vezne/domain/money';
import { deposit, MALFORMED_DEPOSIT_FIELDS, problemsOf, withdrawal, withField } from './request-bodies.ts';

test('an existing deposit is recognised even when other fields are malformed', () => {
  const body = { ...deposit, redirectUrl: 7, customer: { id: '42', username: '', email: {} } };
  assert.ok(problemsOf(createDeposit.request, body).length > 0);
  assert.deepEqual(depositIdentity.parse(body), {
    externalReference: 'dep-1001',
    amount: cents(100_000n),
    currency: 'TRY',
    customer: { id: '42' },
  });
});

test('an existing withdrawal is recognised by its normalised IBAN, even when other fields are malformed', () => {
  const body = {
    ...withdrawal,
    customer: { id: '42' },
    withdrawalAccount: { iban: 'tr330006100519786457841326', bankName: 7 },
  };
  assert.ok(problemsOf(createWithdrawal.request, body).length > 0);
  assert.deepEqual(withdrawalIdentity.parse(body), {
    externalReference: 'wd-2002',
    amount: cents(25_050n),
    currency: 'TRY',
    customer: { id: '42' },
    withdrawalAccount: { iban: 'TR330006100519786457841326' },
  });
});

test('an unsupported currency still distinguishes a request from an existing one', () => {
  const body = withField(deposit, 'currency', 'EUR');
  assert.ok(problemsOf(createDeposit.request, body).length > 0);
  assert.equal(depositIdentity.parse(body).currency, 'EUR');
});

test('apart from the currency, the identity of a request is never more lenient than the request itself', () => {
  for (const path of ['amount', 'externalReference', 'customer', 'customer.id']) {
    for (const value of MALFORMED_DEPOSIT_FIELDS.find(([field]) => field === path)?.[1] ?? []) {
      assert.ok(problemsOf(depositIdentity, withField(deposit, path, value)).length > 0, path);
      assert.ok(problemsOf(withdrawalIdentity, withField(withdrawal, path, value)).length > 0, path);
    }
  }
  assert.ok(
    problemsOf(withdrawalIdentity, withField(withdrawal, 'withdrawalAccount.iban', 'TR00')).length > 0,
  );
});
