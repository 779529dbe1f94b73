import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploads } from '../../../src/http/pay/uploads.ts';

test('only a few uploads run at once, and one for each deposit, where the newer one wins', () => {
  const uploads = createUploads({ most: 2, mostOfNetwork: 2 });
  const cut: string[] = [];
  const begin = (depositId: string, name: string) =>
    uploads.begin({ depositId, network: 'n', cut: () => cut.push(name) });
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

test('a network has a share of the uploads, and leaves the rest to others', () => {
  const uploads = createUploads();
  const begin = (network: string, depositId: string) =>
    uploads.begin({ depositId, network, cut: () => undefined });
  const begun = Array.from({ length: 100 }, (_, index) => begin('one', `one ${index}`)).filter(
    (end) => end !== undefined,
  );
  assert.equal(begun.length, 8);
  for (const network of ['two', 'three', 'four'])
    for (let index = 0; index < 8; index += 1) assert.ok(begin(network, `${network} ${index}`));
  assert.equal(begin('five', 'a'), undefined, 'all 32 places are taken');
  begun[0]?.();
  assert.ok(begin('five', 'a'));
});
