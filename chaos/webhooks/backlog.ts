import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import { deliveryCpu } from './delivery-cpu.ts';
import { inQuietPairs, inQuietSlices } from './quantiles.ts';
import type { SlicePair } from './quantiles.ts';
import { startReceivers } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import { prepareTrickle } from './trickle.ts';
import type { Trickle } from './trickle.ts';

const OTHERS = 9;
const BACKLOG = '/hooks/backlog';
/** The parts of a backlog whose costs are compared. */
const PARTS = 10;
/** The endpoint is down for this long after its backlog was written, and a worker has noticed. */
const DOWN_MS = 2_000;
/** It has to cost so much more to count. The machine is busy with other things too, so costs are in processor time. */
const MOST_COST = 1.4;
const MOST_BYTES = 300_000_000;
/** Our own target: the p99 of the others, beside a backlog. */
const MOST_RATIO = 1.5;
const MOST_EXTRA_MS = 10;

/** An endpoint across a network. It keeps the worker from using up a machine of two cores, which would disturb everybody. */
const NETWORK_MS = 10;
/** V8 would rather let garbage lie than collect it on a machine with much memory. A worker that kept the backlog would end. */
const NODE_OPTIONS = '--max-old-space-size=160 --max-semi-space-size=8';

export interface BacklogRun {
  events: number;
  /** A fresh backlog that is drained before, to compare the rates with; 0: none. */
  freshEvents: number;
  /**
   * Pairs of slices in which the others are told: while the endpoint takes its backlog, as over a network, and while it keeps its answers
   * back. 0: the endpoint always answers at once.
   */
  pairs: number;
  drainedWithinMs: number;
  say: (line: string) => void;
}

export interface BacklogFigures {
  events: number;
  seconds: number;
  perSecond: number;
  /** Of each tenth. */
  partsPerSecond: readonly number[];
  freshPerSecond: number | null;
  /** Processor time of the worker and of PostgreSQL for an event, in each tenth and in a fresh backlog. */
  partsCpuUs: readonly number[];
  freshCpuUs: number | null;
  /** Requests above one for each event that was taken. */
  sentAgain: number;
  peakMegabytes: number;
  /** The p99 of the others, alone and beside the backlog; where there are pairs, of the same one. */
  aloneMs: number;
  besideMs: number;
}

interface Stage {
  owner: pg.Pool;
  receivers: Receivers;
  trickle: Trickle;
  partnerId: string;
  /** Of the worker and its sessions, so far. */
  cpuUs: () => Promise<number>;
  run: BacklogRun;
}

/** An endpoint comes back to a long backlog, while others get a trickle. One worker does it all. */
export async function drainBacklog(t: TestContext, run: BacklogRun): Promise<BacklogFigures> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  // A process of its own: what the others get must not wait for a receiver that is busy with the backlog.
  const receivers = await startReceivers(t);
  const partnerId = (await insertPartner(owner)).id;
  await insertEndpoint(owner, { partnerId, url: receivers.urlOf(BACKLOG) });
  const otherReceivers = await startReceivers(t);
  const others = await registerOthers(owner, otherReceivers);
  const trickle = await prepareTrickle(owner, others, otherReceivers);
  const worker = await startWorkerProcess(t, database, {
    VEZNE_ENV: 'development',
    VEZNE_LOG_LEVEL: 'silent',
    NODE_OPTIONS,
  });
  const cpuUs = deliveryCpu(owner, worker.child.pid ?? 0);
  const stage = { owner, receivers, trickle, partnerId, cpuUs, run };

  // The worker compiles its hot paths in its first seconds.
  await trickle.tell({ slices: 1 });
  const alone = run.pairs === 0 ? await trickle.tell({ slices: 4 }) : [];
  const fresh = run.freshEvents === 0 ? undefined : await drain(stage, run.freshEvents);
  const long = await drain(stage, run.events);
  const figures = {
    events: run.events,
    seconds: long.seconds,
    perSecond: long.perSecond,
    partsPerSecond: long.partsPerSecond,
    freshPerSecond: fresh?.perSecond ?? null,
    partsCpuUs: long.partsCpuUs,
    freshCpuUs: fresh?.cpuUs ?? null,
    sentAgain: long.sentAgain,
    peakMegabytes: (await peakBytes(worker.child.pid ?? 0)) / 1_000_000,
    ...(run.pairs === 0
      ? { aloneMs: inQuietSlices(alone), besideMs: inQuietSlices(long.beside) }
      : inQuietPairs(long.pairs)),
  };
  run.say(JSON.stringify(figures));
  assert.ok(figures.peakMegabytes * 1_000_000 < MOST_BYTES, `the worker took ${figures.peakMegabytes} MB`);
  if (run.pairs > 0) assertUndisturbed(figures);
  if (fresh !== undefined) assertSteady(long, fresh);
  return figures;
}

