import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploads } from '../../../src/http/pay/uploads.ts';

test('uploads have room for one of each deposit and for a few in all, and give it back once', () => {
  const uploads = createUploads(2);
  const endFirst = uploads.begin('a');
  assert.ok(endFirst);
  assert.equal(uploads.begin('a'), undefined, 'one at a time');
  assert.ok(uploads.begin('b'));
  assert.equal(uploads.begin('c'), undefined, 'no room');
  endFirst();
  endFirst();
  assert.ok(uploads.begin('c'));
  assert.equal(uploads.begin('a'), undefined);
});
