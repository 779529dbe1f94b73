import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { lastDayOf, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import { systemClock } from '../../../src/clock.ts';
import {
  endStatement,
  keepStatement,
  takeStatement,
} from '../../../src/db/write/partners/statement-making.ts';
import { queryOn } from '../../../src/db/query.ts';
import { newId } from '../../../src/ids.ts';
import { createStatementService } from '../../../src/jobs/statements/service.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { forgetOldStatements } from '../../../src/usecases/partner-statements/forget.ts';
import { makeNextStatement } from '../../../src/usecases/partner-statements/make.ts';
import { CLEAN_ENVIRONMENT } from '../../harness/clean-environment.ts';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { startWorkerProcess } from '../../harness/worker-process.ts';

const OPTIONS = { timeoutMs: 5_000 };
const LEASE = { leaseSeconds: 60 };

interface Setting {
  database: TestDatabase;
  owner: pg.Pool;
  worker: pg.Pool;
  partnerId: string;
  month: string;
  context: Parameters<typeof makeNextStatement>[0];
  ask: (wish?: {
    month?: string | null;
    format?: 'csv' | 'xlsx' | 'pdf';
    language?: 'tr' | 'en';
  }) => Promise<string>;
  read: (id: string) => Promise<{
    state: string;
    problem: string | null;
    attempts: number;
    bytes: Buffer | null;
    taken: boolean;
  }>;
}

async function open(
  t: TestContext,
  { transactions = 150 }: { transactions?: number } = {},
): Promise<Setting> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const partner = await insertPartner(owner);
  const month = turkishMonth(new Date(Date.now() - 35 * 86_400_000));
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'fee_on_top' } as const;
  const bankAccount = await insertBankAccount(owner);
  await writeHistory(owner, {
    partner,
    bankAccount,
    terms,
    transactions,
    from: spanOfMonth(month).from,
    seed: 5,
  });
  await closeMonths(worker, { afterSeconds: 0 });
  const person = await insertPartnerPerson(owner, { partnerId: partner.id });
  return {
    database,
    owner,
    worker,
    partnerId: partner.id,
    month,
    context: { pool: worker, clock: systemClock, log: silentLog },
    async ask({ month: wished = month, format = 'csv', language = 'tr' } = {}) {
      const id = newId();
      const days =
        wished === null ? [`${month}-03`, turkishDay(new Date())] : [`${wished}-01`, lastDayOf(wished)];
      await owner.query(
        `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, partner.id, wished && `${wished}-01`, ...days, language, format, person.id],
      );
      return id;
    },
    async read(id) {
      const { rows } = await owner.query(
        `select state, problem, attempts, taken_until > now() as taken, (
           select string_agg(c.bytes, ''::bytea order by c.no) from partner_statement_chunk c where c.statement_id = s.id
         ) as bytes from partner_statement s where id = $1`,
        [id],
      );
      return rows[0];
    },
  };
}

/** As if so much time had passed that its worker counts as dead. */
async function letLeasePass(owner: pg.Pool): Promise<void> {
  await owner.query(`update partner_statement set taken_until = now() - interval '1 second'`);
}

test('a statement whose worker dies in the middle is made by the next one, and nothing is left of the first', async (t) => {
  const { owner, context, ask, read, database } = await open(t);
  const id = await ask();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table partner_statement_chunk in exclusive mode');
  const making = makeNextStatement(context);
  const waiting = await until(
    async () =>
      (
        await owner.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and usename = 'vezne_worker' and wait_event_type = 'Lock'`,
        )
      ).rows,
    (rows) => rows.length === 1,
  );
  await owner.query('select pg_terminate_backend($1)', [waiting[0]?.pid]);
  await making;
  await holder.query('commit');
  holder.release();
  const left = await read(id);
  assert.deepEqual([left.state, left.attempts, left.bytes === null, left.taken], ['waiting', 1, true, true]);
  assert.equal(await makeNextStatement(context), false, 'it is still its worker’s, for a minute');
  await letLeasePass(owner);
  assert.equal(await makeNextStatement({ ...context, pool: database.pool('vezne_worker') }), true);
  const made = await read(id);
  assert.deepEqual([made.state, made.attempts], ['ready', 2]);
});

