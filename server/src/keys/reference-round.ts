import { createCipheriv } from 'node:crypto';
import type { RoundFunction } from '@vezne/domain/reference-code';

/**
 * The keyed round function of the reference-code permutation: one AES block per round. A code takes eight rounds. One HMAC
 * per round would cost three times as much, on the path of every deposit.
 */
export function createReferenceRound(key: Buffer): RoundFunction {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  return (round, half) => {
    block.writeUInt32BE(round, 0);
    block.writeUInt32BE(half, 4);
    return cipher.update(block).readUInt32BE(0);
  };
}
