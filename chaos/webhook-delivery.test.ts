import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { announceEvents } from '../server/src/db/event-channel.ts';
import { openDesk } from '../server/test/harness/desk.ts';
import type { Desk } from '../server/test/harness/desk.ts';
import { insertPartner } from '../server/test/harness/factories.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import type { WorkerProcess } from '../server/test/harness/worker-process.ts';
import type { Receipt } from './webhooks/messages.ts';
import { startReceivers } from './webhooks/receivers.ts';
import type { Receivers } from './webhooks/receivers.ts';
import { EVENTS_A_ROUND, decideRound, writeRound } from './webhooks/stories.ts';

const KILLS = 20;
const PARTNERS = 10;
const EVENTS = KILLS * PARTNERS * EVENTS_A_ROUND;
/** Percent of all requests. */
const TROUBLES = { refuse: 30, hang: 10, reset: 5 };
/**
 * A receiver troubles an event at most this often. Together with killed workers, that costs fewer attempts than the
 * thirteen of the schedule. Without this limit, one in five runs would park an event by chance, and the last waits would
 * take minutes.
 */
const MOST_OF_AN_EVENT = 6;
const SEED = 20_261_115;
/**
 * It takes seconds, unless the machine is so busy that good answers come after the 300 ms: the last waits of the schedule
 * are long.
 */
const SETTLED_WITHIN_MS = 120_000;

const WORKER_ENV = {
  VEZNE_ENV: 'development',
  VEZNE_LOG_LEVEL: 'silent',
  VEZNE_WEBHOOK_SCHEDULE_MS: WEBHOOK_SCHEDULE_MS.map((waitMs) => waitMs / 1_000).join(','),
  VEZNE_WEBHOOK_TIMEOUT_MS: '300',
};

test(`${EVENTS} events reach receivers that refuse, hang and reset while workers are killed ${KILLS} times, each with one id and in order`, async (t) => {
  const desk = await openDesk(t);
  const { owner } = desk;
  await owner.query('update partner set credit_line_cents = 100000000000');
  const receivers = await startReceivers(t);
  const partnerIds = [desk.partner.id];
  while (partnerIds.length < PARTNERS) partnerIds.push((await insertPartner(owner)).id);
  const endpoints = await registerAll(owner, receivers, partnerIds);
  receivers.tell({ kind: 'troubles', troubles: TROUBLES, seed: SEED, mostOfAnEvent: MOST_OF_AN_EVENT });

  await tellAndKill(t, desk, partnerIds);
  await allSettled(owner);

  const receipts = await receivers.receipts();
  const lostTries = await countLostTries(owner);
  t.diagnostic(`${receipts.length} requests; killed workers took ${lostTries} tries with them`);
  assert.ok(lostTries > 0, 'the kills hit nothing');
  assertTroubled(receipts);
  assert.deepEqual(
    receipts.filter(({ problem }) => problem !== null),
    [],
    'every signature verifies',
  );
  let events = 0;
  for (const [index, { path, partnerId }] of endpoints.entries()) {
    const feed = await readFeed(owner, partnerId);
    assertComplete(
      feed,
      receipts.filter((receipt) => receipt.path === path),
    );
    // The last endpoint is the first partner's second one.
    if (index < PARTNERS) events += feed.length;
  }
  assert.equal(events, EVENTS);
});

async function registerAll(
  owner: pg.Pool,
  receivers: Receivers,
  partnerIds: readonly string[],
): Promise<{ path: string; partnerId: string }[]> {
  const endpoints: { path: string; partnerId: string }[] = [];
  const byPath: Record<string, string> = {};
  for (const [index, partnerId] of [...partnerIds, ...partnerIds.slice(0, 1)].entries()) {
    const path = `/hooks/${index}`;
    byPath[path] = (await insertEndpoint(owner, { partnerId, url: receivers.urlOf(path) })).secret;
    endpoints.push({ path, partnerId });
  }
  receivers.tell({ kind: 'secrets', byPath });
  return endpoints;
}

/** In every round one of two workers is killed while events are sent, and another replaces it. */
async function tellAndKill(t: TestContext, desk: Desk, partnerIds: readonly string[]): Promise<void> {
  const { owner, database, bankAccount } = desk;
  const env = { ...WORKER_ENV, NODE_COMPILE_CACHE: await temporaryFolder(t) };
  const start = async (): Promise<WorkerProcess> => await startWorkerProcess(t, database, env);
  let [next, other] = [await start(), await start()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const ringing = setInterval(() => announceEvents(owner), 20);
    const telling = Promise.all([
      decideRound(desk),
      ...partnerIds.slice(1).map(async (id) => await writeRound(owner, id, bankAccount.id)),
    ]);
    await sleep(200);
    next.child.kill('SIGKILL');
    [next, other] = [other, await start()];
    await telling;
    clearInterval(ringing);
  }
}

/** Otherwise workers would compile their code at every start, which would take most of the test's time. */
async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-chaos-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Attempts that were started and never recorded: those of the killed workers. */
async function countLostTries(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ lost: number }>(
    `select ((select sum(attempts) from webhook_delivery) - (select count(*) from webhook_attempt))::int as lost`,
  );
  return rows[0]?.lost ?? 0;
}

async function allSettled(owner: pg.Pool): Promise<void> {
  const states = async (): Promise<Record<string, number>> => {
    const { rows } = await owner.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from webhook_delivery group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while ((await states())['delivered'] !== EVENTS + EVENTS / PARTNERS) {
    if (performance.now() > deadline) assert.fail(`Not all arrived: ${JSON.stringify(await states())}`);
    await sleep(100);
  }
  assert.deepEqual(Object.keys(await states()), ['delivered'], 'nothing is parked, nothing left');
}

/** A receiver that causes too little trouble proves nothing. */
function assertTroubled(receipts: readonly Receipt[]): void {
  const share = (outcome: Receipt['outcome']): number =>
    (100 * receipts.filter((receipt) => receipt.outcome === outcome).length) / receipts.length;
  assert.ok(Math.abs(share('refused') - TROUBLES.refuse) < 2, `${share('refused')} % were refused`);
  assert.ok(Math.abs(share('hung') - TROUBLES.hang) < 1.5, `${share('hung')} % hung`);
  assert.ok(Math.abs(share('reset') - TROUBLES.reset) < 1.5, `${share('reset')} % were reset`);
}

interface FeedEvent {
  id: string;
  reference: string;
}

async function readFeed(owner: pg.Pool, partnerId: string): Promise<FeedEvent[]> {
  const { rows } = await owner.query<FeedEvent>(
    `select 'evt_' || replace(id::text, '-', '') as id, external_reference as reference
     from event where partner_id = $1 order by feed_no`,
    [partnerId],
  );
  return rows;
}

function assertComplete(feed: readonly FeedEvent[], receipts: readonly Receipt[]): void {
  const firstTaken = new Map<string, Receipt>();
  for (const receipt of receipts) {
    if (receipt.outcome === 'taken' && !firstTaken.has(receipt.eventId))
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
}
