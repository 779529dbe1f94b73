import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { Clock } from '../../../src/clock.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { createUsualWait } from '../../../src/usecases/deposits/usual-wait.ts';
import type { UsualWait } from '../../../src/usecases/deposits/usual-wait.ts';
import { AYSE, cash, openDesk, sighting } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { until } from '../../harness/expectations.ts';

const MINUTE_MS = 60_000;

/** A clock that a test moves on. */
function movedClock(): Clock & { pass(ms: number): void } {
  let passedMs = 0;
  return {
    nowMs: () => Date.now() + passedMs,
    monotonicMs: () => passedMs,
    pass(ms) {
      passedMs += ms;
    },
  };
}

/** A player pressed, or an operator said so on their behalf, and the decision came so many seconds later. */
async function decided(desk: Desk, waitedSeconds: number, trigger = 'confirm_sent'): Promise<void> {
  const id = await desk.deposit();
  const approval = { transactionId: id, actor: AYSE, actualCents: cash(1_000), ...sighting() };
  const { outcome } = await desk.decide((fingerprint) => approveDeposit({ ...approval, fingerprint }), id);
  assert.equal(outcome, 'made');
  await desk.owner.query(
    `update transaction_step sent set trigger = $3, at = decided.at - make_interval(secs => $2) from transaction_step decided
     where decided.transaction_id = $1 and decided.trigger = 'approve' and sent.transaction_id = $1 and sent.step_no = 1`,
    [id, waitedSeconds, trigger],
  );
}

async function afterReading(usual: UsualWait, expected: number | undefined): Promise<void> {
  assert.equal(
    await until(
      async () => await Promise.resolve(usual.minutes()),
      (minutes) => minutes === expected,
      5_000,
    ),
    expected,
  );
}

test('how long checking usually takes is the median of the last days, rounded up, and is read every few minutes', async (t) => {
  const desk = await openDesk(t);
  const clock = movedClock();
  const pool = desk.database.pool('vezne_api');
  const usual = createUsualWait({ pool, clock, log: pino({ level: 'silent' }) });
  for (const seconds of [10, 30, 130]) await decided(desk, seconds);
  // By an operator's own word: these waited for nothing.
  for (const seconds of [1, 1, 1]) await decided(desk, seconds, 'confirm_on_behalf');
  assert.equal(usual.minutes(), undefined, 'a page never waits for the reading');
  clock.pass(5 * MINUTE_MS);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(usual.minutes(), undefined, 'three decisions say nothing');
  await decided(desk, 4000);
  await decided(desk, 190);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(usual.minutes(), undefined, 'it is not read again at once');
  clock.pass(5 * MINUTE_MS);
  await afterReading(usual, 3);
  clock.pass(61 * MINUTE_MS);
  assert.equal(usual.minutes(), undefined, 'what is too old is not said');
  await afterReading(usual, 3);
  clock.pass(4 * 24 * 60 * MINUTE_MS);
  assert.equal(usual.minutes(), undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(usual.minutes(), undefined, 'nothing was decided in the last days');
});
