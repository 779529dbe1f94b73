import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runClusterCommand } from '../cluster/run-command.ts';
import { summarise } from './figures.ts';

/** Or other words, such as `npm run long -- cluster freeze --times 20`. */
const WORDS = process.argv.length > 2 ? process.argv.slice(2) : ['--soak'];

test(`faults in a cluster of three nodes: ${WORDS.join(' ')}`, async (t) => {
  const { code, totals } = await runClusterCommand(t, ...WORDS);
  summarise({
    run: WORDS.join(' '),
    faults: totals.faults,
    acknowledged: totals.acknowledged,
    lost: totals.lost,
    doubled: totals.doubled,
    refused: totals.refused,
    'webhooks missing': totals.webhooksMissing,
    'longest gap, s': totals.longestGapS.toFixed(1),
    'promises broken': totals.broken,
  });
  assert.equal(code, 0, 'A promise was broken.');
});
