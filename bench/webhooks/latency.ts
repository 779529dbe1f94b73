import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { approveAsAsked } from '../../server/src/usecases/deposits/decide.ts';
import { startEngine } from '../approvals/engine.ts';
import type { Engine } from '../approvals/engine.ts';
import { latencySummary } from '../approvals/messages.ts';
import type { Decided } from '../approvals/messages.ts';
import { AYSE } from '../approvals/staff.ts';
import type { Deliveries, Receivers } from './children.ts';
import type { DeliveryOrder } from './messages.ts';

const TICK_MS = 10;

export interface LatencyOptions {
  perSecond: number;
  /** Not counted: the service compiles its hot paths. */
  warmUpSeconds: number;
  seconds: number;
}

/** Approvals at an even pace, each with an event to its partner: the time from commit to arrival. */
export async function measureLatency(
  {
    owner,
    databaseUrl,
    receivers,
    deliveries,
    by,
  }: {
    owner: pg.Pool;
    databaseUrl: string;
    receivers: Receivers;
    deliveries: Deliveries;
    /** What starts the side that delivers. */
    by: DeliveryOrder;
  },
  { perSecond, warmUpSeconds, seconds }: LatencyOptions,
): Promise<Decided['latenciesMs']> {
  const engine = await startEngine(databaseUrl);
  try {
    const expected = Math.round(perSecond * (warmUpSeconds + seconds));
    const { complete } = await receivers.expect({ expected, isTimed: true });
    await deliveries.carryOut(by);
    await approveAtPace(engine, { perSecond, count: expected });
    const { received } = await complete;
    await deliveries.carryOut({ kind: 'stop' });
    const commits = await readCommits(owner);
    const counted = received.slice(Math.round(perSecond * warmUpSeconds));
    return latencySummary(counted.map(({ eventId, atMs }) => atMs - (commits.get(eventId) ?? Number.NaN)));
  } finally {
    await engine.close();
  }
}

async function approveAtPace(
  { make, createPile }: Engine,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<void> {
  const take = createPile();
  const from = performance.now();
  const decisions: Promise<void>[] = [];
  while (decisions.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - from) / 1_000) * perSecond));
    while (decisions.length < due) decisions.push(make(approveAsAsked({ ...take(), actor: AYSE })));
    await sleep(TICK_MS);
  }
  await Promise.all(decisions);
}

/** The moment of each event's commit, from the server itself. */
async function readCommits(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ eventId: string; atMs: number }>(
    `select 'evt_' || replace(id::text, '-', '') as "eventId",
       (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as "atMs" from event`,
  );
  return new Map(rows.map(({ eventId, atMs }) => [eventId, atMs]));
}
