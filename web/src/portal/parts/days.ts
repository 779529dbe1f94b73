/** Days in addresses and fields, and the moments that they mean to the server. */
import { isDay, spanOfDays } from '@vezne/domain/turkish-calendar';

/** Of two days that may be missing. A period that ends before it begins is no question. */
export function isWrongOrder({ from, to }: { from: string | undefined; to: string | undefined }): boolean {
  return from !== undefined && to !== undefined && isDay(from) && isDay(to) && from > to;
}

/** Of two days that may be missing: from the beginning of the first to the end of the last. */
export function momentsOf(days: { from: string | undefined; to: string | undefined }): {
  from?: string;
  to?: string;
} {
  const [from, to] = [days.from, days.to].map((day) => (day !== undefined && isDay(day) ? day : undefined));
  return {
    ...(from !== undefined && { from: spanOfDays(from, from).from.toISOString() }),
    ...(to !== undefined && { to: spanOfDays(to, to).until.toISOString() }),
  };
}
