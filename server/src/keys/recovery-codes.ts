import { createHash, randomInt } from 'node:crypto';

export const RECOVERY_CODE_COUNT = 10;

/** Lower case without i, l, o and u: none is mistaken for a digit, and no code is a word. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 80 bits each: guessing one from its hash would take longer than anybody has, so the hash needs no cost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUPS }, newGroup).join('-'),
  );
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** As a person writes it down: in capitals, without dashes, with an o for a zero. */
export function recoveryCodeHash(typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(code).digest();
}
