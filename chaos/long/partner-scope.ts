import { test } from 'node:test';
import { runRounds } from '../../server/test/db/partners/partner-rounds.ts';
import { openTwoPartners } from '../../server/test/db/rows/two-partners.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- partner-scope 500`. */
const ROUNDS = Number(process.argv[2] ?? 10_000);
const STRETCH = 500;

test(`100 requests of two partners at once over two connections, ${ROUNDS} times: no row crosses`, async (t) => {
  const startMs = performance.now();
  const { database, ours, theirs } = await openTwoPartners(t);
  const partnerIds = [ours.id, theirs.id] as const;
  const sum = { requests: 0, failed: 0, rows: 0 };
  for (let done = 0; done < ROUNDS; done += STRETCH) {
    const rounds = Math.min(STRETCH, ROUNDS - done);
    const { requests, failed, rows } = await runRounds(database, { partnerIds, rounds });
    sum.requests += requests;
    sum.failed += failed;
    sum.rows += rows;
    say(`${done + rounds} rounds`);
  }
  summarise({ ...sum, seconds: ((performance.now() - startMs) / 1_000).toFixed(0) });
});
