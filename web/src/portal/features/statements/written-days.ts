/** Days, months and sizes as people write them. A day is one of Turkey's calendar, whatever clock the browser has. */
import type { Language } from '@vezne/domain/written';

const LOCALES = { tr: 'tr-TR', en: 'en-GB' } as const;

const formats = (options: Intl.DateTimeFormatOptions) => ({
  tr: new Intl.DateTimeFormat(LOCALES.tr, { timeZone: 'UTC', ...options }),
  en: new Intl.DateTimeFormat(LOCALES.en, { timeZone: 'UTC', ...options }),
});

const MONTH = formats({ month: 'long', year: 'numeric' });
const SHORT_MONTH = formats({ month: 'short' });
const DAY = formats({ day: 'numeric', month: 'long' });
const WHOLE_DAY = formats({ day: 'numeric', month: 'long', year: 'numeric' });

const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** "Ekim 2026". */
export const monthName = (month: string, language: Language): string =>
  MONTH[language].format(noonOf(`${month}-01`));

/** "Eki". */
export const shortMonth = (month: string, language: Language): string =>
  SHORT_MONTH[language].format(noonOf(`${month}-01`));

/** "31 Ekim". */
export const dayName = (day: string, language: Language): string => DAY[language].format(noonOf(day));

/** "1–17 Ekim 2026", or one day. */
export const daysName = (from: string, to: string, language: Language): string =>
  WHOLE_DAY[language].formatRange(noonOf(from), noonOf(to));

const KILOBYTE = 1_024;

/** "12 KB", "3,4 MB". */
export function writtenSize(bytes: number, language: Language): string {
  const kilobytes = Math.max(Math.round(bytes / KILOBYTE), 1);
  if (kilobytes < KILOBYTE) return `${kilobytes} KB`;
  const megabytes = (bytes / KILOBYTE / KILOBYTE).toLocaleString(LOCALES[language], {
    maximumFractionDigits: 1,
  });
  return `${megabytes} MB`;
}

/** "750 bin" and "1,5 Mn", or "750k" and "1.5m": what an axis has room for. The short form of a thousand, "B", is read as a billion. */
export const shortFigure = (figure: number, language: Language): string =>
  figure
    .toLocaleString(LOCALES[language], { notation: 'compact', maximumFractionDigits: 1 })
    .replace(/\bB$/, language === 'tr' ? 'bin' : 'B');