test('a worker that was taken for dead has no say any more', async (t) => {
  const { owner, worker, context, ask, read } = await open(t);
  const id = await ask();
  const slow = await takeStatement(worker, LEASE, OPTIONS);
  assert.equal(slow?.id, id);
  assert.equal(await takeStatement(worker, LEASE, OPTIONS), undefined, 'one worker has it');
  assert.equal(await keepStatement(worker, slow, { ...OPTIONS, ...LEASE }), true);
  await letLeasePass(owner);
  assert.equal(await makeNextStatement(context), true);
  assert.equal(await keepStatement(worker, slow, { ...OPTIONS, ...LEASE }), false);
  const client = await worker.connect();
  const late = endStatement(queryOn(client, OPTIONS), slow, { sizeBytes: 1, sha256: Buffer.alloc(32) });
  await assert.rejects(late, /taken by another worker/);
  client.release();
  assert.equal((await read(id)).state, 'ready');
});

test('who takes a statement over makes the same file, also when more was posted since', async (t) => {
  const { owner, context, ask, read, partnerId } = await open(t);
  const first = await ask({ month: null });
  assert.equal(await makeNextStatement(context), true);
  const { bytes } = await read(first);
  const { rows } = await owner.query('select * from partner_statement where id = $1', [first]);
  const { first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no, partner_name } =
    rows[0];
  // The same period, fixed by a worker that died, before more was posted and the partner got another name.
  const second = await ask({ month: null });
  await owner.query(
    `update partner_statement set attempts = 1, partner_name = $2, first_entry_no = $3, last_entry_no = $4, reserved_first_entry_no = $5,
       reserved_last_entry_no = $6 where id = $1`,
    [second, partner_name, first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no],
  );
  const bankAccount = await insertBankAccount(owner);
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'fee_on_top' } as const;
  const { rows: times } = await owner.query<{ at: Date; created: Date }>(
    'select max(at) as at, (select created_at from partner where id = $1) as created from ledger_transfer',
    [partnerId],
  );
  const partner = { id: partnerId, name: '', apiKey: '', apiSecret: '', hashSecret: '' };
  await writeHistory(owner, {
    partner,
    bankAccount,
    terms,
    transactions: 20,
    from: times[0]?.at ?? new Date(),
    seed: 9,
  });
  await owner.query(`update partner set name = 'Yeni Ad', created_at = $1`, [times[0]?.created]);
  assert.equal(await makeNextStatement(context), true);
  assert.ok(bytes?.equals((await read(second)).bytes ?? Buffer.alloc(0)));
  const third = await ask({ month: null });
  assert.equal(await makeNextStatement(context), true);
  assert.ok(!bytes?.equals((await read(third)).bytes ?? Buffer.alloc(0)), 'a new wish sees what is new');
});

test('a closed month is the same file in all formats, whatever the partner is called and its withdrawals become', async (t) => {
  const { owner, context, ask, read } = await open(t);
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    const id = await ask({ format });
    assert.equal(await makeNextStatement(context), true);
    const { bytes } = await read(id);
    await owner.query('delete from partner_statement');
    await owner.query(`update partner set name = 'Başka ' || left(id::text, 8) || $1`, [format]);
    // A withdrawal that is rejected later has no amounts any more.
    await owner.query(
      `update transaction set status = 'rejected', stage = null, commission_cents = 0, player_amount_cents = 0, balance_impact_cents = 0,
         reason_code = 'payout_returned' where type = 'withdrawal' and status = 'approved'`,
    );
    const again = await ask({ format });
    assert.equal(await makeNextStatement(context), true);
    assert.ok(bytes?.equals((await read(again)).bytes ?? Buffer.alloc(0)), format);
  }
});

