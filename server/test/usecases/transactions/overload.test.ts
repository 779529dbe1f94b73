import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { openCreations } from './open-creations.ts';
import type { OpenCreations } from './open-creations.ts';

/** More than a create may wait for its batch. */
const SLOW_MS = 600;

/** A batch that takes so long, with what is asked while another create is in line behind it. */
async function isOverloadedBehind({ owner, creations, newRow, insert }: OpenCreations, tookMs: number) {
  const release = await holdTable(owner);
  const running = insert(newRow());
  await untilStatementWaits(owner);
  const isBefore = creations.isOverloaded;
  const inLine = insert(newRow());
  const isBehind = creations.isOverloaded;
  await sleep(tookMs);
  await release();
  await Promise.all([running, inLine]);
  return [isBefore, isBehind];
}

test('a stall that nobody could foresee refuses nobody: those who come meanwhile are created after it', async (t) => {
  const open = await openCreations(t);
  await open.insert(open.newRow());
  assert.deepEqual(await isOverloadedBehind(open, SLOW_MS), [false, false]);
});

async function takeSlowly({ owner, newRow, insert }: OpenCreations, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const release = await holdTable(owner);
    const running = insert(newRow());
    await untilStatementWaits(owner);
    await sleep(SLOW_MS);
    await release();
    await running;
  }
}

test('when batch after batch is slow, creates are refused that would wait longer than they may, however few are in line', async (t) => {
  const open = await openCreations(t);
  const { newRow, insert, creations } = open;
  await takeSlowly(open, 2);
  // The batch has just begun: whoever came now would wait for nearly all of it.
  assert.deepEqual(await isOverloadedBehind(open, 0), [true, true]);
  // The last batches were fast.
  await insert(newRow());
  assert.equal(creations.isOverloaded, false);
  assert.deepEqual(await isOverloadedBehind(open, 0), [false, false]);
});

test('whoever comes towards the end of a slow batch goes with the next one, however many they are', async (t) => {
  const open = await openCreations(t);
  const { owner, newRow, insert, creations } = open;
  await takeSlowly(open, 2);
  const release = await holdTable(owner);
  const running = [insert(newRow())];
  await untilStatementWaits(owner);
  await sleep(SLOW_MS / 2);
  for (let inLine = 0; inLine < 100; inLine += 1) {
    assert.equal(creations.isOverloaded, false, `${inLine} are in line`);
    running.push(insert(newRow()));
  }
  await release();
  await Promise.all(running);
});
