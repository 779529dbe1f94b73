import { test } from 'node:test';
import { guessThroughRestarts } from '../sign-in/guessing.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- sign-in 100000`. */
const GUESSES = Number(process.argv[2] ?? 20_000);
const RESTARTS = 20;

test(`${GUESSES} guesses over two processes with restarts between`, async (t) => {
  const startMs = performance.now();
  const figures = await guessThroughRestarts(t, { guesses: GUESSES, restarts: RESTARTS, seed: 2026, say });
  summarise({
    guesses: GUESSES,
    restarts: figures.restarts,
    judged: figures.judged,
    'at most': figures.atMost,
    throttled: figures.throttled,
    unavailable: figures.unavailable,
    seconds: ((performance.now() - startMs) / 1_000).toFixed(0),
  });
});
