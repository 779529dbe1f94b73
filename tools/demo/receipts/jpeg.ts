/**
 * The plainest JPEG there is: grey, and each point of the drawing is one block of 8 by 8 in a single shade. Such a block has a mean and no
 * detail, so the transform and most of the coding fall away.
 */
import type { Drawing } from './letters.ts';

const BLOCK = 8;
const PAPER = 122;
const INK = -100;

/** The mean of a block is stored times eight, so dividing by eight keeps the shade itself. */
const QUANTISERS = Buffer.alloc(64, 1).fill(BLOCK, 0, 1);
/** The lengths of differences between means: 0 to 8 bits, each with a code of four bits. */
const DIFFERENCE_LENGTHS = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]);
const CODES_OF_FOUR_BITS = Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/** Of detail there is only its end, with a code of one bit. */
const CODES_OF_ONE_BIT = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

export function jpegOf(drawing: Drawing): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(drawing.height * BLOCK, 1);
  frame.writeUInt16BE(drawing.width * BLOCK, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xdb, Buffer.concat([Buffer.from([0]), QUANTISERS])),
    segment(0xc0, frame),
    segment(0xc4, Buffer.concat([Buffer.from([0x00]), CODES_OF_FOUR_BITS, DIFFERENCE_LENGTHS])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10]), CODES_OF_ONE_BIT, Buffer.from([0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scanOf(drawing),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function scanOf({ width, height, isInk }: Drawing): Buffer {
  let bits = '';
  let before = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = isInk(x, y) ? INK : PAPER;
      bits += `${codeOf(shade - before)}0`;
      before = shade;
    }
  }
  // A byte is filled up with ones.
  bits += '1'.repeat((8 - (bits.length % 8)) % 8);
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8), 2);
    // 255 begins a marker, unless a zero follows.
    bytes.push(...(byte === 0xff ? [0xff, 0] : [byte]));
  }
  return Buffer.from(bytes);
}

/** How many bits the difference has, and then these; of a negative one they are those of the number below, without its sign. */
function codeOf(difference: number): string {
  if (difference === 0) return '0000';
  const length = Math.abs(difference).toString(2).length;
  const value = difference > 0 ? difference : difference + 2 ** length - 1;
  return length.toString(2).padStart(4, '0') + value.toString(2).padStart(length, '0');
}
