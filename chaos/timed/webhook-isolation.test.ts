import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { depositRow, insertRow } from '../../server/test/db/rows/valid-rows.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertEvent } from '../../server/test/harness/events.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import { sharedClockMs } from '../webhooks/messages.ts';
import type { Receipt } from '../webhooks/messages.ts';
import { inQuietSlices, percentile99 } from '../webhooks/quantiles.ts';
import { startReceivers } from '../webhooks/receivers.ts';
import type { Receivers } from '../webhooks/receivers.ts';

const ENDPOINTS = 10;
const PAIRS = 6;
const SLICE_MS = 2_000;
const PER_SECOND = 200;
const HANGING = '/hooks/0';

/** Our own target: the p99 of the others beside a hanging endpoint. */
const MOST_RATIO = 1.5;
const MOST_EXTRA_MS = 10;

/** A partner with a supply of deposits, each for one event. */
interface Partner {
  deposits: string[];
}

test(`when one of ${ENDPOINTS} endpoints hangs, the others get their events as fast as before`, async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const receivers = await startReceivers(t);
  const partners = await preparePartners(owner, receivers);
  await startWorkerProcess(t, database, { VEZNE_ENV: 'development', VEZNE_LOG_LEVEL: 'silent' });
  // The worker compiles its hot paths in its first seconds.
  await tellForSlice(owner, receivers, partners);

  const slices: { healthy: number[]; besideHanging: number[] } = { healthy: [], besideHanging: [] };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const order = ['healthy', 'besideHanging'] as const;
    for (const kind of pair % 2 === 0 ? order : order.toReversed()) {
      if (kind === 'besideHanging') receivers.tell({ kind: 'hang', path: HANGING });
      slices[kind].push(await tellForSlice(owner, receivers, partners));
    }
    t.diagnostic(
      `pair ${pair + 1}: p99 ${slices.healthy.at(-1)?.toFixed(1)} ms, beside a hanging one ${slices.besideHanging.at(-1)?.toFixed(1)} ms`,
    );
  }
  const healthyMs = inQuietSlices(slices.healthy);
  const besideHangingMs = inQuietSlices(slices.besideHanging);
  const ratio = besideHangingMs / healthyMs;
  const said = `${healthyMs.toFixed(1)} ms, beside a hanging one ${besideHangingMs.toFixed(1)} ms: ${ratio.toFixed(2)} times`;
  t.diagnostic(`p99 in the quieter half of ${PAIRS} slices: ${said}`);
  assert.ok(besideHangingMs <= healthyMs * MOST_RATIO || besideHangingMs <= healthyMs + MOST_EXTRA_MS, said);
});

async function preparePartners(owner: pg.Pool, receivers: Receivers): Promise<Partner[]> {
  const bankAccount = await insertBankAccount(owner);
  // One slice more than is measured, to warm up.
  const count = ((2 * PAIRS + 1) * PER_SECOND * SLICE_MS) / 1_000 / ENDPOINTS;
  const byPath: Record<string, string> = {};
  const partners: Partner[] = [];
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const { id } = await insertPartner(owner);
    const path = `/hooks/${index}`;
    byPath[path] = (await insertEndpoint(owner, { partnerId: id, url: receivers.urlOf(path) })).secret;
    const rows = Array.from({ length: count }, () => depositRow({ partner: { id }, bankAccount }));
    await Promise.all(rows.map(async (row) => await insertRow(owner, 'transaction', row)));
    partners.push({ deposits: rows.map((row) => String(row['id'])) });
  }
  receivers.tell({ kind: 'secrets', byPath });
  return partners;
}

/** Writes events at an even pace, for one partner after another. Returns the p99 of those whose endpoint never hangs. */
async function tellForSlice(
  owner: pg.Pool,
  receivers: Receivers,
  partners: readonly Partner[],
): Promise<number> {
  const committed = new Map<string, number>();
  const count = (PER_SECOND * SLICE_MS) / 1_000;
  const fromMs = performance.now();
  for (let told = 0; told < count; told += 1) {
    const dueMs = fromMs + (told * 1_000) / PER_SECOND;
    await sleep(Math.max(0, dueMs - performance.now()));
    const deposit = partners[told % partners.length]?.deposits.pop();
    assert.ok(deposit !== undefined);
    const eventId = await insertEvent(owner, deposit, 'deposit.approved');
    committed.set(eventId, sharedClockMs());
    announceEvents(owner);
  }
  // Before the release, the hanging endpoint has at most one receipt for each of its places.
  await sleep(300);
  receivers.tell({ kind: 'release' });
  const receipts = await allReceived(receivers, committed.size);
  const others = receipts.filter(({ path }) => path !== HANGING);
  assert.equal(others.length, (count * (ENDPOINTS - 1)) / ENDPOINTS, 'each came once');
  const latencies = others.map(({ eventId, atMs }) => atMs - (committed.get(eventId) ?? Number.NaN));
  return percentile99(latencies);
}

async function allReceived(receivers: Receivers, count: number): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  const deadline = performance.now() + 20_000;
  while (new Set(receipts.map(({ eventId }) => eventId)).size < count) {
    if (performance.now() > deadline) assert.fail(`${receipts.length} of ${count} came.`);
    await sleep(50);
    receipts.push(...(await receivers.receipts()));
  }
  return receipts;
}
