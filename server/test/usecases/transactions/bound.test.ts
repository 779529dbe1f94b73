import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknownError } from '../../../src/db/errors.ts';
import { holdTable } from '../../harness/hold-table.ts';
import { identityOf, openCreations } from './open-creations.ts';

const BOUND_MS = 800;
/** Room for a busy machine. Two waits, one after the other, would take twice the limit. */
const LATEST_MS = BOUND_MS * 1.5;
/** More than two batches of 256. */
const REQUESTS = 600;

/** Starts requests in two waves, and returns how long each of them waited in vain. */
async function waits(start: () => Promise<unknown>): Promise<number[]> {
  const timed = async (): Promise<number> => {
    const startedAtMs = performance.now();
    const [result] = await Promise.allSettled([start()]);
    const isUnknown =
      result.status === 'rejected'
        ? result.reason instanceof OutcomeUnknownError
        : (result.value as { outcome: string }).outcome === 'abandoned';
    assert.ok(isUnknown, JSON.stringify(result));
    return performance.now() - startedAtMs;
  };
  const firstWave = Array.from({ length: REQUESTS / 2 }, timed);
  await sleep(BOUND_MS / 4);
  return await Promise.all([...firstWave, ...Array.from({ length: REQUESTS / 2 }, timed)]);
}

async function setUp(t: TestContext) {
  const open = await openCreations(t, { boundMs: BOUND_MS });
  await open.insert(open.newRow());
  return open;
}

test('while inserts are blocked every request is released within its own time limit, and afterwards all work again', async (t) => {
  const { owner, creations, newRow, insert } = await setUp(t);
  const release = await holdTable(owner);
  const waitedMs = await waits(async () => await insert(newRow()));
  assert.ok(Math.max(...waitedMs) < LATEST_MS, `one waited ${Math.max(...waitedMs)} ms`);
  await release();
  await creations.idle();
  assert.equal(creations.isOverloaded, false);
  assert.deepEqual(await insert(newRow()), { outcome: 'created', bankAccountId: null, referenceCode: null });
});

test('while even reads are blocked every look-up is released within its own time limit', async (t) => {
  const { owner, creations, newRow, insert, deadlineMs } = await setUp(t);
  const row = newRow();
  await insert(row);
  const release = await holdTable(owner, 'access exclusive');
  const waitedMs = await waits(async () => await creations.find(identityOf(newRow()), deadlineMs()));
  assert.ok(Math.max(...waitedMs) < LATEST_MS, `one waited ${Math.max(...waitedMs)} ms`);
  await release();
  assert.equal((await creations.find(identityOf(row), deadlineMs()))?.id, row.id);
});

test('a request that has waited already is released when its own time is over', async (t) => {
  const { owner, creations, newRow, insert, deadlineMs } = await setUp(t);
  const release = await holdTable(owner);
  const row = newRow();
  const startedAtMs = performance.now();
  const half = deadlineMs() - BOUND_MS / 2;
  await assert.rejects(
    creations.insert({ row, isAbandoned: () => false, deadlineMs: half }),
    OutcomeUnknownError,
  );
  const waitedMs = performance.now() - startedAtMs;
  assert.ok(waitedMs < BOUND_MS * 0.9, `it waited ${waitedMs} ms`);
  await release();
  await creations.idle();
  assert.equal((await insert(newRow())).outcome, 'created');
});
