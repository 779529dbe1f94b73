/** Whether each api works again after a fault: half of the creates would go on without the other. */
import type { CreateLine, Line } from './client-log.ts';
import type { Span } from './gaps.ts';

/** Shorter than this says nothing. Between two faults there is more. */
const SILENCE_MS = 2_000;

/** Those that acknowledged nothing in the span, in which all is as before. */
export function silentApis({ from, to }: Span, acknowledged: readonly CreateLine[], apis: number): number[] {
  if (to - from < SILENCE_MS) return [];
  const heard = new Set(
    acknowledged.filter(({ at, tookMs }) => at + tookMs >= from && at + tookMs < to).map(({ api }) => api),
  );
  return Array.from({ length: apis }, (_, api) => api).filter((api) => !heard.has(api));
}

/** Those that said last of all that they are not ready, or never said anything. */
export function unreadyApis(lines: readonly Line[], apis: number): number[] {
  const last = new Map<number, number>();
  for (const line of lines) if (line.kind === 'ready') last.set(line.api, line.status);
  return Array.from({ length: apis }, (_, api) => api).filter((api) => last.get(api) !== 200);
}
