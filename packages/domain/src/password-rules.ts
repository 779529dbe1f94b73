/** Which new passwords are refused. Length is the contract's affair: 12 at least. */
import { foldName } from './names.ts';

export type PasswordWeakness = 'contains_name' | 'common' | 'repetitive';

/** A short name counts only as a word of its own: `isik` is in every `bisiklet`. */
const NAME_INSIDE_MIN_LENGTH = 5;
const NAME_MIN_LENGTH = 3;
/** `aaaaaaaaaaaa`, `ababababab12`. A sentence of three words has more. */
const DISTINCT_MIN = 6;

/** What people type when they are asked for twelve characters. Compared without digits and signs at the ends. */
const COMMON: ReadonlySet<string> = new Set([
  'password',
  'passwordpassword',
  'qwertyuiop',
  'qwertyuiopasdf',
  'qwertyuiopasdfghjkl',
  'asdfghjkl',
  'zxcvbnm',
  'letmein',
  'iloveyou',
  'welcome',
  'administrator',
  'admin',
  'changeme',
  'abcdefghijkl',
  'abcdefghijklm',
  'galatasaray',
  'fenerbahce',
  'besiktas',
  'trabzonspor',
  'istanbul',
  'ankara',
  'turkiye',
  'sifre',
  'parola',
  'vezne',
  'console',
  'portal',
]);

export function passwordWeakness(
  password: string,
  person: { handle: string; name: string },
): PasswordWeakness | undefined {
  const words = foldName(password).split(' ');
  const folded = words.join('');
  // Somebody of a partner signs in with an address: each part of it counts as a name.
  const names = [...foldName(person.handle).split(' '), ...foldName(person.name).split(' ')].filter(
    ({ length }) => length >= NAME_MIN_LENGTH,
  );
  const isInside = (name: string): boolean => name.length >= NAME_INSIDE_MIN_LENGTH && folded.includes(name);
  if (names.some((name) => words.includes(name) || isInside(name))) return 'contains_name';
  const letters = folded.replaceAll(/[^a-z]/g, '');
  if (letters !== '' && COMMON.has(letters)) return 'common';
  if (new Set(password.toLowerCase()).size < DISTINCT_MIN || isRun(password)) return 'repetitive';
  return undefined;
}

/** `123456789012`, `abcdefghijkl`, and the same backwards. A run of digits goes on after the nine. */
function isRun(password: string): boolean {
  const codes = Array.from(password.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0);
  return [1, -1].some((step) =>
    codes.every((code, at) => {
      const before = codes[at - 1];
      if (before === undefined) return true;
      const difference = code - before;
      return difference === step || difference === -9 * step;
    }),
  );
}