test('what has more movements than paper can carry is refused with a reason', async (t) => {
  const { owner, context, ask, read } = await open(t, { transactions: 20 });
  const id = await ask({ format: 'pdf', month: null });
  await owner.query(
    `update partner_statement set partner_name = 'X', first_entry_no = 1, last_entry_no = 50001, reserved_first_entry_no = 1,
       reserved_last_entry_no = 0 where id = $1`,
    [id],
  );
  assert.equal(await makeNextStatement(context), true);
  const { state, problem, bytes } = await read(id);
  assert.deepEqual([state, problem, bytes === null], ['failed', 'too_many_movements', true]);
  assert.equal(await makeNextStatement(context), false);
});

test('what fails five times is given up, and each failure is an alarm', async (t) => {
  const { owner, context, ask, read } = await open(t, { transactions: 20 });
  const id = await ask();
  // Books that have a gap.
  await owner.query(`delete from ledger_entry where entry_no = 2`);
  const alarms: unknown[] = [];
  const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
    error: (fields: { alarm: string }) => alarms.push(fields.alarm),
  });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    assert.equal(await makeNextStatement({ ...context, log }), true);
    await letLeasePass(owner).catch(() => undefined);
  }
  assert.deepEqual(alarms, Array(5).fill('job_failed'));
  const { state, problem } = await read(id);
  assert.deepEqual([state, problem], ['failed', 'not_made']);
});

const MAKER = fileURLToPath(new URL('../../harness/statement-maker.ts', import.meta.url));

test('a file that ends every worker is given up after five, with an alarm, and others are made', async (t) => {
  const { database, owner, ask, read, partnerId } = await open(t, { transactions: 20 });
  const startMaker = () =>
    spawn(process.execPath, [MAKER], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...CLEAN_ENVIRONMENT, VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker') },
    });
  const deadly = await ask();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table partner_statement_chunk in exclusive mode');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const maker = startMaker();
    const waiting = await until(
      async () =>
        (
          await owner.query<{ pid: number }>(
            `select pid from pg_stat_activity where datname = current_database() and application_name = 'statement-maker'
             and wait_event_type = 'Lock'`,
          )
        ).rows,
      (rows) => rows.length === 1,
      30_000,
    );
    maker.kill('SIGKILL');
    await once(maker, 'close');
    // Until its session is gone: one that is only told to go may still be seen waiting, and be taken for that of the next maker.
    const { rows: gone } = await owner.query('select pg_terminate_backend($1, 30000) as "isGone"', [
      waiting[0]?.pid,
    ]);
    assert.deepEqual(gone, [{ isGone: true }]);
    assert.deepEqual(await read(deadly).then(({ state, attempts }) => [state, attempts]), [
      'waiting',
      attempt,
    ]);
    await letLeasePass(owner);
  }
  await holder.query('commit');
  holder.release();
  const other = await ask({ format: 'xlsx' });
  const last = startMaker();
  const lines = (await text(last.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines
      .filter(({ alarm }) => alarm !== undefined)
      .map(({ alarm, statementId, partnerId: of }) => [alarm, statementId, of]),
    [['job_failed', deadly, partnerId]],
  );
  const { state, problem, bytes } = await read(deadly);
  assert.deepEqual([state, problem, bytes], ['failed', 'not_made', null]);
  assert.equal((await read(other)).state, 'ready');
});

