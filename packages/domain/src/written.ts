/** Amounts, codes, accounts and times as people write them, in both languages. Every surface for people uses these. */
import { formatIban } from './iban.ts';
import { formatAmount } from './money.ts';
import type { Cents } from './money.ts';

export const LANGUAGES = ['tr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const LAST_GROUPS_LENGTH = 7;

/** A real minus: a hyphen is too short beside figures. */
const MINUS = '−';

/** As people write it: 1.000,00 ₺ in Turkish, ₺1,000.00 in English. Not by Intl, which writes ₺1.000,00 in Turkish. */
export function displayAmount(amountCents: Cents, language: Language): string {
  const figure = displayFigure(amountCents, language);
  if (language === 'tr') return `${figure} ₺`;
  return amountCents < 0n ? `${MINUS}₺${figure.slice(MINUS.length)}` : `₺${figure}`;
}

/** Without the sign of the lira, for columns whose head says what they count: −1.000,00 in Turkish, −1,000.00 in English. */
export function displayFigure(amountCents: Cents, language: Language): string {
  const [whole = '', fraction = ''] = formatAmount(amountCents).replace('-', '').split('.');
  const sign = amountCents < 0n ? MINUS : '';
  return `${sign}${grouped(whole, language)}${language === 'tr' ? ',' : '.'}${fraction}`;
}

/** 11.293 in Turkish, 11,293 in English. */
export function displayCount(count: number, language: Language): string {
  return grouped(String(count), language);
}

function grouped(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, language === 'tr' ? '.' : ',');
}

/** An amount that comes or goes: +921,50 ₺, −28,50 ₺; zero has no sign. */
export function displaySignedAmount(amountCents: Cents, language: Language): string {
  return `${amountCents > 0n ? '+' : ''}${displayAmount(amountCents, language)}`;
}

/** The form that Turkish banking apps accept from the clipboard, whatever the page's language. */
export function clipboardAmount(amountCents: Cents): string {
  return formatAmount(amountCents).replace('.', ',');
}

/** "K7M3 9QXA": people make fewer mistakes with two groups than with eight letters in a row. */
export function displayCode(referenceCode: string): string {
  return `${referenceCode.slice(0, 4)} ${referenceCode.slice(4)}`;
}

/** The last six digits of an IBAN, grouped as in the whole IBAN, on one line: "8413 26". */
export function displayIbanEnd(iban: string): string {
  return formatIban(iban).slice(-LAST_GROUPS_LENGTH).replace(' ', '\u00a0');
}

/** A time in Turkey: 15.11.2026 14:05, or 15 Nov 2026, 14:05. */
export function displayTime(time: Date, language: Language): string {
  return (language === 'tr' ? TURKISH_TIMES : ENGLISH_TIMES).format(time);
}

const TURKISH_TIMES = new Intl.DateTimeFormat('tr-TR', {
  timeZone: 'Europe/Istanbul',
  dateStyle: 'short',
  timeStyle: 'short',
});
const ENGLISH_TIMES = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Istanbul',
  dateStyle: 'medium',
  timeStyle: 'short',
});
