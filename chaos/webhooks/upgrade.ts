import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { commandLineActor } from '@vezne/domain/actor';
import { announceEvents } from '../../server/src/db/event-channel.ts';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import type { AdminContext } from '../../server/src/usecases/admin-context.ts';
import { replayWebhooks } from '../../server/src/usecases/webhooks/replay.ts';
import { PROCESS_ROLES, createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import type { Receipt } from './messages.ts';
import { assertComplete } from './proof.ts';
import type { ToldEndpoint } from './proof.ts';
import { startReceivers } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import { writeRound } from './stories.ts';

const PARTNERS = 5;
const TROUBLES = { refuse: 30, hang: 0, reset: 5 };
/** The troubles, and a few more on a busy machine, are fewer than the tries. */
const MOST_OF_AN_EVENT = 3;
const SCHEDULE_MS = '100,200,400,800,1600,3200,6400,6400,6400,6400';
/** A lease of the version before lasts longer than its requests: it is what a killed worker leaves behind. */
const SETTLED_WITHIN_MS = 120_000;

const WORKER_ENV = {
  VEZNE_ENV: 'development',
  VEZNE_LOG_LEVEL: 'silent',
  VEZNE_WEBHOOK_TIMEOUT_MS: '2000',
  VEZNE_WEBHOOK_LEASE_MS: '2000',
  VEZNE_WEBHOOK_SCHEDULE_MS: SCHEDULE_MS,
};

export interface UpgradeRun {
  /** The files of the version before. */
  tree: string;
  /** How its worker ends. */
  signal: 'SIGTERM' | 'SIGKILL';
  say: (line: string) => void;
}

export interface UpgradeFigures {
  events: number;
  requests: number;
  repeats: number;
  /** What the version before left, by its state. */
  left: Readonly<Record<LeftKind, number>>;
}

const LEFT_KINDS = ['open', 'failed', 'replayed', 'parked'] as const;
type LeftKind = (typeof LEFT_KINDS)[number];

interface Stage {
  database: TestDatabase;
  owner: pg.Pool;
  receivers: Receivers;
  endpoints: readonly ToldEndpoint[];
  bankAccountId: string;
  context: AdminContext;
}

/** Workers of this version take over from one of the version before, while events are written all the time. */
export async function upgradeUnderLoad(t: TestContext, run: UpgradeRun): Promise<UpgradeFigures> {
  const stage = await openStage(t, run.tree);
  const { database, owner, receivers, endpoints } = stage;
  const [refusing, parking] = endpoints as [ToldEndpoint, ToldEndpoint];
  const oldMain = join(run.tree, 'server/src/main.ts');
  await parkEvents(t, { stage, oldMain, parking });
  receivers.tell({ kind: 'refuse', path: refusing.path });

  const old = await startWorkerProcess(t, database, WORKER_ENV, oldMain);
  const writer = keepWriting(stage, parking);
  await replaySome(stage, parking);
  await sleep(1_500);
  const left = await readLeft(owner);
  run.say(`the version before has ${JSON.stringify(left)}`);
  for (const kind of LEFT_KINDS) assert.ok(left[kind] > 0, `nothing is ${kind}`);
  const parkedBefore = await readParked(owner);

  await migrate({
    databaseUrl: database.ownerUrl,
    roleUrls: PROCESS_ROLES.map((role) => database.urlOf(role)),
  });
  await sleep(500);
  await startWorkerProcess(t, database, WORKER_ENV);
  run.say('migrated; a worker of this version runs beside the old one');
  await sleep(1_500);
  receivers.tell({ kind: 'release', path: refusing.path });
  await sleep(1_000);
  old.child.kill(run.signal);
  await old.ended;
  run.say(`the old worker has ended by ${run.signal}`);
  await sleep(1_500);
  await writer.stop();
  await allSettled(owner);
  assert.deepEqual(await readParked(owner), parkedBefore, 'what was parked is parked, and nothing else is');

  const receipts = await receivers.receipts();
  const taken = new Set(receipts.flatMap(({ outcome, eventId }) => (outcome === 'taken' ? [eventId] : [])));
  assert.deepEqual(
    parkedBefore.filter((eventId) => taken.has(eventId)),
    [],
    'what is parked was not sent',
  );
  await replayWebhooks(stage.context, { endpoint: parking.id, selection: { parked: true } });
  await allSettled(owner);
  receipts.push(...(await receivers.receipts()));
  return await prove(stage, receipts, left);
}

async function openStage(t: TestContext, tree: string): Promise<Stage> {
  const module = pathToFileURL(join(tree, 'server/src/db/migrate.ts')).href;
  const { migrate: migrateBy } = (await import(module)) as { migrate: typeof migrate };
  const database = await createTestDatabase(t, { migrateBy });
  const owner = database.pool();
  const receivers = await startReceivers(t);
  const endpoints: ToldEndpoint[] = [];
  const byPath: Record<string, string> = {};
  for (let index = 0; index < PARTNERS; index += 1) {
    const { id: partnerId } = await insertPartner(owner);
    const path = `/hooks/${index}`;
    const { id, secret } = await insertEndpoint(owner, { partnerId, url: receivers.urlOf(path) });
    byPath[path] = secret;
    endpoints.push({ id, path, partnerId });
  }
  receivers.tell({ kind: 'secrets', byPath });
  receivers.tell({ kind: 'troubles', troubles: TROUBLES, seed: 1, mostOfAnEvent: MOST_OF_AN_EVENT });
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  return {
    database,
    owner,
    receivers,
    endpoints,
    bankAccountId: (await insertBankAccount(owner)).id,
    context,
  };
}

/** A worker of the version before comes to the end of a very short schedule. */
async function parkEvents(
  t: TestContext,
  { stage, oldMain, parking }: { stage: Stage; oldMain: string; parking: ToldEndpoint },
): Promise<void> {
  const { database, owner, receivers, bankAccountId } = stage;
  receivers.tell({ kind: 'refuse', path: parking.path });
  await writeRound(owner, parking.partnerId, bankAccountId);
  const env = { ...WORKER_ENV, VEZNE_WEBHOOK_SCHEDULE_MS: '50' };
  const worker = await startWorkerProcess(t, database, env, oldMain);
  await until(async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from webhook_delivery where state <> 'parked'`,
    );
    return rows[0]?.count === 0 && (await readParked(owner)).length > 0;
  });
  worker.child.kill('SIGTERM');
  await worker.ended;
}

/** All events of a few references are replayed, while their endpoint is still down. */
async function replaySome({ owner, receivers, context }: Stage, parking: ToldEndpoint): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select e.id from event e where e.partner_id = $1 and e.external_reference in (
       select external_reference from event where partner_id = $1 order by feed_no limit 4
     ) order by e.feed_no`,
    [parking.partnerId],
  );
  for (const { id } of rows)
    await replayWebhooks(context, { endpoint: parking.id, selection: { eventId: id } });
  // It comes back when some of them have failed again.
  setTimeout(() => receivers.tell({ kind: 'release', path: parking.path }), 3_000);
}

/** One partner after another has events, as fast as they can be written. What is parked gets none. */
function keepWriting(
  { owner, endpoints, bankAccountId }: Stage,
  parking: ToldEndpoint,
): { stop(): Promise<void> } {
  const partnerIds = endpoints.filter(({ id }) => id !== parking.id).map(({ partnerId }) => partnerId);
  const stopping = new AbortController();
  const ringing = setInterval(() => announceEvents(owner), 20);
  const writing = Promise.all(
    partnerIds.map(async (partnerId) => {
      while (!stopping.signal.aborted) await writeRound(owner, partnerId, bankAccountId);
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await writing;
      clearInterval(ringing);
    },
  };
}

async function readLeft(owner: pg.Pool): Promise<Record<LeftKind, number>> {
  const { rows } = await owner.query<{ kind: LeftKind; count: number }>(
    `select kind, count(*)::int as count from (
       select case when state = 'parked' then 'parked' when schedule_from > 0 then 'replayed' when attempts > 0 then 'failed'
         else 'open' end as kind
       from webhook_delivery where state <> 'delivered'
     ) as left_over group by kind`,
  );
  const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  return { open: 0, failed: 0, replayed: 0, parked: 0, ...counts };
}

async function readParked(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select 'evt_' || replace(event_id::text, '-', '') as id from webhook_delivery where state = 'parked' order by 1`,
  );
  return rows.map(({ id }) => id);
}

async function allSettled(owner: pg.Pool): Promise<void> {
  await until(async () => {
    const { rows } = await owner.query<{ isSettled: boolean }>(
      `select not exists (select from webhook_delivery where state = 'pending') and not exists (
         select from webhook_endpoint w join event_feed f on f.partner_id = w.partner_id where w.last_feed_no <> f.last_no
       ) as "isSettled"`,
    );
    return rows[0]?.isSettled ?? false;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'It took too long.');
    await sleep(100);
  }
}

async function prove(
  { owner, endpoints }: Stage,
  receipts: readonly Receipt[],
  left: UpgradeFigures['left'],
): Promise<UpgradeFigures> {
  assert.deepEqual(
    receipts.filter(({ problem }) => problem !== null),
    [],
    'every signature verifies',
  );
  assert.deepEqual(await readParked(owner), [], 'what was replayed arrived');
  let events = 0;
  for (const endpoint of endpoints) events += await assertComplete(owner, endpoint, receipts);
  const taken = receipts.filter(({ outcome }) => outcome === 'taken').length;
  return { events, requests: receipts.length, repeats: taken - events, left };
}
