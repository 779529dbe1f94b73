import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeposit, depositCreateRequest, depositIdentity } from '@vezne/contract/partner/deposits';
import { createWithdrawal, withdrawalIdentity } from '@vezne/contract/partner/withdrawals';
import { cents } from '@vezne/domain/money';
import { deposit, MALFORMED_DEPOSIT_FIELDS, problemsOf, withdrawal, withField } from './request-bodies.ts';

test('a deposit is read with its amount in cents', () => {
  assert.deepEqual(createDeposit.request.parse(deposit), { ...deposit, amount: cents(100_000n) });
});

test('a withdrawal is read with its amount in cents and its IBAN in the one stored form', () => {
  assert.deepEqual(createWithdrawal.request.parse(withdrawal), {
    ...withdrawal,
    amount: cents(25_050n),
    withdrawalAccount: { ...withdrawal.withdrawalAccount, iban: 'TR330006100519786457841326' },
  });
});

test('unknown fields are ignored at every level, also an e-mail in a withdrawal', () => {
  const more = { ...deposit, extra: 1, customer: { ...deposit.customer, extra: { a: [] } } };
  assert.deepEqual(createDeposit.request.parse(more), createDeposit.request.parse(deposit));
  const withEmail = withField(withdrawal, 'customer.email', 42);
  assert.deepEqual(createWithdrawal.request.parse(withEmail), createWithdrawal.request.parse(withdrawal));
});

test('every missing required field of a deposit is named', () => {
  for (const path of [
    'amount',
    'currency',
    'externalReference',
    'redirectUrl',
    'customer',
    'customer.id',
    'customer.username',
    'customer.fullName',
  ]) {
    const body = withField(deposit, path, undefined);
    assert.deepEqual(problemsOf(createDeposit.request, body), [{ path, problem: 'is required' }]);
  }
});

test('every missing required field of a withdrawal is named', () => {
  for (const path of [
    'amount',
    'currency',
    'externalReference',
    'customer',
    'customer.id',
    'customer.username',
    'customer.fullName',
    'withdrawalAccount',
    'withdrawalAccount.bankName',
    'withdrawalAccount.accountHolderName',
    'withdrawalAccount.iban',
  ]) {
    const body = withField(withdrawal, path, undefined);
    assert.deepEqual(problemsOf(createWithdrawal.request, body), [{ path, problem: 'is required' }]);
  }
});

test('a malformed field is named, alone, and explained in a sentence', async (t) => {
  for (const [path, values] of MALFORMED_DEPOSIT_FIELDS) {
    for (const value of values) {
      await t.test(`${path} ${JSON.stringify(value)}`, () => {
        const problems = problemsOf(createDeposit.request, withField(deposit, path, value));
        assert.ok(problems.length > 0, 'it was accepted');
        for (const problem of problems) {
          assert.equal(problem.path, path);
          assert.match(problem.problem, /^must /);
        }
      });
    }
  }
});

test('a malformed withdrawal account is named', () => {
  const malformed: [path: string, value: unknown][] = [
    ['withdrawalAccount', 'TR330006100519786457841326'],
    ['withdrawalAccount.bankName', ''],
    ['withdrawalAccount.bankName', 'x'.repeat(65)],
    ['withdrawalAccount.accountHolderName', ''],
    ['withdrawalAccount.accountHolderName', 'x'.repeat(129)],
    ['withdrawalAccount.iban', 'TR330006100519786457841327'],
    ['withdrawalAccount.iban', 'TR33000610051978645784132'],
    ['withdrawalAccount.iban', ''],
    ['withdrawalAccount.iban', 33],
  ];
  for (const [path, value] of malformed) {
    const problems = problemsOf(createWithdrawal.request, withField(withdrawal, path, value));
    assert.deepEqual(
      problems.map((problem) => problem.path),
      [path],
      `${path} ${String(value)}`,
    );
  }
});

