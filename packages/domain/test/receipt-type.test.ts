import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECEIPT_TYPES, isApplePhoto, receiptTypeOf } from '@vezne/domain/receipt-type';

const FIRST_BYTES: readonly string[] = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\x10\x00\x00\x00WEBPVP8 ',
  '%PDF-1.7\n',
];

test('a receipt is a picture or a PDF, detected by its first bytes', () => {
  assert.deepEqual(
    FIRST_BYTES.map((text) => receiptTypeOf(Buffer.from(text, 'latin1'))),
    RECEIPT_TYPES,
  );
});

test('anything else is not a receipt, whatever its name', () => {
  for (const text of [
    '',
    '%PDF',
    '%pdf-1.7',
    ' %PDF-1.7',
    '\ufeff%PDF-1.7',
    '<html>%PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'GIF89a',
    'PK\x03\x04',
    'MZ',
  ])
    assert.equal(receiptTypeOf(Buffer.from(text, 'utf8')), undefined, text);
});

test('an iPhone photo is not a receipt, but is recognised', () => {
  for (const [text, isPhoto] of [
    ['\0\0\0\x18ftypheic\0\0\0\0', true],
    ['\0\0\0\x24ftypmif1', true],
    ['\0\0\0\x18ftypmp42', false],
    ['ftypheic', false],
    ['\0\0\0', false],
    ['', false],
  ] as const) {
    assert.equal(isApplePhoto(Buffer.from(text, 'latin1')), isPhoto, text);
    assert.equal(receiptTypeOf(Buffer.from(text, 'latin1')), undefined);
  }
});
