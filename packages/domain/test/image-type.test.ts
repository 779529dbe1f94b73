import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageTypeOf } from '@vezne/domain/image-type';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

test('a picture is detected by its first bytes', () => {
  for (const [hex, type] of [
    ['89504e47 0d0a1a0a 00', 'image/png'],
    ['ffd8ffe0 0010', 'image/jpeg'],
    ['ffd8ffdb', 'image/jpeg'],
    ['52494646 24000000 57454250 5650', 'image/webp'],
  ] as const)
    assert.equal(imageTypeOf(bytesOf(hex)), type);
});

test('anything else is not a picture, whatever its name', () => {
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<html><script>alert(1)</script>',
    'GIF89a',
    '%PDF-1.7',
    'RIFF....WAVE',
    'RIFF',
    '\x89PNG\n',
    ' \xff\xd8\xff',
  ])
    assert.equal(imageTypeOf(Buffer.from(text, 'latin1')), undefined, text);
});
