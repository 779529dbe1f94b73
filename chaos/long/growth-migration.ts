import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkOut } from '../../bench/compare/tree.ts';
import { migrateUnderLoad } from '../growth/migration.ts';
import { say, summarise } from './figures.ts';

/** The last commit whose queues were indexes of all transactions. */
const VERSION_BEFORE = 'ec1135d';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/compare', import.meta.url));
/** Or as many as are given, such as `npm run long -- growth-migration 100000`. */
const TRANSACTIONS = Number(process.argv[2] ?? 1_000_000);

test(`an installation with ${TRANSACTIONS} transactions is migrated while a partner goes on`, async (t) => {
  say(`checking out ${VERSION_BEFORE}`);
  const signal = AbortSignal.timeout(300_000);
  const tree = await checkOut(VERSION_BEFORE, { root: ROOT, cache: CACHE, signal });
  const figures = await migrateUnderLoad(t, { tree, transactions: TRANSACTIONS, say });
  const each = (values: Record<string, number>): string =>
    Object.values(values)
      .map((value) => value.toFixed(0))
      .join(', ');
  summarise({
    transactions: figures.transactions,
    creates: figures.creates,
    refused: figures.refused,
    'sent again': figures.unanswered,
    'slowest create, ms': each(figures.slowestCreate),
    'longest lock, ms': each(figures.longestLock),
    seconds: each(figures.seconds),
  });
});
