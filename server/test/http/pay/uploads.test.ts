import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploads } from '../../../src/http/pay/uploads.ts';

test('only a few uploads run at once, and one for each deposit, where the newer one wins', () => {
  const uploads = createUploads(2);
  const cut: string[] = [];
  const begin = (depositId: string, name: string) => uploads.begin(depositId, () => cut.push(name));
  const endOld = begin('a', 'old');
  assert.ok(endOld);
  const endOther = begin('b', 'other');
  assert.ok(endOther);
  assert.equal(begin('c', 'late'), undefined, 'no room');
  const endNew = begin('a', 'new');
  assert.ok(endNew, 'the older one makes room');
  assert.deepEqual(cut, ['old']);
  endOld();
  assert.equal(begin('c', 'late'), undefined, 'ending the older one does not end the newer one');
  endNew();
  endNew();
  assert.ok(begin('c', 'late'));
  assert.equal(begin('d', 'later'), undefined);
  assert.deepEqual(cut, ['old']);
});
