import assert from 'node:assert/strict';
import { firstIdAt } from '../../server/src/ids.ts';
import { toCursor } from '../../server/src/http/partner/cursor.ts';
import { get } from '../../server/test/harness/client.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import type { Filter } from './filters.ts';
import { everyFilter, nameOf } from './filters.ts';

/** The largest page that a partner may ask for. */
const LIMIT = 250;
/** One of them may have waited for something else on the machine. */
const TRIES = 3;
const DAY_MS = 86_400_000;

export interface AskedLists {
  lists: number;
  /** The slowest median of the first pages, and of pages deep in a list, with what was asked for. */
  first: Slowest;
  deep: Slowest;
}

export interface Slowest {
  ms: number;
  list: string;
}

/** Asks for every list of some partners, as they do, and times the answers. */
export async function askEveryList(
  url: string,
  partners: Readonly<Record<string, TestPartner>>,
): Promise<AskedLists> {
  const asked: AskedLists = { lists: 0, first: { ms: 0, list: '' }, deep: { ms: 0, list: '' } };
  const now = new Date();
  for (const [name, partner] of Object.entries(partners)) {
    for (const filter of everyFilter(now)) {
      const list = `${nameOf(filter)} (${name})`;
      const first = await medianMs(url, partner, pathOf(filter));
      const deep = await medianMs(url, partner, `${pathOf(filter)}&cursor=${deepCursor(filter, now)}`);
      asked.lists += 1;
      if (first > asked.first.ms) asked.first = { ms: first, list };
      if (deep > asked.deep.ms) asked.deep = { ms: deep, list };
    }
  }
  return asked;
}

function pathOf({ type, status, from, to }: Filter): string {
  const query = new URLSearchParams({ limit: String(LIMIT) });
  for (const [name, value] of Object.entries({
    type,
    status,
    from: from?.toISOString(),
    to: to?.toISOString(),
  })) {
    if (value !== undefined) query.set(name, value);
  }
  return `/v1/transactions?${query.toString()}`;
}

/** Within a day of the oldest that the list has, or after nine tenths of the year. */
function deepCursor({ from }: Filter, now: Date): string {
  return toCursor(firstIdAt(new Date(from ? from.getTime() + DAY_MS : now.getTime() - 330 * DAY_MS)));
}

async function medianMs(url: string, partner: TestPartner, path: string): Promise<number> {
  const times: number[] = [];
  for (let tried = 0; tried < TRIES; tried++) {
    const startedMs = performance.now();
    const answer = await get(url, partner, path);
    times.push(performance.now() - startedMs);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(TRIES / 2)] ?? assert.fail();
}
