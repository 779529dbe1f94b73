/** The filters of the log, as they stand in the address. */
import { turkishTime } from '@vezne/domain/turkish-time';

export const AUDIT_FILTER_NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const;

export type AuditFilterValues = Partial<Record<(typeof AUDIT_FILTER_NAMES)[number], string>>;

const DAY = /^20\d\d-\d\d-\d\d$/;

/** The days in the address, of a list that has no other filter. */
export function readDays(address: URLSearchParams): Pick<AuditFilterValues, 'from' | 'to'> {
  const { from, to } = readAuditFilters(address);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

export function readAuditFilters(address: URLSearchParams): AuditFilterValues {
  return Object.fromEntries(
    AUDIT_FILTER_NAMES.map((name) => [name, address.get(name)?.trim() ?? ''] as const).filter(
      ([name, value]) => value !== '' && (DAY.test(value) || (name !== 'from' && name !== 'to')),
    ),
  );
}

export const PERIODS = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS_BACK: Readonly<Record<Period, readonly [from: number, to: number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  week: [6, 0],
  month: [29, 0],
};

const DAY_MS = 24 * 3_600_000;

/** The days of a period, as people in Turkey count them now. */
export function daysOf(period: Period, now: Date): { from: string; to: string } {
  const [from, to] = DAYS_BACK[period];
  const day = (back: number): string => turkishTime(new Date(now.getTime() - back * DAY_MS)).slice(0, 10);
  return { from: day(from), to: day(to) };
}
