import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { openDesk } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { createRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { kill, restart, stall } from './faults.ts';
import type { Fault, FaultKind } from './faults.ts';
import { startFleet } from './fleet.ts';
import { watchLapses } from './lapses.ts';
import type { OwnPostgres } from './own-postgres.ts';
import { assertComplete, assertTroubled, countLostTries, countRepeats } from './proof.ts';
import type { Repeats, ToldEndpoint } from './proof.ts';
import { startReceivers } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import { allSettled } from './settled.ts';
import { EVENTS_A_ROUND, decideRound, writeRound } from './stories.ts';

const PARTNERS = 10;
/** Percent of all requests. */
const TROUBLES = { refuse: 30, hang: 10, reset: 5 };
/**
 * A receiver troubles an event at most this often. That costs fewer attempts than the thirteen of the schedule. Without this limit, one
 * in five runs would park an event by chance, and the last waits would take minutes.
 */
const MOST_OF_AN_EVENT = 6;
/** Short, so that others take over soon; a busy machine still lets a worker give its word in time. */
const LEASE_MS = 1_000;

const WORKER_ENV = {
  VEZNE_ENV: 'development',
  VEZNE_LOG_LEVEL: 'silent',
  VEZNE_WEBHOOK_LEASE_MS: String(LEASE_MS),
  VEZNE_WEBHOOK_SCHEDULE_MS: WEBHOOK_SCHEDULE_MS.map((waitMs) => waitMs / 1_000).join(','),
  VEZNE_WEBHOOK_TIMEOUT_MS: '500',
};

export interface FaultyRun {
  /** A multiple of the events of a round. */
  events: number;
  faults: Readonly<Record<FaultKind, number>>;
  seed: number;
  postgres: OwnPostgres;
  say: (line: string) => void;
}

export interface FaultyRunFigures extends Repeats {
  events: number;
  requests: number;
  lostTries: number;
  takenOver: number;
  lapses: number;
}

/** Tells partners of events while workers are killed and stand still, and the database crashes. Then proves that all is well. */
export async function deliverUnderFaults(t: TestContext, run: FaultyRun): Promise<FaultyRunFigures> {
  const desk = await openDesk(t);
  const { owner } = desk;
  await owner.query('update partner set credit_line_cents = 100000000000');
  const receivers = await startReceivers(t);
  const partnerIds = [desk.partner.id];
  while (partnerIds.length < PARTNERS) partnerIds.push((await insertPartner(owner)).id);
  const endpoints = await registerAll(owner, receivers, partnerIds);
  receivers.tell({
    kind: 'troubles',
    troubles: TROUBLES,
    seed: run.seed,
    mostOfAnEvent: MOST_OF_AN_EVENT,
  });

  const watch = watchLapses(t, owner, LEASE_MS);
  const faults = await tellUnderFaults(t, { desk, partnerIds, run });
  await allSettled(owner);
  const lapses = await watch.stop(faults);

  const receipts = await receivers.receipts();
  const lostTries = await countLostTries(owner, receipts);
  const repeats = await countRepeats(owner, { endpoints, receipts, faults: [...faults, ...lapses] });
  const takenOver = faults.reduce((sum, fault) => sum + fault.takenOver, 0);
  const figures = {
    events: run.events,
    requests: receipts.length,
    ...repeats,
    lostTries,
    takenOver,
    lapses: lapses.length,
  };
  run.say(JSON.stringify(figures));
  assert.ok(lostTries > 0, 'the faults hit nothing');
  assert.ok(takenOver > faults.length, 'the victims owned something, and others took it over');
  assertTroubled(receipts, TROUBLES);
  assert.deepEqual(
    receipts.filter(({ problem }) => problem !== null),
    [],
    'every signature verifies',
  );
  let events = 0;
  // The last endpoint is the first partner's second one.
  for (const [index, endpoint] of endpoints.entries()) {
    const count = await assertComplete(owner, endpoint, receipts);
    if (index < PARTNERS) events += count;
  }
  assert.equal(events, run.events);
  assert.ok(
    repeats.repeats <= repeats.allowed,
    `${repeats.repeats} were sent again, of at most ${repeats.allowed}`,
  );
  return figures;
}

async function registerAll(
  owner: pg.Pool,
  receivers: Receivers,
  partnerIds: readonly string[],
): Promise<ToldEndpoint[]> {
  const endpoints: ToldEndpoint[] = [];
  const byPath: Record<string, string> = {};
  for (const [index, partnerId] of [...partnerIds, ...partnerIds.slice(0, 1)].entries()) {
    const path = `/hooks/${index}`;
    const { id, secret } = await insertEndpoint(owner, { partnerId, url: receivers.urlOf(path) });
    byPath[path] = secret;
    endpoints.push({ id, path, partnerId });
  }
  receivers.tell({ kind: 'secrets', byPath });
  return endpoints;
}

/** For every fault there are new events, of as many partners as it takes to tell all of them in the end. */
async function tellUnderFaults(
  t: TestContext,
  { desk, partnerIds, run }: { desk: Desk; partnerIds: readonly string[]; run: FaultyRun },
): Promise<Fault[]> {
  const { owner, database, bankAccount } = desk;
  const fleet = await startFleet(t, database, WORKER_ENV);
  const random = createRandom(run.seed);
  const order = inRandomOrder(run.faults, random);
  const rounds = run.events / EVENTS_A_ROUND;
  const tell = async (round: number): Promise<void> => {
    const partnerId = partnerIds[round % partnerIds.length] ?? '';
    await (partnerId === desk.partner.id ? decideRound(desk) : writeRound(owner, partnerId, bankAccount.id));
  };
  const faults: Fault[] = [];
  let told = 0;
  for (const [index, kind] of order.entries()) {
    const upTo = Math.round(((index + 1) * rounds) / order.length);
    const ringing = setInterval(() => announceEvents(owner), 20);
    // Also when a fault fails: the run would never end, and not say why.
    t.after(() => clearInterval(ringing));
    const telling = Promise.all(
      Array.from({ length: upTo - told }, async (_, next) => await tell(told + next)),
    );
    told = upTo;
    // The writer can't write while the database is away. Much is on its way to receivers when it is done.
    await (kind === 'restart' ? telling : sleep(100 + random.below(200)));
    if (kind === 'restart') clearInterval(ringing);
    const fault = await carryOut[kind](owner, fleet, run);
    await telling;
    clearInterval(ringing);
    faults.push(fault);
    run.say(
      `${index + 1} of ${order.length}: ${kind}, ${fault.endpointIds.length} endpoints owned, ${fault.takenOver} taken over`,
    );
  }
  return faults;
}

const carryOut: Readonly<
  Record<
    FaultKind,
    (owner: pg.Pool, fleet: Awaited<ReturnType<typeof startFleet>>, run: FaultyRun) => Promise<Fault>
  >
> = {
  kill: async (owner, fleet) => await kill(owner, fleet, LEASE_MS),
  stall: async (owner, fleet) => await stall(owner, fleet, LEASE_MS),
  restart: async (owner, _fleet, { postgres }) => await restart(owner, postgres),
};

function inRandomOrder(faults: FaultyRun['faults'], random: Random): FaultKind[] {
  const kinds = Object.keys(faults) as FaultKind[];
  return random.shuffle(kinds.flatMap((kind) => Array.from({ length: faults[kind] }, () => kind)));
}