function assertUndisturbed({ aloneMs, besideMs }: BacklogFigures): void {
  assert.ok(
    besideMs <= aloneMs * MOST_RATIO || besideMs <= aloneMs + MOST_EXTRA_MS,
    `the others' p99 was ${aloneMs} ms alone and ${besideMs} ms beside the backlog`,
  );
}

async function registerOthers(owner: pg.Pool, receivers: Receivers): Promise<string[]> {
  const ids: string[] = [];
  const byPath: Record<string, string> = {};
  for (let index = 0; index < OTHERS; index += 1) {
    const { id } = await insertPartner(owner);
    const path = `/hooks/${index}`;
    byPath[path] = (await insertEndpoint(owner, { partnerId: id, url: receivers.urlOf(path) })).secret;
    ids.push(id);
  }
  receivers.tell({ kind: 'secrets', byPath });
  return ids;
}

interface Drained {
  seconds: number;
  perSecond: number;
  partsPerSecond: readonly number[];
  /** Processor time for an event. */
  cpuUs: number;
  partsCpuUs: readonly number[];
  sentAgain: number;
  /** The others' p99 in each slice beside the backlog, and in pairs with the slice after it. */
  beside: readonly number[];
  pairs: readonly SlicePair[];
}

async function drain(stage: Stage, events: number): Promise<Drained> {
  const { owner, receivers, run } = stage;
  const afterMs = run.pairs > 0 ? NETWORK_MS : 0;
  receivers.tell({ kind: 'count', path: BACKLOG, status: 503, afterMs });
  await writeBacklog(owner, stage.partnerId, events);
  run.say(`${events} events are written`);
  announceEvents(owner);
  await sleep(DOWN_MS);
  receivers.tell({ kind: 'count', path: BACKLOG, status: 200, afterMs });
  let isDraining = true;
  const draining = watchDrain(stage, events).finally(() => {
    isDraining = false;
  });
  const telling = tellOthers(stage, () => isDraining);
  return { ...(await draining), ...(await telling) };
}

async function tellOthers(
  { receivers, trickle, run }: Stage,
  isDraining: () => boolean,
): Promise<Pick<Drained, 'beside' | 'pairs'>> {
  const beside: number[] = [];
  const pairs: SlicePair[] = [];
  while (isDraining() && (run.pairs === 0 || beside.length < run.pairs)) {
    const [besideMs = Number.NaN] = await trickle.tell({ slices: 1 });
    // The last of them may have been told when all was drained.
    if (isDraining() || beside.length === 0) beside.push(besideMs);
    if (run.pairs === 0 || !isDraining()) continue;
    receivers.tell({ kind: 'hold', isHeld: true });
    const [aloneMs = Number.NaN] = await trickle.tell({ slices: 1 });
    pairs.push({ aloneMs, besideMs });
    receivers.tell({ kind: 'hold', isHeld: false });
  }
  // The rest of the backlog need not take long.
  receivers.tell({ kind: 'count', path: BACKLOG, status: 200, afterMs: 0 });
  return { beside, pairs };
}

/**
 * All approved a day ago, each of its own reference, by one statement. It leaves out the transactions behind the events, and the checks
 * that they are there: a worker reads events alone, and a million would take minutes.
 */
