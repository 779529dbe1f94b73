import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { depositRow, insertRow } from '../../server/test/db/rows/valid-rows.ts';
import { insertEvent } from '../../server/test/harness/events.ts';
import { insertBankAccount } from '../../server/test/harness/factories.ts';
import { sharedClockMs } from './messages.ts';
import { percentile99 } from './quantiles.ts';
import type { Receivers } from './receivers.ts';

const PER_SECOND = 100;
const SLICE_MS = 2_000;
/** Each is corrected again and again: an event of a reference rarely waits for the one before it. */
const DEPOSITS_OF_A_PARTNER = 20;
const ALL_WITHIN_MS = 20_000;

/** Now and then an event for one of several partners, and how long they take to arrive. */
export interface Trickle {
  /** Tells for a number of slices. Returns the p99 of each. */
  tell(options: { slices: number }): Promise<number[]>;
}

export async function prepareTrickle(
  owner: pg.Pool,
  partnerIds: readonly string[],
  receivers: Receivers,
): Promise<Trickle> {
  const bankAccount = await insertBankAccount(owner);
  const deposits: string[] = [];
  for (let count = 0; count < DEPOSITS_OF_A_PARTNER; count += 1) {
    for (const id of partnerIds) {
      const row = depositRow({ partner: { id }, bankAccount });
      await insertRow(owner, 'transaction', row);
      deposits.push(String(row['id']));
    }
  }
  const arrivedMs = new Map<string, number>();
  let told = 0;

  async function tellSlice(): Promise<Map<string, number>> {
    const committed = new Map<string, number>();
    const fromMs = performance.now();
    for (let count = 0; count < (PER_SECOND * SLICE_MS) / 1_000; count += 1) {
      await sleep(Math.max(0, fromMs + (count * 1_000) / PER_SECOND - performance.now()));
      const eventId = await insertEvent(owner, deposits[told % deposits.length] ?? '', 'deposit.corrected');
      committed.set(eventId, sharedClockMs());
      announceEvents(owner);
      told += 1;
    }
    return committed;
  }

  return {
    async tell({ slices }) {
      const committed: Map<string, number>[] = [];
      while (committed.length < slices) committed.push(await tellSlice());
      const deadline = performance.now() + ALL_WITHIN_MS;
      while (committed.some((slice) => [...slice.keys()].some((eventId) => !arrivedMs.has(eventId)))) {
        assert.ok(performance.now() < deadline, 'Not all of the trickle arrived.');
        await sleep(50);
        for (const { eventId, atMs } of await receivers.receipts()) arrivedMs.set(eventId, atMs);
      }
      return committed.map((slice) =>
        percentile99([...slice].map(([eventId, atMs]) => (arrivedMs.get(eventId) ?? Number.NaN) - atMs)),
      );
    },
  };
}
