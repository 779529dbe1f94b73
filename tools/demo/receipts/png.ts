import { crc32, deflateSync } from 'node:zlib';
import type { Drawing } from './letters.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PAPER = 250;
const INK = 30;

/** A grey picture, each point of the drawing as a square. */
export function pngOf({ width, height, isInk }: Drawing, square = 5): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width * square, 0);
  header.writeUInt32BE(height * square, 4);
  // Eight bits of grey; compression, filter and interlacing are the only or the plainest ones.
  header[8] = 8;
  const rows = Buffer.alloc((width * square + 1) * height * square, PAPER);
  for (let y = 0; y < height * square; y += 1) {
    const start = y * (width * square + 1);
    // The first byte of a row is its filter: none.
    rows[start] = 0;
    for (let x = 0; x < width * square; x += 1) {
      if (isInk(Math.floor(x / square), Math.floor(y / square))) rows[start + 1 + x] = INK;
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
