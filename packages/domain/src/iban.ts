/** IBANs: one electronic form for storing and comparing, one printed form for people. */
import { friendlyFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';

/**
 * The longest IBAN has 34 characters, and 42 with its usual spaces. 64 leaves room for a few more, and limits the work on
 * hostile input.
 */
const MAX_INPUT_LENGTH = 64;

/** Only ASCII letters, digits and plain spaces: no tabs, no-break spaces, digits of other scripts or dotless ı. */
const INPUT_PATTERN = /^[A-Za-z0-9 ]+$/;

/** Country and check digits. */
const SHOWN_AT_START = 4;

/** People recognise an account by its last four characters. */
const SHOWN_AT_END = 4;

/**
 * The electronic form: upper case, without spaces. Undefined unless the country's length and structure are right (a Turkish
 * IBAN has 26 characters) and the check digits are exactly those that its body gives. That is stricter than a mod-97
 * remainder of 1: the check digits 00, 01 and 99 can also reach it, and would give an account a second spelling.
 */
export function normalizeIban(text: string): string | undefined {
  if (text.length > MAX_INPUT_LENGTH || !INPUT_PATTERN.test(text)) return undefined;
  const electronic = text.replaceAll(' ', '').toUpperCase();
  return isValidIBAN(electronic) ? electronic : undefined;
}

/** The country of an IBAN in its electronic form: "TR". */
export function ibanCountry(iban: string): string {
  return iban.slice(0, 2);
}

/** Whether any IBAN can be of this country, given as two capital letters. */
export function hasIbans(country: string): boolean {
  return getCountrySpecifications()[country]?.IBANRegistry === true;
}

/** Groups of four, as banks print it: "TR33 0006 1005 1978 6457 8413 26". */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}

/** Enough to recognise an account, too little to pay into it: "TR33 **** **** **** **** **13 26". */
export function maskIban(iban: string): string {
  const hidden = Math.max(iban.length - SHOWN_AT_START - SHOWN_AT_END, 0);
  const masked = iban.slice(0, SHOWN_AT_START) + '*'.repeat(hidden) + iban.slice(SHOWN_AT_START + hidden);
  return masked.replace(/(.{4})(?=.)/g, '$1 ');
}
