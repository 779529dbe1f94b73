import assert from 'node:assert/strict';
import type { AskedQueue } from './asked.ts';
import type { StreamFigures } from './streams.ts';

/** A person waits no longer for a page. */
const PAGE_WITHIN_MS = 300;
/** Counts are read once a second, with two statements that read the queue. A parallel plan counts for each of its workers. */
const READS_A_SECOND = 2;
const MOST_READS_OF_COUNTS = 1.3;
/** A look at each session every ten seconds. */
const LOOKS_A_SECOND = 0.1;
/** One that falls on the edge of the measurement. */
const LOOKS_MORE = 1.2;
/** What the server does by itself comes in bursts. */
const OTHER_TRANSACTIONS = 3;
const HEARD_WITHIN_MS = 1_000;

export function holdPages({ first, last, next }: AskedQueue): void {
  for (const { ms, page } of [first, last, next])
    assert.ok(ms <= PAGE_WITHIN_MS, `${page}: ${ms.toFixed(0)} ms`);
}

/** Whoever looks costs no more than the look at their session. */
export function holdStreams(figures: StreamFigures, sessions: number): void {
  const { countsOfOne, countsOfAll, looksOfAll, transactionsOfOne, transactionsOfAll, heardMs } = figures;
  const text = JSON.stringify(figures);
  assert.ok(countsOfOne > 0, `the counts were read: ${text}`);
  // While one looked, a busy machine may have read less often than it should.
  const reads = Math.max(countsOfOne, READS_A_SECOND);
  assert.ok(countsOfAll <= reads * MOST_READS_OF_COUNTS, `counts are read once for all: ${text}`);
  const looks = sessions * LOOKS_A_SECOND;
  assert.ok(looksOfAll <= looks * LOOKS_MORE, `each session is looked up every ten seconds: ${text}`);
  const most = transactionsOfOne + looks + OTHER_TRANSACTIONS;
  assert.ok(transactionsOfAll <= most, `at most ${most.toFixed(1)} transactions a second: ${text}`);
  assert.ok(heardMs <= HEARD_WITHIN_MS, `everybody hears within a second: ${text}`);
}
