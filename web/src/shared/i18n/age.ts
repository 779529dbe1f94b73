/** How long ago, in the words of each language. Pure: the caller says what time it is. */
import type { Language } from '@vezne/domain/written';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** "3 dk", "1 sa 28 dk", "2 gün"; below a minute in seconds. */
export function writtenDuration(seconds: number, language: Language): string {
  const [s, m, h, d] = language === 'tr' ? ['sn', 'dk', 'sa', 'gün'] : ['s', 'min', 'h', 'd'];
  const whole = Math.max(Math.floor(seconds), 0);
  if (whole < MINUTE_S) return `${whole} ${s}`;
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} ${m}`;
  if (whole < DAY_S) {
    const minutes = Math.floor((whole % HOUR_S) / MINUTE_S);
    return `${Math.floor(whole / HOUR_S)} ${h}${minutes === 0 ? '' : ` ${minutes} ${m}`}`;
  }
  return `${Math.floor(whole / DAY_S)} ${d}`;
}

/** In one unit, as a narrow column has room for: "0 min", "14 min", "3 h", "2 d". */
export function writtenAge(seconds: number, language: Language): string {
  if (seconds < MINUTE_S) return language === 'tr' ? '0 dk' : '0 min';
  const whole = seconds < HOUR_S || seconds >= DAY_S ? seconds : seconds - (seconds % HOUR_S);
  return writtenDuration(whole, language);
}

/** "3 dk önce", "3 min ago"; of a moment ago, "şimdi" and "now". */
export function writtenAgo(time: Date, now: Date, language: Language): string {
  const seconds = (now.getTime() - time.getTime()) / 1_000;
  if (seconds < 45) return language === 'tr' ? 'şimdi' : 'now';
  const duration = writtenDuration(Math.max(seconds, MINUTE_S), language);
  return language === 'tr' ? `${duration} önce` : `${duration} ago`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Istanbul',
  hour: '2-digit',
  minute: '2-digit',
});
const CLOCK_SECONDS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Istanbul',
  timeStyle: 'medium',
});
const DAY = {
  tr: new Intl.DateTimeFormat('tr-TR', { timeZone: 'Europe/Istanbul', day: 'numeric', month: 'short' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', day: 'numeric', month: 'short' }),
};
const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' });
const LONG_DAY = {
  tr: new Intl.DateTimeFormat('tr-TR', { timeZone: 'Europe/Istanbul', dateStyle: 'long' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', dateStyle: 'long' }),
};
const WEEKDAY = {
  tr: new Intl.DateTimeFormat('tr-TR', { timeZone: 'Europe/Istanbul', weekday: 'long' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', weekday: 'long' }),
};

/** As short as it can be said: "14:31" of today, "9 Kas 21:10" of an earlier day; always the time of Turkey. */
export function writtenMoment(time: Date, now: Date, language: Language): string {
  return dayAnd(CLOCK.format(time), time, now, language);
}

/** The same with its second: "14:31:07". */
export function writtenSecond(time: Date, now: Date, language: Language): string {
  return dayAnd(CLOCK_SECONDS.format(time), time, now, language);
}

function dayAnd(clock: string, time: Date, now: Date, language: Language): string {
  if (DATE.format(time) === DATE.format(now)) return clock;
  const year = DATE.format(time).slice(0, 4);
  const isThisYear = year === DATE.format(now).slice(0, 4);
  return `${DAY[language].format(time)}${isThisYear ? '' : ` ${year}`} ${clock}`;
}

/** "16 Kasım 2026 Pazartesi". */
export function writtenDay(time: Date, language: Language): string {
  return language === 'tr'
    ? `${LONG_DAY.tr.format(time)} ${WEEKDAY.tr.format(time)}`
    : `${WEEKDAY.en.format(time)}, ${LONG_DAY.en.format(time)}`;
}
