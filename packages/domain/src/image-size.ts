/**
 * The size that a picture's header claims. The header must be complete; only a decoder knows whether the rest can be shown.
 */

import type { ImageType } from './image-type.ts';

export interface ImageSize {
  width: number;
  height: number;
}

const READERS: Readonly<Record<ImageType, (view: DataView) => ImageSize | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** For a picture whose type is known from its first bytes. Undefined: the header is cut off or damaged. */
export function imageSizeOf(bytes: Uint8Array, type: ImageType): ImageSize | undefined {
  return READERS[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Signature (8), then the IHDR chunk: length 13, name, width, height, five bytes of format, checksum (4). */
const PNG_HEADER_BYTES = 33;

function pngSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < PNG_HEADER_BYTES) return undefined;
  if (view.getUint32(8) !== 13 || nameAt(view, 12) !== 'IHDR') return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** A frame header is one of SOF0 to SOF15, but three of these numbers are other kinds of tables. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Walks through the segments to a frame: FF, marker, length (2), then precision (1), height (2), width (2). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    // Any number of FF bytes may come before a marker.
    if (marker === 0xff) at += 1;
    else if (length < 2 || end > view.byteLength) return undefined;
    else if (!isFrameMarker(marker)) at = end;
    else return length < 8 ? undefined : { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** RIFF, length, WEBP, then the first chunk: its name tells which of three headers follows its length. */
function webpSize(view: DataView): ImageSize | undefined {
  const name = view.byteLength < 16 ? '' : nameAt(view, 12);
  if (name === 'VP8L') return view.byteLength < 25 ? undefined : vp8lSize(view);
  if (view.byteLength < 30) return undefined;
  if (name === 'VP8 ') return vp8Size(view);
  return name === 'VP8X' ? { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 } : undefined;
}

/** A key frame: a tag (3) whose lowest bit is clear, the start code 9D 01 2A, and both sizes in 14 bits. */
function vp8Size(view: DataView): ImageSize | undefined {
  const isKeyFrame = (view.getUint8(20) & 1) === 0;
  if (!isKeyFrame || uint24(view, 23) !== 0x2a019d) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Signature 2F, then both sizes minus one, in 14 bits each. */
function vp8lSize(view: DataView): ImageSize | undefined {
  if (view.getUint8(20) !== 0x2f) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
