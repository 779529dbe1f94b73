import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld, runSlice, slowestNewsMs } from '../open-pages/open-pages.ts';
import type { Slice } from '../open-pages/open-pages.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- open-pages 1000`. */
const PAGES = Number(process.argv[2] ?? 5_000);
const SECONDS = 20;
/** Slices with and without pages take turns, so that a slow minute of the machine meets both. */
const ROUNDS = 3;
const MOST_STATEMENTS_PER_SECOND = 50;
/** What the machine itself differs by, from slice to slice. */
const MOST_ADDED_MS = 10;

test(`${PAGES} open pages at one api`, async (t) => {
  const world = await openWorld(t, PAGES);
  say(`${PAGES} pages are open`);
  await runSlice(world, world.pages, 5);
  const slices: { alone: Slice; crowded: Slice }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await runSlice(world, [], SECONDS);
    const crowded = await runSlice(world, world.pages, SECONDS);
    slices.push({ alone, crowded });
    say(
      `signed p99 ${alone.signedP99Ms.toFixed(1)} ms alone, ${crowded.signedP99Ms.toFixed(1)} ms beside ${crowded.asked} questions; ${alone.statements} and ${crowded.statements} statements`,
    );
  }
  const newsMs = await slowestNewsMs(world);
  const sum = (of: (slice: { alone: Slice; crowded: Slice }) => number): number =>
    slices.reduce((total, slice) => total + of(slice), 0);
  const asked = sum(({ crowded }) => crowded.asked);
  const more = sum(({ alone, crowded }) => crowded.statements - alone.statements);
  const cpuMs = sum(({ alone, crowded }) => crowded.apiCpuMs - alone.apiCpuMs);
  const [alone, crowded] = (['alone', 'crowded'] as const).map(
    (kind) => slices.map((slice) => slice[kind].signedP99Ms).toSorted((one, other) => one - other)[1] ?? 0,
  );
  summarise({
    pages: PAGES,
    'questions a second': Math.round(asked / ROUNDS / SECONDS),
    'statements for them a second': Math.round(more / ROUNDS / SECONDS),
    'p99 of a question, ms': Math.max(...slices.map((slice) => slice.crowded.stateP99Ms)).toFixed(1),
    'api for a question, µs': ((1_000 * cpuMs) / asked).toFixed(0),
    'signed p99 without pages, ms': alone?.toFixed(1),
    'signed p99 beside them, ms': crowded?.toFixed(1),
    'slowest news, ms': newsMs.toFixed(0),
  });
  assert.ok(
    more < MOST_STATEMENTS_PER_SECOND * SECONDS * ROUNDS,
    `${more} statements for ${asked} questions`,
  );
  assert.ok((crowded ?? 0) < (alone ?? 0) + MOST_ADDED_MS, `${crowded} ms instead of ${alone} ms`);
});
