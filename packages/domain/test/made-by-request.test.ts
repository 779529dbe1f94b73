import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeByRequest, openerOfSecret } from '../src/made-by-request.ts';

test('a lost link to enrol is told apart from a lost secret: it may have gone by mail', () => {
  assert.deepEqual(['partner_person.invite', 'staff.add', 'staff.reset'].map(madeByRequest), [
    'link',
    'link',
    'link',
  ]);
  assert.deepEqual(['credentials.rotate', 'webhook.add'].map(madeByRequest), ['secret', 'secret']);
  assert.deepEqual(['partner.set', 'toString'].map(madeByRequest), [undefined, undefined]);
  assert.deepEqual(['partner.create', 'webhook.rotate', 'staff.add'].map(openerOfSecret), [
    'api',
    'worker',
    undefined,
  ]);
});
