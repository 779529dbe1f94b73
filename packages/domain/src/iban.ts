/** IBANs: one electronic form for storing and comparing, one printed form for people. */
import { friendlyFormatIBAN, isValidIBAN } from 'ibantools';

/**
 * The longest IBAN has 34 characters and 42 with its usual spaces; 64 leaves room for a few
 * more and keeps the work on hostile input small.
 */
const MAX_INPUT_LENGTH = 64;

/** ASCII letters, digits and plain spaces only: no tabs, no-break spaces, other scripts' digits or dotless ı. */
const INPUT_PATTERN = /^[A-Za-z0-9 ]+$/;

/** Country and check digits. */
const SHOWN_AT_START = 4;

/** The last four characters are what people compare when they recognise an account. */
const SHOWN_AT_END = 4;

/**
 * The upper-case electronic form without spaces; undefined unless the country's length and structure hold (a
 * Turkish IBAN has 26 characters) and the check digits are the ones its body gives. That is stricter than a
 * mod-97 remainder of 1, which 00, 01 and 99 can reach too and so give an account a second spelling.
 */
export function normalizeIban(text: string): string | undefined {
  if (text.length > MAX_INPUT_LENGTH || !INPUT_PATTERN.test(text)) return undefined;
  const electronic = text.replaceAll(' ', '').toUpperCase();
  return isValidIBAN(electronic) ? electronic : undefined;
}

/** Groups of four, as banks print it: "TR33 0006 1005 1978 6457 8413 26". */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}

/** Enough to recognise an account and too little to pay to it: "TR33 **** **** **** **** **13 26". */
export function maskIban(iban: string): string {
  const hidden = Math.max(iban.length - SHOWN_AT_START - SHOWN_AT_END, 0);
  const masked = iban.slice(0, SHOWN_AT_START) + '*'.repeat(hidden) + iban.slice(SHOWN_AT_START + hidden);
  return masked.replace(/(.{4})(?=.)/g, '$1 ');
}