test('a body that is not an object is refused as a whole', () => {
  for (const body of [null, [], 'x', 7, true]) {
    for (const schema of [
      createDeposit.request,
      createWithdrawal.request,
      depositIdentity,
      withdrawalIdentity,
    ]) {
      assert.deepEqual(problemsOf(schema, body), [{ path: '', problem: 'must be an object' }]);
    }
  }
});

test('several malformed fields are all named at once', () => {
  const problems = problemsOf(createDeposit.request, {
    ...deposit,
    amount: '1',
    currency: 'USD',
    customer: {},
  });
  assert.deepEqual(problems.map((problem) => problem.path).sort(), [
    'amount',
    'currency',
    'customer.fullName',
    'customer.id',
    'customer.username',
  ]);
});

const LENGTHS: [path: string, maxLength: number][] = [
  ['customer.id', 64],
  ['customer.username', 64],
  ['customer.fullName', 128],
  ['withdrawalAccount.bankName', 64],
  ['withdrawalAccount.accountHolderName', 128],
];

test('lengths count code points after composing, as people count characters', () => {
  for (const [path, maxLength] of LENGTHS) {
    for (const letter of ['a', 'ş', '🎲', 's\u0327']) {
      const fits = withField(withdrawal, path, letter.repeat(maxLength));
      const tooLong = withField(withdrawal, path, letter.repeat(maxLength + 1));
      assert.deepEqual(problemsOf(createWithdrawal.request, fits), [], `${path} ${letter}`);
      assert.deepEqual(problemsOf(createWithdrawal.request, tooLong), [
        { path, problem: `must have at most ${maxLength} characters` },
      ]);
    }
  }
});

test('text is stored composed, so two spellings of a name become one', () => {
  const decomposed = 'Ayşe Gülşen'.normalize('NFD');
  const parsed = createDeposit.request.parse(withField(deposit, 'customer.fullName', decomposed));
  assert.equal(parsed.customer.fullName, 'Ayşe Gülşen');
  const byId = depositIdentity.parse(withField(deposit, 'customer.id', decomposed));
  assert.equal(byId.customer.id, 'Ayşe Gülşen');
});

test('an e-mail that is absent, null or empty means none', () => {
  for (const value of [undefined, null, '']) {
    const parsed = createDeposit.request.parse(withField(deposit, 'customer.email', value));
    assert.equal(parsed.customer.email, null);
  }
  const longest = `${'x'.repeat(249)}@b.tr`;
  assert.equal(longest.length, 254);
  const parsed = createDeposit.request.parse(withField(deposit, 'customer.email', longest));
  assert.equal(parsed.customer.email, longest);
});

test('a language is tr or en, and anything else counts as absent', () => {
  for (const language of ['tr', 'en'])
    assert.equal(createDeposit.request.parse({ ...deposit, language }).language, language);
  for (const language of ['TR', 'tr ', 'tr-TR', 'de', '', 7, true, null, {}, ['tr'], { tr: 1 }])
    assert.equal(
      createDeposit.request.parse({ ...deposit, language }).language,
      undefined,
      JSON.stringify(language),
    );
  assert.deepEqual(depositIdentity.parse({ ...deposit, language: 'en' }), depositIdentity.parse(deposit));
});

test('references of 1 to 128 printable characters are accepted', () => {
  for (const reference of ['a', 'x'.repeat(128), 'a b', '!~', '{"a":1}', 'a.b/c?d=e&f#g%']) {
    assert.deepEqual(problemsOf(createDeposit.request, { ...deposit, externalReference: reference }), []);
  }
});

test('only the request schema for development accepts http to this machine', () => {
  const local = { ...deposit, redirectUrl: 'http://localhost:4003/return' };
  assert.deepEqual(problemsOf(depositCreateRequest({ allowLoopbackHttp: true }), local), []);
  assert.deepEqual(problemsOf(depositCreateRequest({ allowLoopbackHttp: false }), local), [
    { path: 'redirectUrl', problem: 'must use https' },
  ]);
});
