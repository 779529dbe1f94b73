import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedHistory } from '../../bench/seed/history.ts';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { askEveryList } from '../lists/asked.ts';
import { verifyIntact } from '../lists/verify.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- lists 100000`. */
const given = process.argv.slice(2).map(Number);
const SIZES = given.length > 0 ? given : [1_000_000, 3_000_000];
const NEW_TRANSACTIONS = 10_000;

const PAGE_WITHIN_MS = 300;
const VERIFIED_WITHIN_SECONDS = 5;

const figures: Record<string, string[]> = {};
const note = (name: string, value: string): void => void (figures[name] ??= []).push(value);

for (const transactions of SIZES) {
  test(`every list and the nightly verification with ${transactions} transactions`, async (t) => {
    const database = await createTestDatabase(t);
    const owner = database.pool();
    const worker = database.pool('vezne_worker');
    const startedMs = performance.now();
    const history = await seedHistory(owner, { transactions, references: 'random', say });
    note('transactions', String(transactions));
    note('seeded in, s', ((performance.now() - startedMs) / 1_000).toFixed(0));

    const api = await startApiProcess(t, database);
    const { large, steady, small } = history;
    const { lists, first, deep } = await askEveryList(api.url, { large, steady, small });
    say(`${lists} lists; slowest first page ${first.ms.toFixed(0)} ms: ${first.list}`);
    say(`slowest deep page ${deep.ms.toFixed(0)} ms: ${deep.list}`);
    note('lists', String(lists));
    note('slowest first page, ms', first.ms.toFixed(0));
    note('slowest deep page, ms', deep.ms.toFixed(0));

    say('verifying everything');
    const whole = await verifyIntact(worker);
    note('verified whole in, s', whole.seconds.toFixed(1));
    await history.more(NEW_TRANSACTIONS);
    const gone = await verifyIntact(worker, whole.next);
    say(`${gone.seconds.toFixed(1)} s to go on, with ${gone.transactions} transactions touched`);
    note(`after ${NEW_TRANSACTIONS} more, s`, gone.seconds.toFixed(1));

    assert.ok(first.ms <= PAGE_WITHIN_MS && deep.ms <= PAGE_WITHIN_MS, 'every page comes in time');
    assert.ok(gone.seconds <= VERIFIED_WITHIN_SECONDS, 'verification goes on in time');
  });
}

test('the figures', () => {
  summarise(Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, values.join(', ')])));
});
