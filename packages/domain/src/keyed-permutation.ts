/**
 * A keyed permutation of the numbers below a bound. Each number has exactly one image, so a sequence becomes values that
 * never collide and do not show their order.
 */

/**
 * A keyed pseudo-random function from the caller, for example the first four bytes of an HMAC over the round and the half.
 * `round` counts from 0 to 7, and `half` is a 16-bit number. The result is any unsigned 32-bit integer; its low 16 bits are
 * used. It must always give the same result for the same arguments: another key or algorithm is another permutation, whose
 * values can collide with the old one's.
 */
export type RoundFunction = (round: number, half: number) => number;

const HALF_BITS = 16;
const HALF_MASK = 0xffff;

/**
 * Luby and Rackoff need four rounds for a strong pseudo-random permutation. Small halves weaken that proof, so we use twice
 * as many.
 */
const ROUNDS = 8;

/**
 * With a bound of at least 3/4 of the block, fewer than one walk in 10^100 takes this many steps. A longer walk means that
 * the round function is broken. An error is better than a process that never answers.
 */
const MAX_STEPS = 256;

/**
 * The image of `value` among the numbers from 0 to `bound` - 1. An image outside is permuted again ("cycle walking") until
 * it is inside, which keeps the mapping one-to-one.
 */
export function permuteBelow(bound: number, value: number, round: RoundFunction): number {
  return walkBelow(bound, value, (block) => permuteBlock(block, round));
}

/** The number whose image this is: the same walk backwards. */
export function invertBelow(bound: number, image: number, round: RoundFunction): number {
  return walkBelow(bound, image, (block) => invertBlock(block, round));
}

function walkBelow(bound: number, value: number, permute: (block: number) => number): number {
  if (!Number.isInteger(value) || value < 0 || value >= bound) {
    throw new RangeError(`Only whole numbers from 0 to ${bound - 1} can be permuted, not ${value}.`);
  }
  let image = value;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    image = permute(image);
    if (image < bound) return image;
  }
  throw new Error(
    `No image below ${bound} within ${MAX_STEPS} steps: the round function isn't pseudo-random.`,
  );
}

/** A balanced Feistel network: it is invertible for every round function. */
function permuteBlock(block: number, round: RoundFunction): number {
  let left = block >>> HALF_BITS;
  let right = block & HALF_MASK;
  for (let index = 0; index < ROUNDS; index += 1) {
    [left, right] = [right, left ^ (round(index, right) & HALF_MASK)];
  }
  return left * 2 ** HALF_BITS + right;
}

function invertBlock(block: number, round: RoundFunction): number {
  let left = block >>> HALF_BITS;
  let right = block & HALF_MASK;
  for (let index = ROUNDS - 1; index >= 0; index -= 1) {
    [left, right] = [right ^ (round(index, left) & HALF_MASK), left];
  }
  return left * 2 ** HALF_BITS + right;
}
