/** What a receipt of a bank may be, by its first bytes: a name or a header says only what somebody claims. */

import { IMAGE_TYPES, imageTypeOf } from './image-type.ts';

export const RECEIPT_TYPES = [...IMAGE_TYPES, 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** "%PDF-". Readers forgive bytes before it; a file that hides it behind others is none that a bank made. */
const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** undefined: none of these, or too short to tell. */
export function receiptTypeOf(bytes: Uint8Array): ReceiptType | undefined {
  if (PDF_SIGNATURE.every((byte, at) => bytes[at] === byte)) return 'application/pdf';
  return imageTypeOf(bytes);
}

/** "ftyp" and a brand, after four bytes of length: how the photos of iPhones begin. */
const APPLE_PHOTO = /^ftyp(?:heic|heix|hevc|heim|heis|mif1|msf1)/;
const LENGTH_BYTES = 4;
const BRAND_END = 12;

/** Whether these are the photo of an iPhone, which is no type that we take: whoever sends one is told what to do instead. */
export function isApplePhoto(bytes: Uint8Array): boolean {
  return APPLE_PHOTO.test(String.fromCharCode(...bytes.subarray(LENGTH_BYTES, BRAND_END)));
}
