/** Times as people in Turkey see them: three hours ahead of UTC, summer and winter, since 2016. */

const OFFSET_MS = 3 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

const WRITTEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** The value of a date-and-time field in a form; some browsers add seconds. */
const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/** "2026-03-01T14:05", to the minute. */
export function turkishTime(time: Date): string {
  const [written = ''] = WRITTEN.exec(new Date(time.getTime() + OFFSET_MS).toISOString()) ?? [];
  return written;
}

/** "2026-03-01T14:05:09", to the second. */
export function turkishSecond(time: Date): string {
  return new Date(time.getTime() + OFFSET_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

/** The time that such a text means; undefined when there is no such time, as on 30 February. */
export function parseTurkishTime(text: string): Date | undefined {
  if (!TYPED.test(text)) return undefined;
  const minute = text.slice(0, 'yyyy-mm-ddThh:mm'.length);
  const time = new Date(Date.parse(`${minute}:00Z`) - OFFSET_MS);
  return !Number.isNaN(time.getTime()) && turkishTime(time) === minute ? time : undefined;
}

/** The midnight that comes next; of a midnight, the one after it. */
export function nextTurkishMidnight(time: Date): Date {
  const day = Math.floor((time.getTime() + OFFSET_MS) / DAY_MS);
  return new Date((day + 1) * DAY_MS - OFFSET_MS);
}
