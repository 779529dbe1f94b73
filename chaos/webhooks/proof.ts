import assert from 'node:assert/strict';
import type pg from 'pg';
import type { Fault } from './faults.ts';
import type { Receipt, Troubles } from './messages.ts';

export interface ToldEndpoint {
  id: string;
  path: string;
  partnerId: string;
}

/** A receiver that causes too little trouble proves nothing. Four standard deviations, and a half for the limit of an event. */
export function assertTroubled(receipts: readonly Receipt[], troubles: Troubles): void {
  const near = (outcome: Receipt['outcome'], percent: number): void => {
    const share = (100 * receipts.filter((receipt) => receipt.outcome === outcome).length) / receipts.length;
    const most = 0.5 + 4 * Math.sqrt((percent * (100 - percent)) / receipts.length);
    assert.ok(Math.abs(share - percent) < most, `${share} % were ${outcome}`);
  };
  near('refused', troubles.refuse);
  near('hung', troubles.hang);
  near('reset', troubles.reset);
}

interface FeedEvent {
  id: string;
  reference: string;
}

/** Returns the number of events. */
export async function assertComplete(
  owner: pg.Pool,
  { path, partnerId }: ToldEndpoint,
  receipts: readonly Receipt[],
): Promise<number> {
  const { rows: feed } = await owner.query<FeedEvent>(
    `select 'evt_' || replace(id::text, '-', '') as id, external_reference as reference
     from event where partner_id = $1 order by feed_no`,
    [partnerId],
  );
  const firstTaken = new Map<string, Receipt>();
  for (const receipt of receipts) {
    if (receipt.path === path && receipt.outcome === 'taken' && !firstTaken.has(receipt.eventId))
      firstTaken.set(receipt.eventId, receipt);
  }
  assert.deepEqual(
    [...firstTaken.keys()].toSorted(),
    feed.map(({ id }) => id).toSorted(),
    'each event was taken under its own id, and nothing else was',
  );
  const ofFeed = Map.groupBy(feed, ({ reference }) => reference);
  const ofReceiver = Map.groupBy(firstTaken.values(), ({ reference }) => reference);
  for (const [reference, events] of ofFeed) {
    assert.deepEqual(
      ofReceiver.get(reference)?.map(({ eventId }) => eventId),
      events.map(({ id }) => id),
      `the events of ${reference} came in order`,
    );
  }
  return feed.length;
}

/** What workers have in flight for an endpoint, at most. */
const PLACES = 16;
/**
 * Outcomes are written 50 ms after the first of them. They may wait for the batch before, and a batch of this test takes up to 100 ms on
 * a busy machine.
 */
const FLUSH_MS = 250;
/** PostgreSQL's word for a commit that doesn't wait for the disk: it is there after three times wal_writer_delay, of 200 ms. */
const UNSAFE_COMMIT_MS = 600;
/** Longer than a request and a flush take on a machine that stands still now and then. */
const LONG_AGO_MS = 1_000;

export interface Repeats {
  /** Requests for events that their receiver had already taken. */
  repeats: number;
  /** How many the faults and late answers explain at most. */
  allowed: number;
  /** Answers that came after the time for them. */
  late: number;
}

/**
 * A fault may cost what its victim had in flight and what it had not written yet, and never more than receivers had taken from it within
 * the second before.
 */
export async function countRepeats(
  owner: pg.Pool,
  {
    endpoints,
    receipts,
    faults,
  }: { endpoints: readonly ToldEndpoint[]; receipts: readonly Receipt[]; faults: readonly Fault[] },
): Promise<Repeats> {
  const taken = receipts.filter(({ outcome }) => outcome === 'taken');
  const different = new Set(taken.map(({ path, eventId }) => `${path} ${eventId}`));
  const pathOf = new Map(endpoints.map(({ id, path }) => [id, path]));
  const late = await countLate(owner, endpoints, receipts, faults);
  let allowed = late;
  for (const { kind, fromMs, untilMs, endpointIds } of faults) {
    const paths = new Set(endpointIds.map((id) => pathOf.get(id)));
    const takenFrom = (sinceMs: number, toMs: number): number =>
      taken.filter(({ path, atMs }) => paths.has(path) && atMs >= sinceMs && atMs <= toMs).length;
    const unwrittenMs = kind === 'restart' ? UNSAFE_COMMIT_MS + FLUSH_MS : FLUSH_MS;
    // While the database is away its workers go on. They hear at the next flush that they own nothing any more.
    const toMs = kind === 'kill' || kind === 'stall' ? fromMs + FLUSH_MS : untilMs + FLUSH_MS;
    // What a stalled worker was about to send goes out when it runs again.
    const afterwards = kind === 'stall' ? takenFrom(untilMs, untilMs + FLUSH_MS) : 0;
    allowed += Math.min(
      PLACES * endpointIds.length + takenFrom(fromMs - unwrittenMs, toMs),
      takenFrom(fromMs - LONG_AGO_MS, toMs) + afterwards,
    );
  }
  return { repeats: taken.length - different.size, allowed, late };
}

/**
 * Attempts that count as failed although the receiver took them: its answer came too late, on a busy machine. The log has more failures
 * of such an event than its receiver has troubled it. Those of a stall are left out: they were in flight.
 */
async function countLate(
  owner: pg.Pool,
  endpoints: readonly ToldEndpoint[],
  receipts: readonly Receipt[],
  faults: readonly Fault[],
): Promise<number> {
  const { rows } = await owner.query<{ path: string; eventId: string; atMs: number }>(
    `select e.path, 'evt_' || replace(a.event_id::text, '-', '') as "eventId", (extract(epoch from a.at) * 1000)::float8 as "atMs"
     from webhook_attempt a join unnest($1::uuid[], $2::text[]) as e (id, path) on e.id = a.endpoint_id
     where a.error is not null or a.status_code not between 200 and 299`,
    [endpoints.map(({ id }) => id), endpoints.map(({ path }) => path)],
  );
  const stalls = faults.filter(({ kind }) => kind === 'stall');
  const failures = rows.filter(({ atMs }) =>
    stalls.every(({ fromMs, untilMs }) => atMs < fromMs - 2_000 || atMs > untilMs),
  );
  const key = ({ path, eventId }: { path: string; eventId: string }): string => `${path} ${eventId}`;
  const troubled = Map.groupBy(
    receipts.filter(({ outcome }) => outcome !== 'taken'),
    key,
  );
  let late = 0;
  for (const [name, logged] of Map.groupBy(failures, key)) {
    late += Math.max(0, logged.length - (troubled.get(name)?.length ?? 0));
  }
  return late;
}

/** Requests that came and that no worker wrote down: those that a fault took with it. */
export async function countLostTries(owner: pg.Pool, receipts: readonly Receipt[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from webhook_attempt');
  return receipts.length - (rows[0]?.count ?? 0);
}
