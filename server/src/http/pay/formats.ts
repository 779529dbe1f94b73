import type { Language } from '@vezne/domain/written';

const LOCALES: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };

/** A moment of these days in Turkey, in few letters: "17 Kas 21:15", or "17 Nov, 21:15". */
export function displayMoment(time: Date, language: Language): string {
  return MOMENTS[language].format(time);
}

const MOMENTS = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'Europe/Istanbul',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

const MINUTES_PER_HOUR = 60;
/** From two hours on, minutes say nothing. */
const LONG_MINUTES = 2 * MINUTES_PER_HOUR;

/** "4 dakika", "4 minutes"; long ones in hours, rounded up. */
export function displayDuration(minutes: number, language: Language): string {
  return minutes < LONG_MINUTES
    ? IN_MINUTES[language].format(minutes)
    : IN_HOURS[language].format(Math.ceil(minutes / MINUTES_PER_HOUR));
}

const IN_MINUTES = perLanguage((locale) => durationFormat(locale, 'minute'));
const IN_HOURS = perLanguage((locale) => durationFormat(locale, 'hour'));

function durationFormat(locale: string, unit: 'minute' | 'hour'): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
}

function perLanguage<Format>(make: (locale: string) => Format): Readonly<Record<Language, Format>> {
  return { tr: make(LOCALES.tr), en: make(LOCALES.en) };
}

/** Hours, minutes and seconds: "23:41:07". The page's script writes it in the same way. */
export function displayTimeLeft(seconds: number): string {
  const left = Math.max(seconds, 0);
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Fills in the blanks of a text, such as {amount}. */
export function fillBlanks(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {${name}} in: ${text}`);
    return value;
  });
}
