import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reSum } from '../../server/src/usecases/ledger/re-sum.ts';
import { growthChart } from '../growth/chart.ts';
import { measureGrowth } from '../growth/growth.ts';
import { missedLimits } from '../growth/limits.ts';
import { OPERATION_NAMES } from '../growth/operations.ts';
import { figuresTable, spaceTable } from '../growth/report.ts';
import { installDatabase } from '../installation.ts';
import { seedHistory } from '../seed/history.ts';

const SIZES = [2_000, 20_000];

/** Several times what a create writes today, with an image of every page that it touches. */
const MOST_WAL_BYTES = 100_000;

test('the cost of every operation is told for a short and a longer history', async (t) => {
  const disposal = new AsyncDisposableStack();
  t.after(async () => await disposal.disposeAsync());
  const { figures, spaces } = await measureGrowth(disposal, {
    sizes: SIZES,
    rounds: 1,
    share: 0.05,
    openToday: 200,
    only: new Set(OPERATION_NAMES),
    cache: undefined,
    settings: { wal_compression: 'on' },
    signal: t.signal,
    step: () => undefined,
  });
  for (const name of OPERATION_NAMES) {
    const own = figures.filter(({ operation }) => operation === name);
    const moments = Map.groupBy(own, ({ moment }) => moment);
    assert.equal(moments.size, /create|approve/.test(name) ? 2 : 1, name);
    for (const ofMoment of moments.values()) {
      assert.deepEqual(
        ofMoment.map(({ size }) => size),
        SIZES,
      );
    }
    for (const { backendUs, ratio, buffersHit } of own) {
      assert.ok(backendUs.median > 0 && ratio.median > 0 && buffersHit > 0, name);
    }
  }
  for (const { operation, walBytes, fullPageImages, hotShare } of figures) {
    if (!/create|approve/.test(operation)) continue;
    assert.ok(walBytes > 500 && walBytes < MOST_WAL_BYTES, `${operation} wrote ${walBytes} bytes of WAL`);
    assert.ok(fullPageImages >= 0 && fullPageImages < MOST_WAL_BYTES / 8_192);
    if (operation === 'approve') assert.ok(hotShare !== undefined && hotShare >= 0 && hotShare <= 1);
  }
  const dear = figures.find(({ operation, size }) => operation === 'queue' && size === SIZES[1]);
  assert.ok(dear);
  assert.match(
    missedLimits([{ ...dear, ratio: { median: 0.5, min: 0.5, max: 0.5 } }]).join(),
    /queue page of 50: the ratio is 0\.50/,
  );
  assert.match(figuresTable(figures), /\| approve \| late in its cycle \| 20,000 \|/);
  assert.match(spaceTable(spaces), /\| \*\*transaction\*\* \| \d+ \| \d+ \|/);
  assert.match(growthChart(figures), /<svg[^]*verification that goes on[^]*<\/svg>/);
});

test('a history whose open part is of today is intact, and nothing older is open', async (t) => {
  const disposal = new AsyncDisposableStack();
  t.after(async () => await disposal.disposeAsync());
  const { owner } = await installDatabase(disposal);
  // More than are held against the checks, so that some are written without.
  await seedHistory(owner, {
    transactions: 11_500,
    references: 'sequential',
    openToday: 500,
    players: 500,
  });
  const { rules } = await reSum(owner);
  assert.deepEqual(
    rules.filter(({ differences }) => differences.length > 0),
    [],
  );
  const { rows } = await owner.query<Record<string, string>>(
    `select count(*) filter (where created_at < now() - interval '1 day') as old,
       count(*) filter (where created_at >= now() - interval '1 day') as today from transaction
     where status in ('waiting_payment', 'waiting_confirmation')`,
  );
  assert.equal(rows[0]?.['old'], '0');
  assert.ok(Number(rows[0]?.['today']) > 400);
  await assert.rejects(
    owner.query(`update transaction set amount_cents = 0`),
    /transaction_amount/,
    'the checks are back',
  );
});