test('partners take turns, and what was tried before waits behind what was not', async (t) => {
  const { owner, worker, ask, month } = await open(t, { transactions: 20 });
  const tried = await ask({ language: 'en', format: 'pdf' });
  await owner.query('update partner_statement set attempts = 1');
  const many = [await ask({ format: 'csv' }), await ask({ format: 'xlsx' }), await ask({ format: 'pdf' })];
  const another = await insertPartner(owner);
  const person = await insertPartnerPerson(owner, { partnerId: another.id });
  const one = newId();
  await owner.query(
    `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, $3, $3, 'tr', 'csv', $4)`,
    [one, another.id, `${month}-01`, person.id],
  );
  const taken = [];
  for (let no = 0; no < 2; no += 1) taken.push((await takeStatement(worker, LEASE, OPTIONS))?.id);
  // Two that are made count as much as one that is being made.
  await owner.query(
    `update partner_statement set state = 'failed', problem = 'not_made', ended_at = now() where taken_until > now()`,
  );
  const two = newId();
  await owner.query(
    `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, $3, $3, 'tr', 'xlsx', $4)`,
    [two, another.id, `${month}-01`, person.id],
  );
  await owner.query(`update partner_statement set ended_at = now() - interval '1 minute' where id = $1`, [
    one,
  ]);
  for (let no = 0; no < 4; no += 1) taken.push((await takeStatement(worker, LEASE, OPTIONS))?.id);
  assert.deepEqual(taken, [many[0], one, two, many[1], many[2], tried]);
});

test('a worker that stops leaves its statement to the next one at once', async (t) => {
  const { context, ask, read } = await open(t, { transactions: 400 });
  const id = await ask({ format: 'pdf' });
  const stopping = new AbortController();
  let looks = 0;
  const clock = {
    ...systemClock,
    monotonicMs: () => {
      // After the first reading, before the second.
      if ((looks += 1) === 2) stopping.abort();
      return systemClock.monotonicMs();
    },
  };
  await makeNextStatement({ ...context, clock, stopping: stopping.signal });
  assert.ok(stopping.signal.aborted);
  const left = await read(id);
  assert.deepEqual([left.state, left.attempts, left.taken, left.bytes === null], ['waiting', 0, null, true]);
  assert.equal(await makeNextStatement(context), true);
  assert.equal((await read(id)).state, 'ready');
});

test('the service makes what is asked for within moments, of several workers each once', async (t) => {
  const { worker, ask, read, owner } = await open(t);
  const services = Array.from({ length: 3 }, () =>
    createStatementService({ pool: worker, clock: systemClock, log: silentLog, lookEveryMs: 20 }),
  );
  for (const service of services) service.start();
  const ids = [
    await ask({ format: 'csv' }),
    await ask({ format: 'xlsx' }),
    await ask({ format: 'pdf' }),
    await ask({ format: 'csv', language: 'en' }),
    await ask({ format: 'csv', month: null }),
  ];
  await until(
    async () => await Promise.all(ids.map(async (id) => (await read(id)).state)),
    (states) => states.every((state) => state === 'ready'),
  );
  await Promise.all(services.map(async (service) => await service.stop()));
  const { rows } = await owner.query<{ attempts: number }>('select attempts from partner_statement');
  assert.deepEqual(
    rows.map(({ attempts }) => attempts),
    ids.map(() => 1),
  );
});

test('a worker process makes statements, and ends in order on SIGTERM', async (t) => {
  const { database, ask, read } = await open(t);
  const id = await ask({ format: 'pdf' });
  const { child, ended } = await startWorkerProcess(t, database);
  await until(
    async () => await read(id),
    ({ state }) => state === 'ready',
  );
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  assert.equal((await read(id)).bytes?.subarray(0, 5).toString(), '%PDF-');
});

test('files are deleted after 90 days, and closed months stay', async (t) => {
  const { owner, worker, context, ask } = await open(t, { transactions: 20 });
  const [old, recent] = [await ask(), await ask({ format: 'xlsx' })];
  while (await makeNextStatement(context));
  await owner.query(`update partner_statement set asked_at = now() - interval '89 days' where id = $1`, [
    recent,
  ]);
  await owner.query(`update partner_statement set asked_at = now() - interval '91 days' where id = $1`, [
    old,
  ]);
  assert.equal(await forgetOldStatements(worker), 1);
  const { rows } = await owner.query<{ id: string }>('select id from partner_statement');
  assert.deepEqual(rows, [{ id: recent }]);
  const { rowCount } = await owner.query('select from partner_month');
  assert.ok((rowCount ?? 0) >= 1);
});
