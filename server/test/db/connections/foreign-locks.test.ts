import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { commandLineActor } from '@vezne/domain/actor';
import { systemClock } from '../../../src/clock.ts';
import { createDatabase } from '../../../src/db/kysely.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../../../src/db/pool.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import { REFERENCE_LOCK } from '../../../src/db/reference-lock.ts';
import { toTransactionId } from '../../../src/ids.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import type { DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { createDecisions } from '../../../src/usecases/decisions/decisions.ts';
import { rejectTransaction } from '../../../src/usecases/decisions/reject.ts';
import { sealNextEntries } from '../../../src/usecases/audit/seal.ts';
import { pausePlatform } from '../../../src/usecases/settings/change.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { PROCESS_ROLES } from '../../harness/database.ts';
import type { ProcessRole } from '../../harness/database.ts';
import { openDesk } from '../../harness/desk.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount, newReference, withdrawalBody } from '../../harness/factories.ts';
import { directoryWith } from '../../harness/later-version.ts';
import { vezneOn } from '../../commands/vezne.ts';
import { insertEntries } from '../../usecases/audit/chain.ts';

/** What anybody is told by then. */
const WITHIN_MS = 5_000;

/** Every number that this version or the one before it ever locked, and those of the job queue. */
const KNOWN_LOCKS = `
  select unnest(array[5639000, 5639001, 5639002, 5639003, 5639010]::int8[])
  union all
  select ('x' || encode(sha224((current_database() || '.pgboss.pgboss' || key)::bytea), 'hex'))::bit(64)::bigint
  from unnest(array['', 'create-queue', 'delete-queue', 'queue-stats-insert', 'job_commonfailJobsByTimeout',
    'job_commonfailJobsByHeartbeat', 'job_commondeletion', 'job_commoncleanupDependencies']) as key
  union all
  select ${REFERENCE_LOCK} from (values ($1::uuid, 'deposit', $2::text), ($1::uuid, 'withdrawal', $3::text))
    as key (partner_id, type, external_reference)`;

const TABLE_MODES = ['access exclusive', 'exclusive', 'share', 'row exclusive', 'access share'];

interface References {
  deposit: string;
  withdrawal: string;
}

