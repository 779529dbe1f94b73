import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** It takes seconds, unless the machine is so busy that good answers come too late: the last waits of the schedule are long. */
const SETTLED_WITHIN_MS = 120_000;

/** Every endpoint is at the end of its feed, and nothing is left or parked. */
export async function allSettled(owner: pg.Pool): Promise<void> {
  const read = async (): Promise<{ behind: number; pending: number; parked: number }> => {
    const { rows } = await owner.query<{ behind: number; pending: number; parked: number }>(
      `select (select count(*)::int from webhook_endpoint w join event_feed f on f.partner_id = w.partner_id
          where w.last_feed_no <> f.last_no) as behind,
         (select count(*)::int from webhook_delivery where state = 'pending') as pending,
         (select count(*)::int from webhook_delivery where state = 'parked') as parked`,
    );
    return rows[0] ?? { behind: -1, pending: -1, parked: -1 };
  };
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const state = await read();
    assert.equal(state.parked, 0, 'nothing is parked');
    if (state.behind === 0 && state.pending === 0) return;
    if (performance.now() > deadline) assert.fail(`Not all arrived: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}
