/** Until when a deposit is held, as operators say it. */
import type { HoldReason } from '@vezne/domain/hold';

export const HOLD_LENGTHS = ['half_hour', 'hour', 'three_hours', 'next_day'] as const;
export type HoldLength = (typeof HOLD_LENGTHS)[number];

/** What each reason usually takes. */
export const USUAL_LENGTH: Readonly<Record<HoldReason, HoldLength>> = {
  bank_down: 'half_hour',
  eft_next_day: 'next_day',
  player_asked: 'hour',
};

const MINUTE_MS = 60_000;
const LENGTH_MS: Readonly<Record<Exclude<HoldLength, 'next_day'>, number>> = {
  half_hour: 30 * MINUTE_MS,
  hour: 60 * MINUTE_MS,
  three_hours: 180 * MINUTE_MS,
};

/** Turkey has had no summer time since 2016. */
const ISTANBUL_MS = 3 * 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Banks have booked the transfers of the night by then. */
const MORNING_HOUR = 10;

export function holdUntil(length: HoldLength, now: Date): Date {
  return length === 'next_day' ? nextWorkingMorning(now) : new Date(now.getTime() + LENGTH_MS[length]);
}

/** Ten o'clock in Turkey, on the next day that is no Saturday or Sunday. */
function nextWorkingMorning(now: Date): Date {
  const today = Math.floor((now.getTime() + ISTANBUL_MS) / DAY_MS) * DAY_MS;
  let day = today + DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  return new Date(day + MORNING_HOUR * 60 * MINUTE_MS - ISTANBUL_MS);
}
