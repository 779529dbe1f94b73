import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNetworkOpened } from '@vezne/domain/networks';

test('a part of a network that is allowed is nothing new, and anything else is', () => {
  const of = (before: string, after: string): boolean => isNetworkOpened([before], [after]);
  for (const part of ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '10.1.2.3/32'])
    assert.equal(of('10.0.0.0/8', part), false, part);
  for (const other of [
    '0.0.0.0/0',
    '8.0.0.0/7',
    '11.0.0.0/8',
    '110.0.0.0/8',
    '::a00:0/104',
    '::ffff:10.0.0.0/104',
  ])
    assert.equal(of('10.0.0.0/8', other), true, other);
  for (const part of ['2001:db8::/32', '2001:DB8:1::/48', '2001:db8:0:0:0:0:0:1', '2001:db8::192.0.2.1'])
    assert.equal(of('2001:db8::/32', part), false, part);
  for (const other of ['2001:db9::/32', '2001:d00::/24', '::/0', '2001::db8', '0.0.0.0/0'])
    assert.equal(of('2001:db8::/32', other), true, other);
});

test('none means any: the first network closes, and without the last one all doors are open', () => {
  assert.equal(isNetworkOpened([], ['10.0.0.0/8', '192.0.2.1']), false);
  assert.equal(isNetworkOpened([], []), false);
  assert.equal(isNetworkOpened(['10.0.0.0/8'], []), true);
});

test('one new network among parts opens, and so does one that only two together hold', () => {
  assert.equal(isNetworkOpened(['10.0.0.0/8'], ['10.1.0.0/16', '192.0.2.1']), true);
  assert.equal(isNetworkOpened(['10.0.0.0/9', '10.128.0.0/9'], ['10.0.0.0/8']), true);
  assert.equal(isNetworkOpened(['10.0.0.0/9', '10.128.0.0/9'], ['10.128.0.0/9', '10.4.0.0/16']), false);
});

test('what is no network is a part of none, so that nothing is promised for it', () => {
  for (const none of [
    'here',
    '10.1',
    '10.1.0.1/16',
    '10.01.0.0',
    '10.1.0.256',
    '10.1.0.0/33',
    '1:2:3',
    ':',
    '',
  ])
    assert.equal(isNetworkOpened(['0.0.0.0/0', '::/0'], [none]), true, none);
  for (const none of ['::1::', '1:2:3:4:5:6:7::8:9', '::10.0.0.1:1', '::/129', ':::', '12345::'])
    assert.equal(isNetworkOpened(['0.0.0.0/0', '::/0'], [none]), true, none);
});
