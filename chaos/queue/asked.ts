import assert from 'node:assert/strict';
import { QUEUE_PAGE, getNextDeposit, listDeposits } from '@vezne/contract/console/deposits';
import { cents } from '@vezne/domain/money';
import { queuePageQuery } from '../../server/src/db/read/desk/queue.ts';
import type { QueueFilters, QueuePlace } from '../../server/src/db/read/desk/queue.ts';
import { writePlace } from '../../server/src/http/console/deposits/place.ts';
import { read } from '../../server/test/harness/console-desk.ts';
import type { Browser } from '../../server/test/harness/console.ts';
import type { QueueWorld } from './world.ts';

/** One of them may have waited for something else on the machine. */
const TRIES = 3;
/** So many have a deposit open while others filter by it. */
const CLAIMED = 5;
const HOUR_SECONDS = 3_600;
/** More than wait in any of these worlds. */
const EVERYTHING = 10_000_000;

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
  const viewerId = await claimSome(world, viewer, colleague);
  const asked: AskedQueue = { pages: 0, first: NONE, last: NONE, next: NONE };
  for (const [page, { query, filters, isEmpty = false }] of Object.entries(
    await everyFilter(world, viewerId),
  )) {
    const first = await medianMs(viewer, `${listDeposits.path}?${query}`);
    assert.equal(first.rows.length === 0, isEmpty, `${page} finds ${first.rows.length}`);
    const { place, rows } = await lastPage(world, isEmpty ? {} : filters);
    const last = await medianMs(viewer, `${listDeposits.path}?${query}&after=${place}`);
    assert.equal(last.rows.length, isEmpty ? 0 : rows, `the last page of ${page}`);
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
async function everyFilter(
  { owner, history: { large, small, steady } }: QueueWorld,
  staffId: string,
): Promise<Record<string, { query: string; filters: QueueFilters; isEmpty?: boolean }>> {
  const { rows } = await owner.query<{ id: string }>('select id from bank_account order by id limit 1');
  const account = rows[0]?.id ?? assert.fail();
  const together = `partner=${large.id}&account=${account}&least=1000.00&most=4000.00&olderThan=${HOUR_SECONDS}`;
  const allTogether = {
    partnerId: large.id,
    bankAccountId: account,
    leastCents: cents(100_000n),
    mostCents: cents(400_000n),
    olderThanSeconds: HOUR_SECONDS,
  };
  const nobody = { claimed: { by: 'nobody' } } as const;
  const unasked = { leastCents: cents(9_000_000n) };
  const weekSeconds = 7 * 24 * HOUR_SECONDS;
  return {
    everything: { query: '', filters: {} },
    'a large partner': { query: `partner=${large.id}`, filters: { partnerId: large.id } },
    'a small partner': { query: `partner=${small.id}`, filters: { partnerId: small.id } },
    'a partner with nothing': {
      query: `partner=${steady.id}`,
      filters: { partnerId: steady.id },
      isEmpty: true,
    },
    'a bank account': { query: `account=${account}`, filters: { bankAccountId: account } },
    amounts: {
      query: 'least=1000.00&most=1010.00',
      filters: { leastCents: cents(100_000n), mostCents: cents(101_000n) },
    },
    'an amount that nobody asked for': { query: 'least=90000.00', filters: unasked, isEmpty: true },
    mine: { query: 'claimed=mine', filters: { claimed: { by: 'mine', staffId } } },
    "others'": { query: 'claimed=others', filters: { claimed: { by: 'others', staffId } } },
    "nobody's": { query: 'claimed=nobody', filters: nobody },
    'older than an hour': {
      query: `olderThan=${HOUR_SECONDS}`,
      filters: { olderThanSeconds: HOUR_SECONDS },
    },
    'older than a week': {
      query: `olderThan=${weekSeconds}`,
      filters: { olderThanSeconds: weekSeconds },
      isEmpty: true,
    },
    together: { query: together, filters: allTogether },
    'mine, of an amount that nobody asked for': {
      query: 'least=90000.00&claimed=mine',
      filters: { ...unasked, claimed: { by: 'mine', staffId } },
      isEmpty: true,
    },
    "together, and nobody's": { query: `${together}&claimed=nobody`, filters: { ...allTogether, ...nobody } },
  };
}

/** Before the last page of what the filter finds, and how many are on it: a page full, or all but the first. */
async function lastPage(
  { owner }: QueueWorld,
  filters: QueueFilters,
): Promise<{ place: string; rows: number }> {
  const { text, values } = queuePageQuery(filters, { limit: EVERYTHING });
  const { rows: found } = await owner.query<QueuePlace>(text, values);
  const rows = Math.min(QUEUE_PAGE, found.length - 1);
  return { place: writePlace(found.at(-1 - rows) ?? assert.fail('the filter finds nothing')), rows };
}

/** Both have some open, far from the top. Returns who the viewer is. */
async function claimSome({ owner }: QueueWorld, viewer: Browser, colleague: Browser): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select transaction_id as id from open_transaction where type = 'deposit' and status = 'waiting_confirmation'
     order by waiting_since desc limit $1`,
    [2 * CLAIMED],
  );
  for (const [index, { id }] of rows.entries()) {
    const { status } = await (index % 2 === 0 ? viewer : colleague).call('claimDeposit', {}, { id });
    assert.equal(status, 200);
  }
  const { rows: claims } = await owner.query<{ staffId: string }>(
    'select staff_id as "staffId" from deposit_claim where transaction_id = $1',
    [rows[0]?.id],
  );
  return claims[0]?.staffId ?? assert.fail('nobody has it open');
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
