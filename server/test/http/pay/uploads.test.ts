import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploads } from '../../../src/http/pay/uploads.ts';

test('uploads have room for a few in all, and for one of each deposit, of which the newer goes on', () => {
  const uploads = createUploads(2);
  const cut: string[] = [];
  const begin = (depositId: string, name: string) => uploads.begin(depositId, () => cut.push(name));
  const endOld = begin('a', 'old');
  assert.ok(endOld);
  const endOther = begin('b', 'other');
  assert.ok(endOther);
  assert.equal(begin('c', 'late'), undefined, 'no room');
  const endNew = begin('a', 'new');
  assert.ok(endNew, 'the old one makes room');
  assert.deepEqual(cut, ['old']);
  endOld();
  assert.equal(begin('c', 'late'), undefined, 'its end gives back what is no longer its own');
  endNew();
  endNew();
  assert.ok(begin('c', 'late'));
  assert.equal(begin('d', 'later'), undefined);
  assert.deepEqual(cut, ['old']);
});
