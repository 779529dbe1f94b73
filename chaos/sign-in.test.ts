// Before a release: it takes a minute of a processor, and `npm run long` has it whole. What lands has passed server/test/http/console/throttle.test.ts.
import { test } from 'node:test';
import { guessThroughRestarts } from './sign-in/guessing.ts';

test('guesses over two processes with restarts between are slowed down throughout, and people get in', async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await guessThroughRestarts(t, { guesses: 300, restarts: 2, seed: 17, say });
});
