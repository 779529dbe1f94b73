import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { createFrozenAccountService } from '../../../src/jobs/frozen-accounts/service.ts';
import { enableBankAccount } from '../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { byTwo } from '../../harness/by-two.ts';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount, newReference } from '../../harness/factories.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { openDepositsOf } from '../../usecases/bank-accounts/open-deposits.ts';
import { setUp } from './setting.ts';

function startService(
  t: TestContext,
  database: TestDatabase,
  times: { alarmAfterMs?: number; alarmEveryMs?: number } = {},
) {
  const { log, lines } = captureLog();
  const service = createFrozenAccountService({ databaseUrl: database.urlOf('vezne_worker'), log, ...times });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => await (stopping ??= service.stop());
  t.after(stop);
  service.start();
  return { stop, lines };
}

test('beside an api that goes on creating, a freeze leaves nothing on the account, whatever the number of workers', async (t) => {
  const { url, owner, partner, database } = await startTestApi(t);
  const frozen = await insertBankAccount(owner);
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  for (let workers = 0; workers < 2; workers += 1) startService(t, database);
  const done = new AbortController();
  let created = 0;
  const keepCreating = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const customer = { id: newReference(), username: 'ayse', fullName: 'Ayşe Işık' };
      assertCreated(await post(url, partner, '/v1/deposits', depositBody({ customer })));
      created += 1;
    }
  };
  const creating = Promise.all(Array.from({ length: 4 }, keepCreating));
  try {
    await until(
      async () => await openDepositsOf(owner),
      (shown) => shown[frozen.id] !== undefined,
    );
    await freezeBankAccount(context, frozen.id);
    await until(
      async () => await owner.query('select from bank_account_freeze where settled_at is not null'),
      ({ rowCount }) => rowCount === 1,
    );
  } finally {
    done.abort();
    await creating;
  }
  const shown = await openDepositsOf(owner);
  assert.equal(shown[frozen.id], undefined, 'nothing is left on the frozen account');
  assert.equal(
    Object.values(shown).reduce((sum, count) => sum + count, 0),
    created,
  );
  const { rows } = await owner.query(
    `select (select count(*) from transaction_step where trigger = 'account_changed') as steps,
       (select count(*) from transaction where previous_bank_account_id = $1) as marked,
       (select sum(deposits)::int8 from bank_account_freeze_target) as counted`,
    [frozen.id],
  );
  const [{ steps, marked, counted } = assert.fail()] = rows as Record<string, bigint>[];
  assert.ok(steps !== undefined && steps > 0n);
  assert.deepEqual([marked, counted], [steps, steps]);
  const { rows: times } = await owner.query(
    `select settled_at - frozen_at >= interval '3 s' and settled_at - quiet_since >= interval '3 s' as "isLate" from bank_account_freeze`,
  );
  assert.deepEqual(times, [{ isLate: true }]);
});

test('players who wait for an account get the next that is enabled within seconds', async (t) => {
  const { context, database, owner, pool, create } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  await create(frozen.id, 3);
  await freezeBankAccount(context, frozen.id);
  const { lines } = startService(t, database);
  const other = await insertBankAccount(owner, { status: 'disabled' });
  await byTwo(pool, enableBankAccount(context, other.id));
  await until(
    async () => await openDepositsOf(owner),
    (shown) => shown[other.id] === 3,
  );
  const [line] = await until(
    async () => lines('deposits of a frozen account were moved'),
    (found) => found.length > 0,
    1_000,
  );
  assert.deepEqual([line?.['accountId'], line?.['depositsMoved']], [frozen.id, 3]);
});

test('a look that fails is logged, and the next one goes on', async (t) => {
  const { context, database, owner, create } = await setUp(t);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await create(frozen.id, 1);
  await owner.query('revoke update on bank_account_day from vezne_worker');
  const { lines } = startService(t, database);
  const [line] = await until(
    async () => lines('frozen accounts could not be looked at; trying again in a second'),
    (found) => found.length > 0,
  );
  assert.equal(line?.['level'], 40);
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 1 });
  await owner.query('grant update on bank_account_day to vezne_worker');
  await until(
    async () => await openDepositsOf(owner),
    (shown) => shown[target.id] === 1,
  );
});

test('accounts that somebody holds raise the alarm by the time, before the look ends, and again while it lasts', async (t) => {
  const { context, database, owner, create } = await setUp(t);
  const frozen = [];
  // Each costs a look three seconds.
  for (let count = 0; count < 4; count += 1) frozen.push(await insertBankAccount(owner));
  const target = await insertBankAccount(owner);
  for (const { id } of frozen) await freezeBankAccount(context, id);
  const holder = await owner.connect();
  t.after(() => holder.release(true));
  await holder.query('begin; select from bank_account_freeze for update');
  const { lines } = startService(t, database, { alarmAfterMs: 4_000, alarmEveryMs: 3_000 });
  const alarms = () => lines('frozen accounts are not looked at; a person must look');
  const [first] = await until(
    async () => alarms(),
    (found) => found.length > 0,
  );
  assert.deepEqual(lines('frozen accounts could not be looked at; trying again in a second'), []);
  assert.deepEqual([first?.['level'], first?.['alarm']], [50, 'frozen_accounts_unwatched']);
  const unwatchedMs = Number(first?.['unwatchedMs']);
  assert.ok(unwatchedMs >= 4_000 && unwatchedMs < 12_000, `${unwatchedMs} ms`);
  await until(
    async () => alarms(),
    (found) => found.length > 1,
  );
  await create(frozen[0]?.id ?? assert.fail(), 1);
  await holder.query('rollback');
  await until(
    async () => await openDepositsOf(owner),
    (shown) => shown[target.id] === 1,
  );
});

test('it stops at once while it waits for its next look, and looks no more', async (t) => {
  const { context, database, owner, create } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  await freezeBankAccount(context, frozen.id);
  const { stop } = startService(t, database);
  await until(
    async () => await owner.query('select from bank_account_freeze where looked_at is not null'),
    ({ rowCount }) => rowCount === 1,
  );
  await stop();
  await create(frozen.id, 1);
  // The server ends a session a moment after its client has left.
  await until(
    async () =>
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'vezne-worker-freezes'`,
      ),
    ({ rowCount }) => rowCount === 0,
  );
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 1 });
});
