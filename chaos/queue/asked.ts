import assert from 'node:assert/strict';
import { QUEUE_PAGE, getNextDeposit, listDeposits } from '@vezne/contract/console/deposits';
import { writePlace } from '../../server/src/http/console/deposits/place.ts';
import { read } from '../../server/test/harness/console-desk.ts';
import type { Browser } from '../../server/test/harness/console.ts';
import type { QueueWorld } from './world.ts';

/** One of them may have waited for something else on the machine. */
const TRIES = 3;
/** So many have a deposit open while others filter by it. */
const CLAIMED = 5;
const HOUR_SECONDS = 3_600;

export interface AskedQueue {
  pages: number;
  first: Slowest;
  last: Slowest;
  /** The slowest of "the next one". */
  next: Slowest;
}

export interface Slowest {
  ms: number;
  page: string;
}

/** Asks for every filter of the queue over HTTP, as pages do: the first page, the last one, and the next deposit. */
export async function askEveryPage(world: QueueWorld): Promise<AskedQueue> {
  const [viewer, colleague] = [await world.session(), await world.session()];
  await claimSome(world, viewer, colleague);
  const asked: AskedQueue = { pages: 0, first: NONE, last: NONE, next: NONE };
  for (const [page, { query, isEmpty = false }] of Object.entries(await everyFilter(world))) {
    const first = await medianMs(viewer, `${listDeposits.path}?${query}`);
    assert.equal(first.rows.length === 0, isEmpty, `${page} finds ${first.rows.length}`);
    const last = await medianMs(viewer, `${listDeposits.path}?${query}&after=${await lastPlace(world)}`);
    assert.ok(last.rows.length <= QUEUE_PAGE);
    const next = await medianMs(viewer, `${getNextDeposit.path}?${query}`);
    asked.pages += 2;
    asked.first = slower(asked.first, { ms: first.ms, page });
    asked.last = slower(asked.last, { ms: last.ms, page });
    asked.next = slower(asked.next, { ms: next.ms, page });
  }
  return asked;
}

const NONE: Slowest = { ms: 0, page: '' };

function slower(left: Slowest, right: Slowest): Slowest {
  return right.ms > left.ms ? right : left;
}

/** Each filter alone, some of them together, and such as find little or nothing, which read the whole queue. */
async function everyFilter({
  owner,
  history: { large, small, steady },
}: QueueWorld): Promise<Record<string, { query: string; isEmpty?: boolean }>> {
  const { rows } = await owner.query<{ id: string }>('select id from bank_account order by id limit 1');
  const account = rows[0]?.id ?? assert.fail();
  const together = `partner=${large.id}&account=${account}&least=1000.00&most=4000.00&olderThan=${HOUR_SECONDS}`;
  return {
    everything: { query: '' },
    'a large partner': { query: `partner=${large.id}` },
    'a small partner': { query: `partner=${small.id}` },
    'a partner with nothing': { query: `partner=${steady.id}`, isEmpty: true },
    'a bank account': { query: `account=${account}` },
    amounts: { query: 'least=1000.00&most=1010.00' },
    'an amount that nobody asked for': { query: 'least=90000.00', isEmpty: true },
    mine: { query: 'claimed=mine' },
    "others'": { query: 'claimed=others' },
    "nobody's": { query: 'claimed=nobody' },
    'older than an hour': { query: `olderThan=${HOUR_SECONDS}` },
    'older than a week': { query: `olderThan=${7 * 24 * HOUR_SECONDS}`, isEmpty: true },
    together: { query: together },
    'mine, of an amount that nobody asked for': { query: 'least=90000.00&claimed=mine', isEmpty: true },
    "together, and nobody's": { query: `${together}&claimed=nobody` },
  };
}

/** Before the last page of the whole queue, which is among those that are held. */
async function lastPlace({ owner }: QueueWorld): Promise<string> {
  const { rows } = await owner.query<{ id: string; waitingSince: string; isHeld: boolean }>(
    `select transaction_id as id, coalesce(held_until > now(), false) as "isHeld",
       to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "waitingSince"
     from open_transaction where type = 'deposit' and status = 'waiting_confirmation'
     order by 2 desc, waiting_since desc, transaction_id desc offset $1 limit 1`,
    [QUEUE_PAGE],
  );
  return writePlace(rows[0] ?? assert.fail('the queue is too short'));
}

/** Both have some open, far from the top. */
async function claimSome({ owner }: QueueWorld, viewer: Browser, colleague: Browser): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select transaction_id as id from open_transaction where type = 'deposit' and status = 'waiting_confirmation'
     order by waiting_since desc limit $1`,
    [2 * CLAIMED],
  );
  for (const [index, { id }] of rows.entries()) {
    const { status } = await (index % 2 === 0 ? viewer : colleague).call('claimDeposit', {}, { id });
    assert.equal(status, 200);
  }
}

async function medianMs(page: Browser, path: string): Promise<{ ms: number; rows: unknown[] }> {
  const times: number[] = [];
  let rows: unknown[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const startedMs = performance.now();
    const { status, body } = await read(page, path);
    times.push(performance.now() - startedMs);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    rows = (body['deposits'] ?? []) as unknown[];
  }
  return { ms: times.toSorted((left, right) => left - right)[Math.floor(TRIES / 2)] ?? assert.fail(), rows };
}
