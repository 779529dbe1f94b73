import { fieldProblems } from '@vezne/contract/fields/field-problems';
import type { FieldProblem } from '@vezne/contract/fields/field-problems';
import type { z } from 'zod';

export const deposit = {
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'dep-1001',
  redirectUrl: 'https://shop.example/return?order=1001',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Yılmaz', email: 'ayse@mail.example' },
};

export const withdrawal = {
  amount: '250.50',
  currency: 'TRY',
  externalReference: 'wd-2002',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Yılmaz' },
  withdrawalAccount: {
    bankName: 'Ziraat Bankası',
    accountHolderName: 'Ayşe Yılmaz',
    iban: 'TR33 0006 1005 1978 6457 8413 26',
  },
};

export function problemsOf(schema: z.ZodType, body: unknown): FieldProblem[] {
  const result = schema.safeParse(body);
  return result.success ? [] : fieldProblems(result.error);
}

/** A copy of a body with another value at a path such as "customer.id"; undefined removes it. */
export function withField(body: object, path: string, value: unknown): object {
  const [first = '', ...rest] = path.split('.');
  const copy = new Map(Object.entries(body));
  if (rest.length > 0) {
    copy.set(first, withField(copy.get(first) as object, rest.join('.'), value));
  } else if (value === undefined) {
    copy.delete(first);
  } else {
    copy.set(first, value);
  }
  return Object.fromEntries(copy);
}

/** Values that break the rules of a field of a deposit. */
export const MALFORMED_DEPOSIT_FIELDS: [path: string, values: unknown[]][] = [
  [
    'amount',
    [
      '100',
      '100.0',
      '100.000',
      '1e3',
      '+1.00',
      '-1.00',
      '٣.00',
      '1,00',
      '0.00',
      ' 1.00',
      '1.00\n',
      '12345678901.00',
      '.50',
      '',
      100,
      100.5,
      null,
      ['1.00'],
    ],
  ],
  ['currency', ['try', 'USD', 'TRY ', '', null, 949, ['TRY']]],
  ['externalReference', ['', ' a', 'a ', 'ş', 'a\tb', 'a\n', 'a\u0000', 'x'.repeat(129), 7, null]],
  [
    'redirectUrl',
    ['', '/return', 'http://shop.example/', 'http://localhost/', 'https://a@b.example', null, 7],
  ],
  ['customer', [null, 'ayse', [], 7]],
  ['customer.id', ['', 'x'.repeat(65), 42, null, 'a\u0000', 'a\u202eb', '\ud800', 'a\nb', '\u200b']],
  ['customer.username', ['', 'x'.repeat(65), 42, null, 'a\u0007']],
  ['customer.fullName', ['', 'x'.repeat(129), 42, null, 'a\ufeffb']],
  [
    'customer.email',
    ['ayse', 'a@b@c', '@b', 'a@', 'a b@c', 'a@b c', 'a\u0000@b', `${'x'.repeat(250)}@b.tr`, 42, {}],
  ],
];
