import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeposit, depositIdentity } from '@vezne/contract/partner/deposits';
import { createWithdrawal, withdrawalIdentity } from '@vezne/contract/partner/withdrawals';
import { cents } from '@vezne/domain/money';
import { deposit, MALFORMED_DEPOSIT_FIELDS, problemsOf, withdrawal, withField } from './request-bodies.ts';

test('an existing deposit is recognised although other fields are malformed', () => {
  const body = { ...deposit, redirectUrl: 7, customer: { id: '42', username: '', email: {} } };
  assert.ok(problemsOf(createDeposit.request, body).length > 0);
  assert.deepEqual(depositIdentity.parse(body), {
    externalReference: 'dep-1001',
    amount: cents(100_000n),
    currency: 'TRY',
    customer: { id: '42' },
  });
});

test('an existing withdrawal is recognised although other fields are malformed, by its normalised IBAN', () => {
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

test('a currency that we do not take still tells a request from an existing one', () => {
  const body = withField(deposit, 'currency', 'EUR');
  assert.ok(problemsOf(createDeposit.request, body).length > 0);
  assert.equal(depositIdentity.parse(body).currency, 'EUR');
});

test('apart from the currency, what makes a request the same is never more lenient than the request itself', () => {
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
