/** Days and months as people in Turkey count them. A day is written "2026-10-31", a month "2026-10". */
import { parseTurkishTime, turkishTime } from './turkish-time.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const DAY_MS = 24 * 3_600_000;

/** From its first moment to the first one after it. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export function turkishDay(time: Date): string {
  return turkishTime(time).slice(0, 'yyyy-mm-dd'.length);
}

export function turkishMonth(time: Date): string {
  return turkishTime(time).slice(0, 'yyyy-mm'.length);
}

export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** Whether there is such a day: there is no 30 February. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTurkishTime(`${text}T00:00`) !== undefined;
}

/** All of both days and of those between them. */
export function spanOfDays(first: string, last: string): Span {
  return { from: midnightOf(first), until: new Date(midnightOf(last).getTime() + DAY_MS) };
}

export function spanOfMonth(month: string): Span {
  return { from: midnightOf(`${month}-01`), until: midnightOf(`${nextMonth(month)}-01`) };
}

export function daysIn({ from, until }: Span): number {
  return (until.getTime() - from.getTime()) / DAY_MS;
}

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`;
}

export function lastDayOf(month: string): string {
  return turkishDay(new Date(spanOfMonth(month).until.getTime() - 1));
}

function midnightOf(day: string): Date {
  const time = parseTurkishTime(`${day}T00:00`);
  if (time === undefined) throw new RangeError(`${day} is no day.`);
  return time;
}
