import { test } from 'node:test';
import { decideAtTheDesk } from './desk-decisions/run.ts';

const DECISIONS = 300;

test(`${DECISIONS} decisions at the console are each made and audited once, and the books and the chain hold`, async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await decideAtTheDesk(t, { decisions: DECISIONS, seed: 19, say });
});
