import { randomBytes } from 'node:crypto';
import { createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { hashPassword, isOutdated, isPassword } from '../../keys/passwords.ts';
import type { PasswordCost } from '../../keys/passwords.ts';

/** Passwords of this process, checked a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Against nothing, for a handle that nobody has, it takes as long and is never right. */
  isRight(password: string, kept: string | null | undefined): Promise<boolean>;
  isOutdated(kept: string): boolean;
}

/** Each takes 64 MiB and a core. */
const AT_ONCE = 2;
/** At half a second each, the last of them waits 16 s. More would wait longer than people do. */
const MAX_WAITING = 64;

export function createPasswords(cost: PasswordCost): Passwords {
  const limit = createConcurrencyLimit({ width: AT_ONCE, maxWaiting: MAX_WAITING });
  const hash = async (password: string): Promise<string> =>
    await limit.run(async () => await hashPassword(password, cost));
  // Of a password that nobody knows. Made with the first need of it, so that a start costs nothing.
  let ofNobody: Promise<string> | undefined;
  return {
    hash,
    async isRight(password, kept) {
      ofNobody ??= hashPassword(randomBytes(32).toString('base64url'), cost);
      const compared = kept ?? (await ofNobody);
      const isSame = await limit.run(async () => await isPassword(password, compared));
      return isSame && typeof kept === 'string';
    },
    isOutdated: (kept) => isOutdated(kept, cost),
  };
}
