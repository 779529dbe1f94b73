import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { changedMessage } from '@vezne/contract/console/live';
import { ringQueue } from '../../server/src/db/queue-channel.ts';
import { hears, listen } from '../../server/test/harness/live-stream.ts';
import type { Stream } from '../../server/test/harness/live-stream.ts';
import type { QueueWorld } from './world.ts';

/** An idle session of PostgreSQL hands over what it counted after ten seconds at the latest. */
const TOLD_AFTER_MS = 11_000;

export interface StreamFigures {
  /** How often a second the queue was read through, for the counts: with one who looks, and with all. */
  countsOfOne: number;
  countsOfAll: number;
  /** How often a second a session was looked up, with all who look and nothing that happens. */
  looksOfAll: number;
  /** Transactions of the database meanwhile: the console's statements, and what the server does by itself. */
  transactionsOfOne: number;
  transactionsOfAll: number;
  /** From a change until the last of them has heard of it. */
  heardMs: number;
}

/** One stream for each session, as browsers have it. */
export async function listenTogether(
  t: TestContext,
  world: QueueWorld,
  { sessions, seconds }: { sessions: number; seconds: number },
): Promise<StreamFigures> {
  const streams: Stream[] = [];
  const join = async (): Promise<void> => {
    const stream = await listen(t, await world.session(), world.url);
    assert.equal(stream.status, 200);
    await hears(stream, ({ event }) => event === 'counts', 30_000);
    streams.push(stream);
  };
  await join();
  const one = await rates(world.owner, seconds);
  while (streams.length < sessions) await join();
  const all = await rates(world.owner, seconds);
  return {
    countsOfOne: one.scans,
    countsOfAll: all.scans,
    looksOfAll: all.looks,
    transactionsOfOne: one.transactions,
    transactionsOfAll: all.transactions,
    heardMs: await ring(world, streams),
  };
}

interface Counted {
  scans: number;
  looks: number;
  transactions: number;
}

/** What PostgreSQL did a second, while nobody but the streams asked for anything. */
async function rates(owner: pg.Pool, seconds: number): Promise<Counted> {
  await sleep(TOLD_AFTER_MS);
  const before = await counted(owner);
  await sleep(seconds * 1_000);
  const after = await counted(owner);
  return {
    scans: (after.scans - before.scans) / seconds,
    looks: (after.looks - before.looks) / seconds,
    transactions: (after.transactions - before.transactions) / seconds,
  };
}

/**
 * The counts are the only statements that read the queue while nothing happens, one of deposits and one of withdrawals. Only looks at
 * sessions read theirs.
 */
async function counted(owner: pg.Pool): Promise<Counted> {
  const { rows } = await owner.query<Counted>(
    `select ${scansOf('open_transaction')} as scans, ${scansOf('staff_session')} as looks,
       (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::float8 as transactions`,
  );
  return rows[0] ?? assert.fail();
}

function scansOf(table: string): string {
  return `(select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) from pg_stat_user_tables where relname = '${table}')::float8`;
}

/** A change of one deposit, until everybody has heard of it. */
async function ring({ owner }: QueueWorld, streams: readonly Stream[]): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    'select transaction_id as id from open_transaction limit 1',
  );
  const id = rows[0]?.id ?? assert.fail();
  const startedMs = performance.now();
  ringQueue(owner, [id]);
  await Promise.all(
    streams.map(
      async (stream) =>
        await hears(
          stream,
          ({ event, data }) => event === 'changed' && changedMessage.parse(data).ids.includes(id),
        ),
    ),
  );
  return performance.now() - startedMs;
}
