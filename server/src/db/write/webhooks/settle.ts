import type pg from 'pg';
import {
  answeredWithin,
  columnValues,
  runWrite,
  unnestColumns,
  untilCommitIsSafe,
  withConnection,
} from '../../statement.ts';
import type { BatchColumn, StatementOptions } from '../../statement.ts';
import { FOLLOW_SQL, LOG_SQL, RESULT_SQL, followValues, resultValues } from './exceptions.ts';
import type { Follower, TriedException } from './exceptions.ts';

/** Up to where an endpoint is done. */
export interface Progress {
  endpointId: string;
  /** The claim under which it was reached. */
  claimNo: number;
  position: number;
}

/** A first attempt that was taken: nearly all of them. */
export interface FirstSuccess {
  endpointId: string;
  eventId: string;
  startedAtMs: number;
  durationMs: number;
  status: number;
  answerStart: string | null;
}

/** What has become known since the last time, of the endpoints that this process owns. */
export interface Settlement {
  progress: readonly Progress[];
  successes: readonly FirstSuccess[];
  tried: readonly TriedException[];
  followers: readonly Follower[];
  /** Attempts of a time before an endpoint was lost: they are in the log, and change nothing else. */
  stale: readonly TriedException[];
}

export interface Settled {
  /** The endpoints that this process still owned. Of the others only the log was written. */
  ownedIds: ReadonlySet<string>;
  /** What came to the end of its schedule. */
  parked: readonly { endpointId: string; eventId: string }[];
}

const PROGRESS: readonly BatchColumn<Progress>[] = [
  ['endpoint_id', 'uuid', ({ endpointId }) => endpointId],
  ['claim_no', 'int8', ({ claimNo }) => claimNo],
  ['position', 'int8', ({ position }) => position],
];

const SUCCESSES: readonly BatchColumn<FirstSuccess>[] = [
  ['endpoint_id', 'uuid', (success) => success.endpointId],
  ['event_id', 'uuid', (success) => success.eventId],
  ['started_at_ms', 'float8', (success) => success.startedAtMs],
  ['duration_ms', 'int4', (success) => success.durationMs],
  ['status_code', 'int4', (success) => success.status],
  ['answer_start', 'text', (success) => success.answerStart],
];

/**
 * Moves the positions and logs first attempts that were taken. Rows of endpoints are locked first and in order, so that two workers
 * can't wait for each other. A process that lost an endpoint moves nothing there; what it has tried is in the log all the same. The log
 * may have a first attempt already, of another owner: then this one is not `logged` here, and gets the next number.
 */
const ADVANCE_SQL = `
with progress as materialized (
  select * from ${unnestColumns(PROGRESS, 'progress')}
), owned as materialized (
  select w.id from webhook_endpoint w join progress on progress.endpoint_id = w.id and progress.claim_no = w.claim_no
  order by w.id for no key update of w
), advanced as (
  update webhook_endpoint w set last_feed_no = progress.position from owned join progress on progress.endpoint_id = owned.id
  where w.id = owned.id and w.last_feed_no < progress.position
), logged as (
  insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
  select endpoint_id, event_id, 1, to_timestamp(started_at_ms / 1000), duration_ms, status_code, answer_start
  from ${unnestColumns(SUCCESSES, 'success', { from: 1 + PROGRESS.length })}
  on conflict (endpoint_id, event_id, attempt_no) do nothing
  returning 1
)
select array(select id from owned) as "ownedIds", (select count(*)::int4 from logged) as logged`;

/**
 * Writes a settlement, all of it or nothing. If it fails it may have been written all the same: then the process no longer knows what is
 * done, and has to ask again.
 */
export async function settle(
  pool: pg.Pool,
  settlement: Settlement,
  options: StatementOptions,
): Promise<Settled> {
  const { progress, successes, tried, followers, stale } = settlement;
  const values = [...columnValues(PROGRESS, progress), ...columnValues(SUCCESSES, successes)];
  const advance = { name: 'advance-endpoints', text: ADVANCE_SQL, values };
  if (tried.length + followers.length + stale.length === 0) {
    const [advanced] = await runWrite<Advanced>(pool, advance, options);
    if (advanced?.logged !== successes.length) await runWrite(pool, toLog(successes.map(asTried)), options);
    return { ownedIds: new Set(advanced?.ownedIds), parked: [] };
  }
  return await inTransaction(pool, options, async (run) => {
    // The lock on the endpoints is held from here to the commit: nobody takes one over in between.
    const [advanced] = await run<Advanced>(advance);
    const ownedIds = new Set(advanced?.ownedIds);
    const isOwned = ({ endpointId }: { endpointId: string }): boolean => ownedIds.has(endpointId);
    const unlogged = advanced?.logged === successes.length ? [] : successes.map(asTried);
    await run(toLog([...tried, ...stale, ...unlogged]));
    const parked = await run<{ endpointId: string; eventId: string }>({
      name: 'settle-exceptions',
      text: RESULT_SQL,
      values: resultValues(tried.filter(isOwned)),
    });
    const follow = { name: 'follow', text: FOLLOW_SQL, values: followValues(followers.filter(isOwned)) };
    await run(follow);
    return { ownedIds, parked };
  });
}

interface Advanced {
  ownedIds: string[];
  logged: number;
}

function toLog(attempts: readonly TriedException[]): pg.QueryConfig {
  return { name: 'log-attempts', text: LOG_SQL, values: resultValues(attempts) };
}

function asTried(success: FirstSuccess): TriedException {
  return {
    ...success,
    feedNo: 0,
    reference: '',
    isDelivered: true,
    error: null,
    retryAfterMs: null,
    scheduleFrom: 0,
  };
}

type Run = <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<Row[]>;

async function inTransaction<T>(
  pool: pg.Pool,
  { timeoutMs }: StatementOptions,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  return await withConnection(pool, async (client) => {
    const run: Run = async (query) => (await answeredWithin(timeoutMs, client.query(query))).rows as never;
    await run({ text: 'begin' });
    const result = await work(run);
    await untilCommitIsSafe(client, timeoutMs, async () => await run({ text: 'commit' }));
    return result;
  });
}
