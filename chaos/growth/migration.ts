import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { seedHistory } from '../../bench/seed/history.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { PROCESS_ROLES, createTestDatabase } from '../../server/test/harness/database.ts';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import { verifyIntact } from '../lists/verify.ts';
import { startPartnerLoad } from './partner-load.ts';
import type { PartnerLoad } from './partner-load.ts';

export interface MigrationRun {
  /** The files of the version before. */
  tree: string;
  transactions: number;
  say: (line: string) => void;
}

export interface MigrationFigures {
  transactions: number;
  creates: number;
  refused: number;
  unanswered: number;
  /** In milliseconds, for each phase. */
  slowestCreate: Record<string, number>;
  longestLock: Record<string, number>;
  seconds: Record<string, number>;
}

const WORKER_ENV = { VEZNE_ENV: 'development', VEZNE_LOG_LEVEL: 'silent' };
const LOOK_EVERY_MS = 50;
const QUIET_MS = 5_000;

/** Expands, replaces the processes one by one, and contracts, while a partner creates and cancels without a pause. */
export async function migrateUnderLoad(t: TestContext, run: MigrationRun): Promise<MigrationFigures> {
  const { tree, transactions, say } = run;
  const moduleOf = async (path: string): Promise<unknown> =>
    await import(pathToFileURL(join(tree, path)).href);
  const before = (await moduleOf('server/src/db/migrate.ts')) as { migrate: typeof migrate };
  const seeding = (await moduleOf('bench/seed/history.ts')) as { seedHistory: typeof seedHistory };
  const database = await createTestDatabase(t, { migrateBy: before.migrate });
  const owner = database.pool();
  await seeding.seedHistory(owner, { transactions, references: 'random', say });
  const partner = await insertPartner(owner, { requestsPerSecond: null });

  const oldMain = join(tree, 'server/src/main.ts');
  const apis = [
    await startApiProcess(t, database, {}, oldMain),
    await startApiProcess(t, database, {}, oldMain),
  ];
  let worker = await startWorkerProcess(t, database, WORKER_ENV, oldMain);
  const load = startPartnerLoad(partner, () => apis.map(({ url }) => url));
  t.after(async () => await load.stop());
  const watch = watchLocks(owner);
  const figures: MigrationFigures = {
    transactions,
    creates: 0,
    refused: 0,
    unanswered: 0,
    slowestCreate: {},
    longestLock: {},
    seconds: {},
  };

  async function phase(name: string, work: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await work();
    const seconds = (performance.now() - startedMs) / 1_000;
    figures.seconds[name] = seconds;
    figures.slowestCreate[name] = load.slowest();
    figures.longestLock[name] = watch.longest();
    const slowest = `slowest create ${figures.slowestCreate[name].toFixed(0)} ms`;
    say(
      `${name}: ${seconds.toFixed(0)} s, ${slowest}, longest lock ${figures.longestLock[name].toFixed(0)} ms`,
    );
  }

  const address = {
    databaseUrl: database.ownerUrl,
    roleUrls: PROCESS_ROLES.map((role) => database.urlOf(role)),
  };
  await phase('before', async () => await sleep(QUIET_MS));
  await phase('expanding', async () => void (await migrate(address)));
  await phase('replacing', async () => {
    for (const [place, old] of apis.entries()) {
      apis[place] = await startApiProcess(t, database);
      // The load balancer has taken it out, and what is under way is answered.
      await sleep(1_000);
      old.child.kill('SIGTERM');
      await old.ended;
    }
    worker.child.kill('SIGTERM');
    await worker.ended;
    worker = await startWorkerProcess(t, database, WORKER_ENV);
  });
  await phase('contracting', async () => void (await migrate({ ...address, contract: true })));
  await phase('after', async () => await sleep(QUIET_MS));
  await load.stop();
  await watch.stop();
  figures.creates = load.told.length;
  figures.refused = load.refused.length;
  figures.unanswered = load.unanswered;
  assert.deepEqual(load.refused, []);
  await assertTold(owner, partner.id, load);
  say('verifying everything');
  await verifyIntact(database.pool('vezne_worker'));
  return figures;
}

/** What was told is there, once and in that state, and nothing else is. */
async function assertTold(owner: pg.Pool, partnerId: string, { told }: PartnerLoad): Promise<void> {
  const { rows } = await owner.query<{ reference: string; transactionId: string; status: string }>(
    `select external_reference as reference, 'txn_' || replace(id::text, '-', '') as "transactionId", status
     from transaction where partner_id = $1 order by external_reference`,
    [partnerId],
  );
  const byReference = (one: { reference: string }, other: { reference: string }): number =>
    one.reference < other.reference ? -1 : 1;
  assert.deepEqual(rows.toSorted(byReference), told.toSorted(byReference));
}

/** The longest time for which a session of a process has waited for a lock, in milliseconds. */
function watchLocks(owner: pg.Pool): { longest(): number; stop(): Promise<void> } {
  let longestMs = 0;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await owner.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000, 0)::float8 as ms
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database() and a.application_name not like 'vezne-migrate%'`,
      );
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    longest() {
      const ms = longestMs;
      longestMs = 0;
      return ms;
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
