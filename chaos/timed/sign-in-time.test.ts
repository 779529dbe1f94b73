import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_THROTTLE, startTestConsole } from '../../server/test/harness/console.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';

const TRIES = 200;

/**
 * With a password that costs a hundredth of the real one: whatever else takes longer for one of the two stands out the more, and 400
 * tries take seconds.
 */
test('an unknown handle is answered as fast as a known one', async (t) => {
  const { owner, browser } = await startTestConsole(t, { throttleRules: NO_THROTTLE });
  const elif = await insertPerson(owner);
  // Somebody with a history: what is looked up for a known person must not show.
  await browser().signIn(elif);
  const page = browser('198.51.100.1');
  const timeOf = async (handle: string): Promise<number> => {
    const startMs = performance.now();
    const { code } = await page.call('signIn', { handle, password: 'not the password' });
    assert.equal(code, 'credentials_wrong');
    return performance.now() - startMs;
  };
  for (let at = 0; at < 20; at += 1) await timeOf(at % 2 === 0 ? elif.handle : 'nobody');
  const known: number[] = [];
  const unknown: number[] = [];
  // In turn, so that a busy moment of the machine meets both.
  for (let at = 0; at < TRIES; at += 1) {
    known.push(await timeOf(elif.handle));
    unknown.push(await timeOf(at % 2 === 0 ? 'nobody' : `nobody${at}`));
  }
  const difference = Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5));
  const [ofKnown, ofUnknown] = [spread(known), spread(unknown)];
  t.diagnostic(
    `medians ${quantile(known, 0.5).toFixed(2)} and ${quantile(unknown, 0.5).toFixed(2)} ms, spreads ${ofKnown.toFixed(2)} and ${ofUnknown.toFixed(2)} ms`,
  );
  assert.ok(difference < Math.min(ofKnown, ofUnknown), `they differ by ${difference} ms`);
});

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

/** The middle half: what one try differs from the next. */
function spread(times: readonly number[]): number {
  return quantile(times, 0.75) - quantile(times, 0.25);
}
