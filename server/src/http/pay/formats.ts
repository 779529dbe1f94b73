import { formatIban } from '@vezne/domain/iban';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { Language } from './language.ts';

const LAST_GROUPS_LENGTH = 7;

/** As people write it: 1.000,00 ₺ in Turkish, ₺1,000.00 in English. */
export function displayAmount(amountCents: Cents, language: Language): string {
  const [whole = '', fraction = ''] = formatAmount(amountCents).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'tr' ? '.' : ',');
  return language === 'tr' ? `${grouped},${fraction} ₺` : `₺${grouped}.${fraction}`;
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

/** Hours, minutes and seconds: "23:41:07". The page's script writes it in the same way. */
export function displayTimeLeft(seconds: number): string {
  const left = Math.max(seconds, 0);
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
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

/** Fills in the blanks of a text, such as {amount}. */
export function fillBlanks(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {${name}} in: ${text}`);
    return value;
  });
}