async function writeBacklog(owner: pg.Pool, partnerId: string, events: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, reference_code, currency,
         amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, occurred_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 2, feed.last_no + n, 'deposit.approved', 'approved',
         'order-' || feed.last_no + n, 'K7M4XPTK', 'TRY', 100000, 100000, 3000, 97000, 97000, 97000, now() - interval '1 day'
       from event_feed feed, generate_series(1, $2::int) as n where feed.partner_id = $1`,
      [partnerId, events],
    );
    await client.query('update event_feed set last_no = last_no + $2 where partner_id = $1', [
      partnerId,
      events,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
  await owner.query('vacuum analyze event');
}

/** Asks every quarter of a second how many were taken, until all are and the worker has written that down. */
async function watchDrain(
  { owner, receivers, partnerId, cpuUs, run }: Stage,
  events: number,
): Promise<Omit<Drained, 'beside' | 'pairs'>> {
  const before = await receivers.counted();
  const samples: Sample[] = [];
  const deadline = performance.now() + run.drainedWithinMs;
  let partsSaid = 0;
  for (let count = 0; count < events;) {
    assert.ok(performance.now() < deadline, `${count} of ${events} were drained in time`);
    await sleep(250);
    count = (await receivers.counted()) - before;
    if (count > 0) samples.push({ atMs: performance.now(), cpuUs: await cpuUs(), count });
    if (count >= ((partsSaid + 1) * events) / PARTS) {
      partsSaid = Math.floor((count * PARTS) / events);
      run.say(`${count} of ${events} have arrived`);
    }
  }
  while (!(await isSettled(owner, partnerId))) {
    assert.ok(performance.now() < deadline, 'all arrived, but not all is written down');
    await sleep(100);
  }
  const sentAgain = (await receivers.counted()) - before - events;
  run.say(`${sentAgain} were sent again; failed attempts so far: ${await readFailures(owner, partnerId)}`);
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const reached = (count: number): Sample | undefined => samples.find((sample) => sample.count >= count);
    return between(reached((part * events) / PARTS), reached(((part + 1) * events) / PARTS));
  });
  const whole = between(samples[0], samples.at(-1));
  return {
    ...whole,
    sentAgain,
    partsPerSecond: parts.map(({ perSecond }) => perSecond),
    partsCpuUs: parts.map((part) => part.cpuUs),
  };
}

interface Sample {
  atMs: number;
  cpuUs: number;
  /** How many have arrived. */
  count: number;
}

function between(
  from: Sample | undefined,
  to: Sample | undefined,
): Pick<Drained, 'seconds' | 'perSecond' | 'cpuUs'> {
  if (from === undefined || to === undefined || from === to)
    return { seconds: Number.NaN, perSecond: Number.NaN, cpuUs: Number.NaN };
  const seconds = (to.atMs - from.atMs) / 1_000;
  const count = to.count - from.count;
  return {
    seconds,
    perSecond: Math.round(count / seconds),
    cpuUs: Math.round((to.cpuUs - from.cpuUs) / count),
  };
}

async function isSettled(owner: pg.Pool, partnerId: string): Promise<boolean> {
  const { rows } = await owner.query<{ isSettled: boolean }>(
    `select w.last_feed_no = f.last_no and not exists (
       select from webhook_delivery d where d.endpoint_id = w.id and d.state <> 'delivered'
     ) as "isSettled"
     from webhook_endpoint w join event_feed f on f.partner_id = w.partner_id where w.partner_id = $1`,
    [partnerId],
  );
  return rows[0]?.isSettled ?? false;
}

/** Why, and how often: from the log. */
async function readFailures(owner: pg.Pool, partnerId: string): Promise<string> {
  const { rows } = await owner.query<{ why: string; count: number }>(
    `select coalesce(a.error, a.status_code::text) as why, count(*)::int as count
     from webhook_attempt a join webhook_endpoint w on w.id = a.endpoint_id
     where w.partner_id = $1 and (a.error is not null or a.status_code >= 300) group by why`,
    [partnerId],
  );
  return JSON.stringify(Object.fromEntries(rows.map(({ why, count }) => [why, count])));
}

/** A long backlog costs as much for each event at its end as at its beginning, and as a short one. */
function assertSteady(long: Drained, fresh: Drained): void {
  const { partsCpuUs: parts } = long;
  const median = (numbers: readonly number[]): number =>
    numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
  const said = `${parts.join(', ')} µs for an event, and ${fresh.cpuUs} of a fresh backlog`;
  assert.ok(median(parts.slice(-3)) <= MOST_COST * median(parts.slice(0, 3)), said);
  assert.ok(long.cpuUs <= MOST_COST * fresh.cpuUs, said);
}

/** The most memory that a process has had at any time. */
async function peakBytes(pid: number): Promise<number> {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}
