import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '../../../src/clock.ts';
import { NotSentError, OutcomeUnknownError } from '../../../src/db/errors.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';

const retry = (boundMs: number) =>
  createRetryUntilSettled({ clock: systemClock, log: pino({ level: 'silent' }), boundMs });

/** Fails this many times with this error, then succeeds. */
function failing(times: number, error: () => Error) {
  let calls = 0;
  return {
    calls: () => calls,
    work: async (): Promise<string> => {
      calls += 1;
      if (calls <= times) throw error();
      return await Promise.resolve('done');
    },
  };
}

const lost = () => new Error('Connection terminated unexpectedly');
const refused = () => Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code: '23514' });

test('work with an unknown outcome is repeated until the outcome is known', async () => {
  for (const error of [lost, () => new NotSentError('no connection')]) {
    const { work, calls } = failing(2, error);
    assert.equal(await retry(5_000).run(work), 'done');
    assert.equal(calls(), 3);
  }
});

test('an error that the database reports about the rows is not retried, and is passed on unchanged', async () => {
  const { work, calls } = failing(1, refused);
  await assert.rejects(retry(5_000).run(work), pg.DatabaseError);
  assert.equal(calls(), 1);
});

test('after the time limit the outcome stays unknown, and the last failure is its cause', async () => {
  const { work, calls } = failing(Infinity, lost);
  const startedAtMs = performance.now();
  const [result] = await Promise.allSettled([retry(300).run(work)]);
  assert.ok(result.status === 'rejected' && result.reason instanceof OutcomeUnknownError);
  assert.match(String(result.reason.cause), /terminated unexpectedly/);
  assert.ok(calls() >= 2, 'it was tried more than once');
  assert.ok(performance.now() - startedAtMs < 2_000);
});

test("a caller's own deadline overrides the time limit", async () => {
  const { work, calls } = failing(1, lost);
  const past = systemClock.monotonicMs() - 1;
  await assert.rejects(retry(60_000).run(work, past), OutcomeUnknownError);
  assert.equal(calls(), 1, 'one try is made however late it is');
});
