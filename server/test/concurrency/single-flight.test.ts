import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSingleFlight } from '../../src/concurrency/single-flight.ts';

/** Reads that answer with their number, and only when the test says so. */
function heldReads() {
  const finish: ((error?: Error) => void)[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    finishNext: (error?: Error) => finish.shift()?.(error),
    read: async (): Promise<number> => {
      begun += 1;
      const number = begun;
      await new Promise<void>((resolve, reject) =>
        finish.push((error) => (error === undefined ? resolve() : reject(error))),
      );
      return number;
    },
  };
}

/** The next read begins two turns after the last one. A few more turns do no harm. */
async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

test('a single read starts at once', async () => {
  const reads = heldReads();
  const share = createSingleFlight<number>();
  const answer = share('page', reads.read);
  assert.equal(reads.begun(), 1);
  reads.finishNext();
  assert.equal(await answer, 1);
});

test('requests during a read share the next one, because the running read may be too old for them', async () => {
  const reads = heldReads();
  const share = createSingleFlight<number>();
  const first = share('page', reads.read);
  const later = [share('page', reads.read), share('page', reads.read)];
  await aFewTurns();
  assert.equal(reads.begun(), 1, 'The next read waits for the first.');

  reads.finishNext();
  assert.equal(await first, 1);
  await aFewTurns();
  const third = share('page', reads.read);
  reads.finishNext();
  assert.deepEqual(await Promise.all(later), [2, 2]);
  await aFewTurns();
  reads.finishNext();
  assert.equal(await third, 3, 'Asked after the second had begun.');
});

test('a caller that asks again right after its answer shares the next read with the callers that wait', async () => {
  const reads = heldReads();
  const share = createSingleFlight<number>();
  const first = share('page', reads.read);
  const waiting = share('page', reads.read);
  reads.finishNext();
  await first;
  const again = share('page', reads.read);
  await aFewTurns();
  assert.equal(reads.begun(), 2);
  reads.finishNext();
  assert.deepEqual(await Promise.all([waiting, again]), [2, 2]);
});

test('different pages do not wait for each other', async () => {
  const reads = heldReads();
  const share = createSingleFlight<number>();
  const answers = [share('page of one partner', reads.read), share('page of another', reads.read)];
  assert.equal(reads.begun(), 2);
  reads.finishNext();
  reads.finishNext();
  assert.deepEqual(await Promise.all(answers), [1, 2]);
});

test('a failed read fails all callers that share it, and the next read still runs', async () => {
  const reads = heldReads();
  const share = createSingleFlight<number>();
  const first = share('page', reads.read);
  const second = share('page', reads.read);
  reads.finishNext(new Error('the database is away'));
  await assert.rejects(first, /the database is away/);
  await aFewTurns();
  reads.finishNext();
  assert.equal(await second, 2);
});
