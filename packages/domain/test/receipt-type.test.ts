import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECEIPT_TYPES, receiptTypeOf } from '@vezne/domain/receipt-type';

const FIRST_BYTES: readonly string[] = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\x10\x00\x00\x00WEBPVP8 ',
  '%PDF-1.7\n',
];

test('a receipt is a picture or a PDF, known by its first bytes', () => {
  assert.deepEqual(
    FIRST_BYTES.map((text) => receiptTypeOf(Buffer.from(text, 'latin1'))),
    RECEIPT_TYPES,
  );
});

test('anything else is no receipt, whatever it is called', () => {
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
