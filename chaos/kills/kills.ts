import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { readUnsealedEntries } from '../../server/src/db/read/audit/sealable-entries.ts';
import { vezneOn } from '../../server/test/commands/vezne.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { inParallel } from '../parallel.ts';
import { createRandom } from '../random.ts';
import type { OwnPostgres } from '../webhooks/own-postgres.ts';
import { assertComplete } from '../webhooks/proof.ts';
import { startReceivers } from '../webhooks/receivers.ts';
import { allSettled } from '../webhooks/settled.ts';
import { openJournal, readJournal } from './journal.ts';
import { createPartner } from './partner.ts';
import type { CreatingPartner } from './partner.ts';
import { assertCreated, assertDecided } from './proof.ts';
import { startSupervisor } from './supervisor.ts';
import type { Supervisor } from './supervisor.ts';

/** Who is killed by SIGKILL. The last one is PostgreSQL's immediate shutdown. */
const VICTIMS = ['api', 'worker', 'operators', 'backend', 'postmaster', 'shutdown'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface KillsRun {
  creates: number;
  kills: Readonly<Record<Victim, number>>;
  seed: number;
  postgres: OwnPostgres;
  say: (line: string) => void;
}

export interface KillsFigures {
  creates: number;
  kills: number;
  decisions: number;
  unanswered: number;
  refused: number;
}

const AT_A_TIME = 16;
const PATH = '/hooks/0';
const WITHIN_MS = 60_000;

/** Creates and decides while everything is killed again and again. Then holds what everybody was told against the database. */
export async function createUnderKills(t: TestContext, run: KillsRun): Promise<KillsFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-kills-'));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const receivers = await startReceivers(t);
  const endpoint = await insertEndpoint(owner, { partnerId: partner.id, url: receivers.urlOf(PATH) });
  receivers.tell({ kind: 'secrets', byPath: { [PATH]: endpoint.secret } });

  const journalFile = join(directory, 'journal');
  const heads = join(directory, 'heads');
  const journal = openJournal(journalFile);
  t.after(() => journal.close());
  const supervisor = await startSupervisor(t, { database, journal: journalFile, heads });
  const random = createRandom(run.seed);
  const creating = createPartner(partner, { urls: () => supervisor.urls, journal, random });

  const order = random.shuffle(
    VICTIMS.flatMap((victim) => Array.from({ length: run.kills[victim] }, () => victim)),
  );
  const shares = order.map((_, index) => Math.round(((index + 1) * run.creates) / order.length));
  for (const [index, victim] of order.entries()) {
    const from = shares[index - 1] ?? 0;
    const upTo = shares[index] ?? 0;
    const share = { from, count: upTo - from, killAfter: random.below(Math.ceil((upTo - from) / 2)) };
    await createAndKill(creating, share, async () => await kill(victim, { owner, supervisor, run }));
    run.say(
      `${index + 1} of ${order.length}: ${victim} killed, ${upTo} created, ${creating.unanswered} unanswered so far, ` +
        `${await countOpen(owner)} to decide`,
    );
  }
  creating.close();
  await untilDecided(owner, run.say);
  run.say('everything is decided');
  await allSettled(owner);
  run.say('everything is delivered');

  const entries = readJournal(journalFile);
  const figures = {
    creates: run.creates,
    kills: order.length,
    refused: await assertCreated(owner, entries),
    decisions: await assertDecided(owner, entries),
    unanswered: creating.unanswered,
  };
  run.say(JSON.stringify(figures));
  const receipts = await receivers.receipts();
  await assertComplete(owner, { id: endpoint.id, path: PATH, partnerId: partner.id }, receipts);
  assert.ok(figures.unanswered > 0, 'the kills hit nothing');
  await supervisor.killWorker();
  await untilSealed(database, heads);
  run.say('the audit log is sealed');
  const vezne = vezneOn(database);
  const books = await vezne('ledger', 'verify');
  assert.equal(books.code, 0, books.stdout + books.stderr);
  const audit = await vezne('audit', 'verify', '--heads', heads);
  assert.equal(audit.code, 0, audit.stdout + audit.stderr);
  return figures;
}

/** Kills when some of the creates are answered and the others are not. Ends when all are answered and all processes run again. */
async function createAndKill(
  creating: CreatingPartner,
  { from, count, killAfter }: { from: number; count: number; killAfter: number },
  killOne: () => Promise<void>,
): Promise<void> {
  let answered = 0;
  let killing: Promise<void> | undefined;
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  await inParallel(numbers, AT_A_TIME, async (number) => {
    await creating.create(number);
    answered += 1;
    if (answered > killAfter) killing ??= killOne();
  });
  await killing;
}

async function kill(
  victim: Victim,
  { owner, supervisor, run: { postgres } }: { owner: pg.Pool; supervisor: Supervisor; run: KillsRun },
): Promise<void> {
  switch (victim) {
    case 'api':
      return await supervisor.killApi();
    case 'worker':
      return await supervisor.killWorker();
    case 'operators':
      return await supervisor.killOperators();
    case 'backend':
      return await killBackend(owner);
    case 'postmaster':
      await postgres.killAll();
      return await postgres.startAgain();
    case 'shutdown':
      await postgres.crash();
      return await postgres.startAgain();
  }
}

/** A session that ends like this may have left anything in the shared memory: PostgreSQL ends all the others, and recovers. */
async function killBackend(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ pid: number; startedAt: string }>(
    `select pid, pg_postmaster_start_time()::text as "startedAt" from pg_stat_activity
     where application_name like 'vezne-api %' order by state = 'active' desc limit 1`,
  );
  const [backend] = rows;
  assert.ok(backend !== undefined, 'the api has a session');
  process.kill(backend.pid, 'SIGKILL');
  await until(async () => await answers(owner), 'PostgreSQL recovered');
}

async function answers(owner: pg.Pool): Promise<boolean> {
  return await owner.query('select').then(
    () => true,
    () => false,
  );
}

async function countOpen(owner: pg.Pool): Promise<bigint> {
  const { rows } = await owner.query<{ count: bigint }>('select count(*) from open_transaction');
  return rows[0]?.count ?? 0n;
}

/** Operators who are behind catch up. Operators who decide nothing for this long never will. */
async function untilDecided(owner: pg.Pool, say: (line: string) => void): Promise<void> {
  for (let before = await countOpen(owner); before > 0n;) {
    say(`${before} to decide`);
    await until(async () => (await countOpen(owner)) < before, 'operators decided anything');
    await sleep(1_000);
    before = await countOpen(owner);
  }
  const open = `select from transaction where status in ('waiting_payment', 'waiting_confirmation') limit 1`;
  assert.equal((await owner.query(open)).rowCount, 0, 'what is open is in the table of what is open');
}

/** A worker seals at its start what happened, and publishes the head. */
async function untilSealed(database: TestDatabase, heads: string): Promise<void> {
  const db = createDatabase(database.pool());
  await until(
    async () => existsSync(heads) && (await readUnsealedEntries(db)).count === 0n,
    'the audit log is sealed',
  );
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `It took too long until ${what}.`);
    await sleep(50);
  }
}
