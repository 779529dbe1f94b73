import { randomBytes } from 'node:crypto';
import { createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { hashPassword, isOutdated, isPassword } from '../../keys/passwords.ts';
import type { PasswordCost } from '../../keys/passwords.ts';

/** `known`: by a session, a link, or the network from which they have signed in before. */
export type Asker = 'known' | 'stranger';

/** Passwords of this process, checked a few at a time. */
export interface Passwords {
  /** Only people who are known in some way set one. */
  hash(password: string): Promise<string>;
  /** Against nothing, for a handle that nobody has, it takes as long and is never right. */
  isRight(password: string, kept: string | null | undefined, asker: Asker): Promise<boolean>;
  isOutdated(kept: string): boolean;
}

/** Each takes 64 MiB and a core, so there are two at once. Strangers from many networks who fill their line keep nobody known waiting. */
const AT_ONCE_OF_EACH = 1;
/** At half a second each, the last of them waits 16 s. More would wait longer than people do. */
const MAX_WAITING = 32;

export function createPasswords(cost: PasswordCost): Passwords {
  const line = () => createConcurrencyLimit({ width: AT_ONCE_OF_EACH, maxWaiting: MAX_WAITING });
  const lines: Readonly<Record<Asker, ConcurrencyLimit>> = { known: line(), stranger: line() };
  // Of a password that nobody knows. Made with the first need of it, so that a start costs nothing.
  let ofNobody: Promise<string> | undefined;
  return {
    hash: async (password) => await lines.known.run(async () => await hashPassword(password, cost)),
    async isRight(password, kept, asker) {
      ofNobody ??= hashPassword(randomBytes(32).toString('base64url'), cost);
      const compared = kept ?? (await ofNobody);
      const isSame = await lines[asker].run(async () => await isPassword(password, compared));
      return isSame && typeof kept === 'string';
    },
    isOutdated: (kept) => isOutdated(kept, cost),
  };
}
