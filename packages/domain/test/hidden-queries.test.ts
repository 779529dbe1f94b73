import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutQueries } from '../src/hidden-queries.ts';

test('what is behind the question mark of an address is left out, wherever the address stands', () => {
  for (const [text, shown] of [
    ['https://a.example/hook?token=hush', 'https://a.example/hook?…'],
    ['HTTPS://a.example/hook#hush', 'HTTPS://a.example/hook?…'],
    ['http://a.example?x=1&token=hush#more', 'http://a.example?…'],
    [
      'from https://a.example/x?t=hush to http://b.example/y',
      'from https://a.example/x?… to http://b.example/y',
    ],
    ['{"url":"https://a.example/x?t=hush"}', '{"url":"https://a.example/x?…'],
    ["https://a.example/x?t=hu'sh", 'https://a.example/x?…'],
  ] as const)
    assert.equal(withoutQueries(text), shown);
  for (const plain of ['https://a.example/hook', 'Is it paid? #4711', ''])
    assert.equal(withoutQueries(plain), plain);
});
