import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { REFERENCE_CODE_ALPHABET, REFERENCE_CODE_COUNT, referenceCodeAt } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';

/** A round function like that of a process, as a table: 8 rounds of 65,536 halves are few enough to keep. */
export function roundFunctionOf(key: string): RoundFunction {
  const known = new Map<number, number>();
  return (round, half) => {
    const index = round * 65_536 + half;
    const answer =
      known.get(index) ?? createHmac('sha256', key).update(`${round}:${half}`).digest().readUInt32BE();
    known.set(index, answer);
    return answer;
  };
}

export const round = roundFunctionOf('a key of the tests');
export const CHARACTERS = REFERENCE_CODE_ALPHABET.split('');
export const sequenceNumber = fc
  .nat({ max: 2 ** 31 - 1 })
  .map((value) => Math.floor((value / 2 ** 31) * REFERENCE_CODE_COUNT));
export const anyCode = sequenceNumber.map((value) => referenceCodeAt(value, round));

export function withCharacter(code: string, at: number, character: string): string {
  return code.slice(0, at) + character + code.slice(at + 1);
}

export function withSwap(code: string, at: number): string {
  return code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2);
}
