import { test } from 'node:test';
import { drainBacklog } from '../webhooks/backlog.ts';
import type { BacklogFigures } from '../webhooks/backlog.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- webhook-backlog 200000`. */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const FRESH_EVENTS = 50_000;

/** Of the second part, whose endpoint answers as over a network. */
const SLOW_EVENTS = 100_000;

// A thousand a second is far below what it does.
const drainedWithinMs = 60_000 + EVENTS;
let fast: BacklogFigures | undefined;

test(`an endpoint that answers at once comes back to ${EVENTS} events`, async (t) => {
  fast = await drainBacklog(t, { events: EVENTS, freshEvents: FRESH_EVENTS, pairs: 0, drainedWithinMs, say });
});

test(`an endpoint across a network comes back to ${SLOW_EVENTS} events`, async (t) => {
  const run = { events: SLOW_EVENTS, freshEvents: 0, pairs: 15, drainedWithinMs, say };
  const slow = await drainBacklog(t, run);
  const others = ({ aloneMs, besideMs }: BacklogFigures): string =>
    `${aloneMs.toFixed(1)}, ${besideMs.toFixed(1)}`;
  summarise({
    events: EVENTS,
    'a second': fast?.perSecond,
    'first and last tenth': `${fast?.partsPerSecond[0]}, ${fast?.partsPerSecond.at(-1)}`,
    'of 50,000': fast?.freshPerSecond,
    'µs in the first and last tenth, and of 50,000': `${fast?.partsCpuUs[0]}, ${fast?.partsCpuUs.at(-1)}, ${fast?.freshCpuUs}`,
    'sent again': fast?.sentAgain,
    'most memory, MB': fast?.peakMegabytes.toFixed(0),
    'p99 of others, alone and beside it, ms': fast === undefined ? '' : others(fast),
    'the same over a network': others(slow),
  });
});
