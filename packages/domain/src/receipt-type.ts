/** Which files a bank receipt may be, by their first bytes: a file name or a header is only a claim. */

import { IMAGE_TYPES, imageTypeOf } from './image-type.ts';

export const RECEIPT_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** "%PDF-". Some readers tolerate bytes before it, but no bank makes such a file. */
const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** undefined: none of these types, or too short to tell. */
export function receiptTypeOf(bytes: Uint8Array): ReceiptType | undefined {
  if (PDF_SIGNATURE.every((byte, at) => bytes[at] === byte)) return 'application/pdf';
  return imageTypeOf(bytes);
}

/** "ftyp" and a brand, after four bytes of length: the start of an iPhone photo. */
const APPLE_PHOTO = /^ftyp(?:heic|heix|hevc|heim|heis|mif1|msf1)/;
const LENGTH_BYTES = 4;
const BRAND_END = 12;

/** Whether this is an iPhone photo. We do not accept that type, but tell the player what to do instead. */
export function isApplePhoto(bytes: Uint8Array): boolean {
  return APPLE_PHOTO.test(String.fromCharCode(...bytes.subarray(LENGTH_BYTES, BRAND_END)));
}
