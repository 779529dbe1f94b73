import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSizeOf } from '@vezne/domain/image-size';
import { imageTypeOf } from '@vezne/domain/image-type';
import type { ImageType } from '@vezne/domain/image-type';

/** Headers of pictures from a browser, five pixels wide and three high. */
const HEADERS: readonly (readonly [name: string, type: ImageType, hex: string])[] = [
  ['PNG', 'image/png', '89504e470d0a1a0a 0000000d 49484452 00000005 00000003 0806000000 5b36c5f8'],
  [
    'JPEG',
    'image/jpeg',
    'ffd8 ffe0 0010 4a46494600010100000100010000 ffff ffc0 0011 08 0003 0005 03 011200 021101 031101',
  ],
  ['JPEG, progressive', 'image/jpeg', 'ffd8 ffc4 0003 00 ffc2 0011 08 0003 0005 03 011200 021101 031101'],
  ['WebP, lossy', 'image/webp', '52494646 32000000 57454250 56503820 26000000 700100 9d012a 0500 0300'],
  ['WebP, lossless', 'image/webp', '52494646 1e000000 57454250 5650384c 11000000 2f 04800000'],
  ['WebP, extended', 'image/webp', '52494646 14020000 57454250 56503858 0a000000 20000000 040000 020000'],
];

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

test('the size of a picture is read from its header, at any offset in memory', () => {
  for (const [name, type, hex] of HEADERS) {
    const bytes = bytesOf(hex);
    assert.equal(imageTypeOf(bytes), type, name);
    assert.deepEqual(imageSizeOf(bytes, type), { width: 5, height: 3 }, name);
    const among = Uint8Array.from([1, 2, 3, ...bytes, 4]);
    assert.deepEqual(imageSizeOf(among.subarray(3), type), { width: 5, height: 3 }, name);
  }
});

test('a header that is cut off anywhere has no size', () => {
  for (const [name, type, hex] of HEADERS) {
    const bytes = bytesOf(hex);
    for (let length = 0; length < bytes.length; length += 1)
      assert.equal(imageSizeOf(bytes.subarray(0, length), type), undefined, `${name}, ${length} bytes`);
  }
});

test('a signature that is followed by something else has no size', () => {
  for (const [type, hex] of [
    // A chunk other than IHDR, and an IHDR of another length.
    ['image/png', '89504e470d0a1a0a 0000000d 49444154 00000005 00000003 0806000000 5b36c5f8'],
    ['image/png', '89504e470d0a1a0a 0000000c 49484452 00000005 00000003 0806000000 5b36c5f8'],
    // A segment that is shorter than its own length, a frame without a size, and no frame at all.
    ['image/jpeg', 'ffd8 ffe0 0000 ffc0 0011 08 0003 0005 03 011200 021101 031101'],
    ['image/jpeg', 'ffd8 ffc0 0002 08 0003 0005 03 011200 021101 031101'],
    ['image/jpeg', 'ffd8 ffe0 0003 00 00c0 0011 08 0003 0005 03 011200'],
    // No key frame, no start code, another lossless signature, an unknown chunk.
    ['image/webp', '52494646 32000000 57454250 56503820 26000000 710100 9d012a 0500 0300'],
    ['image/webp', '52494646 32000000 57454250 56503820 26000000 700100 9d012b 0500 0300'],
    ['image/webp', '52494646 1e000000 57454250 5650384c 11000000 2e 04800000'],
    ['image/webp', '52494646 1e000000 57454250 414c5048 11000000 2f 04800000 0000000000'],
  ] as const)
    assert.equal(imageSizeOf(bytesOf(hex), type), undefined, hex);
});
