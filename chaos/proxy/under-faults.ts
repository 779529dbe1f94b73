/** Creates through both proxies while PostgreSQL goes away, an api is killed, and all apis are replaced around a migration. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { MIGRATIONS_DIRECTORY } from '../../server/src/db/migration-names.ts';
import { toTransactionId } from '../../server/src/ids.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { OwnPostgres } from '../webhooks/own-postgres.ts';
import { startLoad } from './load.ts';
import type { Load } from './load.ts';
import { PROXIES } from './running-proxy.ts';
import type { ProxyKind } from './running-proxy.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

export interface ProxyFigures {
  kind: ProxyKind;
  creates: number;
  /** Attempts that the SDK made again. */
  retries: number;
  slowestMs: number;
}

interface FaultyRun {
  rounds: number;
  postgres: OwnPostgres;
  say: (line: string) => void;
}

const POSTGRES_AWAY_MS = 5_000;
/** Of each proxy, after every fault: the service goes on. */
const CREATES_BETWEEN = 20;
const GOES_ON_WITHIN_MS = 30_000;

type Loads = Readonly<Record<ProxyKind, Load>>;

export async function createUnderFaults(t: TestContext, run: FaultyRun): Promise<ProxyFigures[]> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const site = await startSite(t, { database });
  const { nginx, haproxy } = site.proxies;
  // The SDK's own fetch then trusts the proxies, as it trusts public ones.
  setDefaultCACertificates([...getCACertificates(), nginx.certificate, haproxy.certificate]);
  const loads = { nginx: startLoad(nginx.httpsUrl, partner), haproxy: startLoad(haproxy.httpsUrl, partner) };
  try {
    for (let round = 1; round <= run.rounds; round += 1)
      await oneRound(t, { run, round, site, database, loads });
  } finally {
    await Promise.all(PROXIES.map(async (kind) => await loads[kind].stop()));
  }
  return await prove(owner, loads);
}

async function oneRound(
  t: TestContext,
  {
    run,
    round,
    site,
    database,
    loads,
  }: { run: FaultyRun; round: number; site: Site; database: TestDatabase; loads: Loads },
): Promise<void> {
  const { postgres } = run;
  const say = (what: string): void =>
    run.say(
      `round ${round}: ${what}; ${PROXIES.map((kind) => `${kind} ${loads[kind].successes.length}`).join(', ')}`,
    );
  const [first, second] = site.apis;
  await goesOn(loads);
  await postgres.crash();
  say('PostgreSQL is away');
  await sleep(POSTGRES_AWAY_MS);
  await postgres.startAgain();
  say('PostgreSQL is back');
  await goesOn(loads);

  await first.kill();
  say('an api was killed');
  await goesOn(loads);
  await first.start();

  assert.equal(await second.stop(), 0);
  await second.start();
  say('one api was replaced');
  await expandSchema(t, database, round);
  say('the schema was migrated');
  assert.equal(await first.stop(), 0);
  await first.start();
  say('the other api was replaced');
  await goesOn(loads);
}

async function goesOn(loads: Loads): Promise<void> {
  for (const kind of PROXIES) {
    const { successes } = loads[kind];
    const goal = successes.length + CREATES_BETWEEN;
    const deadline = performance.now() + GOES_ON_WITHIN_MS;
    while (successes.length < goal) {
      assert.ok(
        performance.now() < deadline,
        `behind ${kind} ${goal - successes.length} creates are missing`,
      );
      await sleep(20);
    }
  }
}

/** What a release may do while the version before runs: it only adds. */
async function expandSchema(t: TestContext, database: TestDatabase, round: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-migrations-'));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
  for (let number = 1; number <= round; number += 1) {
    const sql = `alter table transaction add column trial_${number} text;\ncreate table trial_${number} (id uuid primary key);\n`;
    await writeFile(join(directory, `9${String(number).padStart(3, '0')}_expand_trial_${number}.sql`), sql);
  }
  const { applied } = await migrate({ databaseUrl: database.ownerUrl, roleUrls: [], directory });
  assert.equal(applied.length, 1);
}

/** Rows against answers: each create has one row, and its answer named that row. */
async function prove(owner: pg.Pool, loads: Loads): Promise<ProxyFigures[]> {
  const { rows } = await owner.query<{ id: string; type: string; reference: string }>(
    `select id, type, external_reference as reference from transaction`,
  );
  const inDatabase = rows.map(({ id, type, reference }) => `${reference} ${type} ${toTransactionId(id)}`);
  const answered = PROXIES.flatMap((kind) =>
    loads[kind].successes.map(({ id, type, reference }) => `${reference} ${type} ${id}`),
  );
  for (const kind of PROXIES)
    assert.deepEqual(loads[kind].failures, [], `every create behind ${kind} ended well`);
  assert.deepEqual(inDatabase.toSorted(), answered.toSorted());
  return PROXIES.map((kind) => figures(kind, loads[kind]));
}

function figures(kind: ProxyKind, { successes, retries }: Load): ProxyFigures {
  return {
    kind,
    creates: successes.length,
    retries: [...retries.values()].reduce((sum, count) => sum + count, 0),
    slowestMs: Math.round(Math.max(...successes.map(({ tookMs }) => tookMs))),
  };
}
