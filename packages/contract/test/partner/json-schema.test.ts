import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeposit } from '@vezne/contract/partner/deposits';
import { createWithdrawal } from '@vezne/contract/partner/withdrawals';
import { apiErrorBody } from '@vezne/contract/partner/errors';
import { externalReference } from '@vezne/contract/fields/text';
import { requestAmount } from '@vezne/contract/fields/amount';
import * as fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

function inputSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' });
}

function property(schema: JsonSchema, ...path: string[]): JsonSchema {
  let at: JsonSchema = schema;
  for (const name of path) {
    const next = at.properties?.[name];
    assert.ok(typeof next === 'object', `${name} is not described`);
    at = next;
  }
  return at;
}

test('the published deposit request says which fields are required and how long they may be', () => {
  const schema = inputSchema(createDeposit.request);
  assert.deepEqual(schema.required?.toSorted(), [
    'amount',
    'currency',
    'customer',
    'externalReference',
    'redirectUrl',
  ]);
  assert.deepEqual(property(schema, 'customer').required?.toSorted(), ['fullName', 'id', 'username']);
  assert.equal(property(schema, 'amount').type, 'string');
  assert.equal(property(schema, 'amount').pattern, '^[0-9]{1,10}\\.[0-9]{2}$');
  assert.equal(property(schema, 'currency').const, 'TRY');
  assert.equal(property(schema, 'externalReference').maxLength, 128);
  assert.equal(property(schema, 'redirectUrl').maxLength, 2048);
  assert.equal(property(schema, 'redirectUrl').format, 'uri');
  assert.equal(property(schema, 'customer', 'id').maxLength, 64);
  assert.equal(property(schema, 'customer', 'fullName').maxLength, 128);
  assert.equal(property(schema, 'customer', 'fullName').minLength, 1);
  const email = property(schema, 'customer', 'email').anyOf?.[0];
  assert.ok(typeof email === 'object');
  assert.equal(email.maxLength, 254);
  assert.equal(email.pattern, '^$|^[^@\\s]+@[^@\\s]+$');
  assert.deepEqual(property(schema, 'language').enum, ['tr', 'en']);
  assert.notEqual(schema.additionalProperties, false, 'unknown fields are ignored');
});

test('the published withdrawal request describes the account as it is sent', () => {
  const schema = inputSchema(createWithdrawal.request);
  assert.deepEqual(property(schema, 'withdrawalAccount').required?.toSorted(), [
    'accountHolderName',
    'bankName',
    'iban',
  ]);
  assert.equal(property(schema, 'withdrawalAccount', 'iban').type, 'string');
  assert.equal(property(schema, 'withdrawalAccount', 'bankName').maxLength, 64);
  assert.equal(property(schema, 'withdrawalAccount', 'accountHolderName').maxLength, 128);
  assert.equal(property(schema, 'customer').properties?.['email'], undefined);
});

test('responses and errors can be published too', () => {
  for (const schema of [createDeposit.response, createWithdrawal.response, apiErrorBody]) {
    assert.equal(z.toJSONSchema(schema).type, 'object');
  }
});

test('the published pattern of a reference accepts exactly what the service accepts', () => {
  const published = inputSchema(externalReference);
  const pattern = new RegExp(published.pattern ?? assert.fail('no pattern'));
  const reference = fc.oneof(
    fc.string({
      unit: fc.constantFrom(' ', '!', '~', 'a', '\t', '\u007f', '\u001f', 'ş', '\n'),
      maxLength: 5,
    }),
    fc.string({ unit: 'grapheme-ascii' }),
  );
  fc.assert(
    fc.property(reference, (text) => {
      assert.equal(pattern.test(text), externalReference.safeParse(text).success);
    }),
    { numRuns: 2000 },
  );
});

test('the published pattern of an amount accepts exactly what the service accepts, except for zero', () => {
  const published = inputSchema(requestAmount);
  const pattern = new RegExp(published.pattern ?? assert.fail('no pattern'));
  const amount = fc.oneof(
    fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '٣', ' ', '\n', '-', 'e'), maxLength: 15 }),
    fc.tuple(fc.nat(), fc.nat(120)).map(([units, fraction]) => `${units}.${fraction}`),
    fc
      .tuple(fc.nat({ max: 99_999_999_999 }), fc.nat(99))
      .map(([units, fraction]) => `${units}.${String(fraction).padStart(2, '0')}`),
  );
  fc.assert(
    fc.property(amount, (text) => {
      fc.pre(!/^0+\.00$/.test(text));
      assert.equal(pattern.test(text), requestAmount.safeParse(text).success);
    }),
    { numRuns: 2000 },
  );
});
