import { parseTurkishTime } from '@vezne/domain/turkish-time';

const DAY_MS = 24 * 3_600_000;

/** From the first moment of the first day to the first one after the last, as people in Turkey count days. */
export interface Period {
  from: Date | undefined;
  until: Date | undefined;
}

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  return {
    from: from === undefined ? undefined : midnightOf(from),
    until: to === undefined ? undefined : new Date((midnightOf(to)?.getTime() ?? 0) + DAY_MS),
  };
}

function midnightOf(day: string): Date | undefined {
  return parseTurkishTime(`${day}T00:00`);
}
