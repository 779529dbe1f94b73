export type IbanProblem = 'missing' | 'characters' | 'country' | 'length' | 'letters' | 'checksum';

export type TypedIban = { iban: string } | { problem: IbanProblem; length: number };

const TURKISH_LENGTH = 26;
/** Check digits, bank and the reserved digit. Behind them letters are allowed, but hardly any bank uses them. */
const TURKISH_START = /^TR\d{8}/;

/**
 * A Turkish IBAN, or the first true reason why it is none. The service checks the same. Here it is faster for the player, and
 * no money has to leave the balance and come back.
 */
export function readIban(text: string): TypedIban {
  const written = text.replaceAll(/\s/g, '');
  const no = (problem: IbanProblem): TypedIban => ({ problem, length: written.length });
  if (written === '') return no('missing');
  // Before toUpperCase, which would turn ı into I.
  if (!/^[A-Za-z0-9]+$/.test(written)) return no('characters');
  const iban = written.toUpperCase();
  if (!iban.startsWith('TR')) return no('country');
  if (iban.length !== TURKISH_LENGTH) return no('length');
  if (!TURKISH_START.test(iban)) return no('letters');
  if (iban.slice(2, 4) === checkDigits(iban)) return { iban };
  // A letter is the more likely slip: O for 0, I for 1.
  return no(/[A-Z]/.test(iban.slice(2)) ? 'letters' : 'checksum');
}

/**
 * The check digits that the rest gives (ISO 13616). Comparing them is stricter than a remainder of 1, which 00, 01 and 99
 * reach too for some accounts.
 */
function checkDigits(iban: string): string {
  const digits = `${iban.slice(4)}${iban.slice(0, 2)}00`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10),
  );
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

/** People recognise an account by its end, written as in the whole IBAN: "…8413 26". */
export function ibanEnd(iban: string): string {
  return `…${iban.slice(-6, -2)}\u00a0${iban.slice(-2)}`;
}