/** Holds all that a role can hold, as a process that was taken over could. Returns what it got. */
async function holdEverything(
  t: TestContext,
  { database, partner }: TestApi,
  { role, references }: { role: ProcessRole; references: References },
): Promise<{ advisory: number; rows: string[]; tables: string[]; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: database.urlOf(role) });
  await client.connect();
  let isReleased = false;
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    await client.end();
  };
  t.after(release);
  await client.query(`set idle_in_transaction_session_timeout = 0; set lock_timeout = '200ms'`);
  const { rowCount } = await client.query(
    `select pg_advisory_lock(lock) from (${KNOWN_LOCKS}) as known (lock)`,
    [partner.id, references.deposit, references.withdrawal],
  );
  const { rows: found } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind in ('r', 'p') order by 1`,
  );
  await client.query('begin');
  const got = async (text: string): Promise<boolean> => {
    await client.query('savepoint one');
    try {
      const result = await client.query(text);
      return text.startsWith('lock') || (result.rowCount ?? 0) > 0;
    } catch {
      await client.query('rollback to savepoint one');
      return false;
    }
  };
  const rows: string[] = [];
  const tables: string[] = [];
  for (const { name } of found) {
    if (await got(`select from ${name} for update`)) rows.push(name);
    for (const mode of TABLE_MODES) {
      if (!(await got(`lock table ${name} in ${mode} mode`))) continue;
      tables.push(`${name} ${mode}`);
      break;
    }
  }
  return { advisory: rowCount ?? 0, rows, tables, release };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = Math.round(performance.now() - startMs);
    assert.ok(tookMs < WITHIN_MS, `${what} took ${tookMs} ms`);
  }
}

/** Goes on, or says that somebody holds a lock. */
async function goesOnOrSaysSo(what: string, work: () => Promise<unknown>): Promise<'done' | 'said so'> {
  return await timed(what, async () => {
    try {
      await work();
      return 'done';
    } catch (error) {
      assert.equal((error as { code?: string }).code, '55P03', `${what}: ${String(error)}`);
      return 'said so';
    }
  });
}

async function createdOrRefused(
  { url, owner, partner }: TestApi,
  path: string,
  body: { externalReference: string },
): Promise<'created' | 'refused'> {
  const answer = await timed(path, async () => await post(url, partner, path, body));
  const { rowCount } = await owner.query('select from transaction where external_reference = $1', [
    body.externalReference,
  ]);
  if (answer.status === 201) assert.equal(rowCount, 1);
  else assert.deepEqual([answer.status, rowCount], [503, 0], `${path}: nothing was created`);
  return answer.status === 201 ? 'created' : 'refused';
}

/** Today's migrations, and one more that needs tables for itself, as a later version has it. */
async function withNextMigration(t: TestContext): Promise<string> {
  const tables = ['transaction', 'event', 'webhook_endpoint', 'platform_settings'];
  const lines = tables.map((table) => `alter table ${table} add column of_a_later_version int4;`);
  return await directoryWith(t, { '9999_expand_later': lines.join('\n') });
}

/** As the command line does it. */
async function rejected(
  t: TestContext,
  { database }: TestApi,
  transactionId: string,
): Promise<DecisionResult['outcome']> {
  const log = pino({ level: 'silent' });
  const pool = createPool({
    url: database.urlOf('vezne_admin'),
    maxConnections: 2,
    applicationName: 'test',
    log,
    lockTimeoutMs: LOCK_TIMEOUT_OF_PEOPLE_MS,
  });
  t.after(async () => await pool.end());
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs: 15_000, isForPeople: true });
  const decisions = createDecisions({ pool, log, retry });
  const actor = commandLineActor('ayse');
  const rejection = { transactionId, actor, reasonCode: 'account_closed' } as const;
  return (await decisions.submit(rejectTransaction('withdrawal', rejection))).outcome;
}

/** What a role may hold that the work of another needs. Whatever else it can lock, the others go on. */
const MAY_REFUSE: Readonly<Record<string, readonly ProcessRole[]>> = {
  // The command line and the console change partners and accounts, whose rows a create refers to.
  create: ['vezne_admin', 'vezne_console'],
  // Both take turns at accounts and settings.
  change: ['vezne_console'],
  // The tables of the job queue are the worker's, and migrations look whether they are up to date.
  migrate: ['vezne_worker'],
};

for (const role of PROCESS_ROLES) {
  test(`whatever ${role} keeps locked, others seal, freeze, decide, migrate and create, or say so within 5 s`, async (t) => {
    const api = await startTestApi(t);
    const { database, owner, partner, url } = api;
    const account = await insertBankAccount(owner);
    await insertEntries(owner, 2);
    assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
    await owner.query(`update transaction set bank_account_id = $1`, [account.id]);
    assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()));
    const { rows: withdrawals } = await owner.query<{ id: string }>(
      `select id from transaction where type = 'withdrawal'`,
    );
    const toReject = withdrawals[0]?.id ?? '';
    const references = { deposit: newReference(), withdrawal: newReference() };
    const held = await holdEverything(t, api, { role, references });
    assert.equal(held.advisory, 15);
    t.diagnostic(`rows of ${held.rows.join(', ') || 'nothing'}`);
    t.diagnostic(
      `tables ${held.tables.filter((name) => !name.endsWith('access share')).join(', ') || 'none'}`,
    );

    if (role !== 'vezne_api') {
      const outcomes = [
        await createdOrRefused(api, '/v1/deposits', depositBody({ externalReference: newReference() })),
        await createdOrRefused(api, '/v1/withdrawals', withdrawalBody()),
      ];
      if (!MAY_REFUSE['create']?.includes(role)) assert.deepEqual(outcomes, ['created', 'created']);
      // These references themselves are locked: nothing is created, and that is said.
      const [deposit, withdrawal] = [references.deposit, references.withdrawal];
      assert.equal(
        await createdOrRefused(api, '/v1/deposits', depositBody({ externalReference: deposit })),
        'refused',
      );
      assert.equal(
        await createdOrRefused(api, '/v1/withdrawals', withdrawalBody({ externalReference: withdrawal })),
        'refused',
      );
    }
    if (role !== 'vezne_worker') {
      const worker = createDatabase(database.pool('vezne_worker'));
      const seal = await timed('sealing', async () => await sealNextEntries(worker));
      assert.equal(seal?.entryCount, 2);
    }
    if (role !== 'vezne_admin') {
      const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
      const frozen = await goesOnOrSaysSo('freezing', async () => {
        const { isHeldUp, depositsMoved } = await freezeBankAccount(context, account.id);
        t.diagnostic(`the freeze was ${isHeldUp ? 'held up' : 'not held up'}, ${depositsMoved} moved`);
      });
      const { rows } = await owner.query<{ status: string }>(
        'select status from bank_account where id = $1',
        [account.id],
      );
      assert.equal(rows[0]?.status === 'frozen', frozen === 'done', 'all of it was done, or nothing');
      const paused = await goesOnOrSaysSo(
        'pausing',
        async () => await pausePlatform(context, { deposits: true, withdrawals: false }),
      );
      if (!MAY_REFUSE['change']?.includes(role)) assert.deepEqual([frozen, paused], ['done', 'done']);
    }
    if (role !== 'vezne_admin') {
      const outcome = await goesOnOrSaysSo('rejecting', async () => {
        const result = await rejected(t, api, toReject);
        assert.equal(result, 'made');
      });
      t.diagnostic(`a rejection: ${outcome}`);
      const { rows } = await owner.query<{ status: string; steps: bigint }>(
        'select status, step_count as steps from transaction where id = $1',
        [toReject],
      );
      assert.equal(rows[0]?.status === 'rejected', outcome === 'done', 'all of it was done, or nothing');
    }
    const run = async () => await migrate({ databaseUrl: database.ownerUrl, roleUrls: [] });
    const outcome = await goesOnOrSaysSo('migrating what is up to date', run);
    if (!MAY_REFUSE['migrate']?.includes(role)) assert.equal(outcome, 'done');
    const directory = await withNextMigration(t);
    // Each try is short, and as many as there are take half a minute.
    const runNext = async () =>
      await migrate({ databaseUrl: database.ownerUrl, roleUrls: [], directory, mostTries: 2 });
    t.diagnostic(`a pending migration: ${await goesOnOrSaysSo('migrating', runNext)}`);

    // Nothing is broken for good.
    await held.release();
    await runNext();
    await owner.query(`update platform_settings set deposits_paused = false`);
    assertCreated(
      await post(
        url,
        partner,
        '/v1/withdrawals',
        withdrawalBody({ externalReference: references.withdrawal }),
      ),
    );
  });
}

test('whoever crosses its locks with those of a freeze, so that one of them is ended, does not keep the account enabled', async (t) => {
  const { database, owner, partner, url } = await startTestApi(t);
  const account = await insertBankAccount(owner);
  for (let no = 0; no < 2; no += 1) assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
  await owner.query(`update transaction set bank_account_id = $1`, [account.id]);
  const { rows } = await owner.query<{ id: string }>('select id from transaction order by id');
  const [lower, higher] = rows.map(({ id }) => id);
  const hostile = new pg.Client({ connectionString: database.urlOf('vezne_api') });
  await hostile.connect();
  // The database is dropped under it if the test fails.
  hostile.on('error', () => {});
  const lock = 'select from transaction where id = $1 for no key update';
  await hostile.query('begin');
  await hostile.query(lock, [higher]);
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  const freezing = timed('freezing', async () => await freezeBankAccount(context, account.id));
  await sleep(300);
  // Now each waits for the other.
  const crossing = hostile.query(lock, [lower]).catch(() => undefined);
  assert.equal((await freezing).isHeldUp, true);
  await crossing;
  await hostile.end();
  const { rows: accounts } = await owner.query('select status from bank_account where id = $1', [account.id]);
  assert.deepEqual(accounts, [{ status: 'frozen' }]);
});

test('a feed that the api keeps locked makes a decision say that nothing was done, and the next one is made', async (t) => {
  const desk = await openDesk(t);
  const vezne = vezneOn(desk.database);
  const id = toTransactionId(await desk.deposit());
  const hostile = new pg.Client({ connectionString: desk.database.urlOf('vezne_api') });
  await hostile.connect();
  hostile.on('error', () => {});
  // Any session may lift its own bound.
  await hostile.query('set idle_in_transaction_session_timeout = 0');
  await hostile.query('begin');
  await hostile.query('select from event_feed for update');
  const reject = ['deposit', 'reject', id, '--reason', 'no_money_seen'];
  const timedCommand = async (...args: string[]) => {
    const startMs = performance.now();
    return { ...(await vezne(...args)), tookMs: performance.now() - startMs };
  };
  // On a busy machine the process itself takes seconds to start.
  const plain = await timedCommand('transaction', 'show', id);
  assert.equal(plain.code, 0, plain.stderr);
  const held = await timedCommand(...reject);
  assert.equal(held.code, 1, JSON.stringify(held));
  assert.match(held.stderr, /^vezne: Another session holds what this needs, so nothing was changed\./);
  const waitedMs = Math.round(held.tookMs - plain.tookMs);
  assert.ok(waitedMs < WITHIN_MS, `it waited for ${waitedMs} ms`);
  const { rows } = await desk.owner.query('select status from transaction');
  assert.deepEqual(rows, [{ status: 'waiting_confirmation' }]);
  await hostile.end();
  const free = await vezne(...reject);
  assert.equal(free.code, 0, free.stderr);
});
