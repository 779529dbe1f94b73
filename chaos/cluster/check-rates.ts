/**
 * Creates that were refused for their rate. The product counts them when they arrive, of each partner in each process. Counted in the moment
 * when their wait for the database is over, those of six seconds would be refused as if they were those of one.
 */
import { REQUESTS_PER_SECOND } from '../../server/src/config/api.ts';
import type { CreateLine, Line, RepeatLine } from './client-log.ts';
import type { Finding } from './findings.ts';

const TOO_MANY = 429;
const BUCKET_MS = 100;
/** The product's second began at most a second before. A request is on its way for less than two tenths, or so the others before it were. */
const BUCKETS_BEFORE = 12;
const BUCKETS_AFTER = 2;

export function checkRates(lines: readonly Line[]): Finding[] {
  const sent = lines.filter(
    (line): line is CreateLine | RepeatLine => line.kind === 'create' || line.kind === 'repeat',
  );
  const counts = new Map<string, number>();
  for (const line of sent) {
    const key = keyOf(line, bucketOf(line));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return sent
    .filter((line) => line.kind === 'create' && line.status === TOO_MANY)
    .map((line) => ({ line, count: countAround(line, counts) }))
    .filter(({ count }) => count <= REQUESTS_PER_SECOND)
    .map(({ line, count }): Finding => ({
      kind: 'refusedForRate',
      at: line.at + line.tookMs,
      what: `${line.reference}: ${count} came at api ${line.api + 1} when it was sent`,
    }));
}

function countAround(line: CreateLine | RepeatLine, counts: ReadonlyMap<string, number>): number {
  const bucket = bucketOf(line);
  let count = 0;
  for (let near = bucket - BUCKETS_BEFORE; near <= bucket + BUCKETS_AFTER; near += 1)
    count += counts.get(keyOf(line, near)) ?? 0;
  return count;
}

function bucketOf({ at }: { at: number }): number {
  return Math.floor(at / BUCKET_MS);
}

function keyOf({ partnerId, api }: CreateLine | RepeatLine, bucket: number): string {
  return `${partnerId} ${api} ${bucket}`;
}
