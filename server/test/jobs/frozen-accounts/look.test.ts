import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  disableBankAccount,
  enableBankAccount,
  pauseBankAccount,
  resumeBankAccount,
} from '../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { moveFromFrozen } from '../../../src/usecases/bank-accounts/move-from-frozen.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { auditRows } from '../../usecases/administration.ts';
import { openDepositsOf } from '../../usecases/bank-accounts/open-deposits.ts';
import { letAllKnow, setUp } from './setting.ts';

test('deposits that are created on an account after its freeze are moved too, and counted together', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await create(frozen.id, 5);
  await freezeBankAccount(context, frozen.id);
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: false, isSettled: false, moved: 5 });
  for (const [created, moved] of [
    [2, 7],
    [1, 8],
  ] as const) {
    await create(frozen.id, created);
    await look();
    assert.deepEqual(await freezeOf(frozen.id), { hasLooked: true, isSettled: false, moved });
  }
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 8 });
  assert.deepEqual(
    (await auditRows(owner)).map(({ action }) => action),
    ['bank_account.freeze'],
    'the worker is no person',
  );
});

test('a moved deposit remembers the account before, and its step names the job', async (t) => {
  const { context, owner, create, look } = await setUp(t);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await create(frozen.id, 1);
  await look();
  const { rows } = await owner.query(
    `select t.status, bank_account_id, previous_bank_account_id, step_count, step_no, s.status as step_status, actor_kind, actor_id, actor, note
     from transaction t join transaction_step s on s.transaction_id = t.id where trigger = 'account_changed'`,
  );
  assert.deepEqual(rows, [
    {
      status: 'waiting_payment',
      bank_account_id: target.id,
      previous_bank_account_id: frozen.id,
      step_count: 2,
      step_no: 2,
      step_status: 'waiting_payment',
      actor_kind: 'system',
      actor_id: null,
      actor: 'freeze',
      note: `from bank account ${frozen.id} to ${target.id}`,
    },
  ]);
  const { rows: days } = await owner.query(
    'select bank_account_id, assigned_cents, assigned_count from bank_account_day',
  );
  assert.deepEqual(days, [{ bank_account_id: target.id, assigned_cents: 100_000n, assigned_count: 1n }]);
});

test('a freeze is settled when nothing came for three seconds, and not before', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  await freezeBankAccount(context, frozen.id);
  const isSettled = async () => (await freezeOf(frozen.id))?.isSettled;

  await owner.query(`update bank_account_freeze set frozen_at = frozen_at - interval '1 hour'`);
  await look();
  assert.equal(await isSettled(), false, 'its commit may be a moment old, whenever it began');
  await letAllKnow(owner);
  await create(frozen.id, 1);
  await look();
  assert.equal(await isSettled(), false, 'somebody did not know');
  await letAllKnow(owner);
  await look();
  assert.equal(await isSettled(), true);
});

test('what comes after the freeze is settled is moved all the same', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await look();
  await letAllKnow(owner);
  await look();
  await create(frozen.id, 1);
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 1 });
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: true, isSettled: true, moved: 1 });
});

test('a second freeze of a frozen account begins the watch anew', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  await create(frozen.id, 2);
  await freezeBankAccount(context, frozen.id);
  await look();
  await letAllKnow(owner);
  await look();
  await create(frozen.id, 1);
  await freezeBankAccount(context, frozen.id);
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: false, isSettled: false, moved: 1 });
});

test('without another account the deposits stay, and are moved once one is enabled or resumed', async (t) => {
  const { context, owner, pool, create, look, freezeOf } = await setUp(t);
  const [frozen, older] = [
    await insertBankAccount(owner),
    await insertBankAccount(owner, { status: 'frozen' }),
  ];
  await create(frozen.id, 3);
  await create(older.id, 1);
  await freezeBankAccount(context, frozen.id);
  await look();
  await letAllKnow(owner);
  await look();
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: true, isSettled: true, moved: 0 });
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 3, [older.id]: 1 });

  const other = await insertBankAccount(owner, { status: 'disabled' });
  const { depositsToMove } = await byTwo(pool, enableBankAccount(context, other.id));
  assert.equal(depositsToMove, 4);
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 3, [older.id]: 1 }, 'the worker moves them');
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [other.id]: 4 });

  await pauseBankAccount(context, { account: other.id, deposits: true, payouts: false });
  await create(frozen.id, 2);
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 2, [other.id]: 4 });
  const resumed = await byOne(
    resumeBankAccount(context, { account: other.id, deposits: true, payouts: false }),
  );
  assert.equal(resumed.depositsToMove, 2);
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [other.id]: 6 });
  assert.equal((await freezeOf(frozen.id))?.moved, 5);
});

test('an account that is enabled or disabled again keeps its new deposits, and its freeze is over', async (t) => {
  const { context, owner, pool, create, look, freezeOf } = await setUp(t);
  await insertBankAccount(owner);
  for (const change of [enableBankAccount, disableBankAccount]) {
    const frozen = await insertBankAccount(owner);
    await freezeBankAccount(context, frozen.id);
    await look();
    await byTwo<unknown>(pool, change(context, frozen.id));
    assert.equal(await freezeOf(frozen.id), undefined);
    await create(frozen.id, 1);
    await look();
    assert.equal((await openDepositsOf(owner))[frozen.id], 1);
  }
});

test('an account that is enabled after the worker has looked for work keeps its deposits', async (t) => {
  const { context, database, owner, pool, create } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  await freezeBankAccount(context, frozen.id);
  await byTwo(pool, enableBankAccount(context, frozen.id));
  await create(frozen.id, 1);
  assert.equal(await moveFromFrozen(database.pool('vezne_worker'), frozen.id), 0);
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 1 });
});

test('nothing is moved to an account that is frozen at the same moment', async (t) => {
  const { context, owner, create, look } = await setUp(t);
  const [one, two, safe] = [
    await insertBankAccount(owner),
    await insertBankAccount(owner),
    await insertBankAccount(owner),
  ];
  await freezeBankAccount(context, one.id);
  await create(one.id, 200);
  await create(two.id, 200);
  await Promise.all([look(), freezeBankAccount(context, two.id), look()]);
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [safe.id]: 400 });
});

test('two workers at once move each deposit once', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const frozen = await insertBankAccount(owner);
  const targets = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await create(frozen.id, 300);
  await Promise.all([look(), look(), look()]);
  assert.deepEqual(await openDepositsOf(owner), Object.fromEntries(targets.map(({ id }) => [id, 150])));
  const { rows } = await owner.query(
    `select step_count, (select count(*)::int4 from transaction_step where transaction_id = transaction.id) as steps, count(*)::int4
     from transaction group by 1, 2`,
  );
  assert.deepEqual(rows, [{ step_count: 2, steps: 2, count: 300 }]);
  assert.equal((await freezeOf(frozen.id))?.moved, 300);
  const { rows: days } = await owner.query('select sum(assigned_count)::int4 as given from bank_account_day');
  assert.deepEqual(days, [{ given: 300 }]);
});

test('a worker that is cut off in the middle leaves nothing half done, and the next look does all of it', async (t) => {
  const { context, owner, create, look, freezeOf } = await setUp(t);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await create(frozen.id, 3);
  // It stands before the last of its rows: deposits and steps are written, the day of the new account is not.
  await owner.query(
    `insert into bank_account_day values ($1, (now() at time zone 'Europe/Istanbul')::date, 0, 0)`,
    [target.id],
  );
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from bank_account_day for update');
    const looking = assert.rejects(look());
    await untilSomebodyWaits(owner);
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = 'vezne_worker' and wait_event_type = 'Lock'`,
    );
    assert.equal(rowCount, 1);
    await looking;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 3 });
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: false, isSettled: false, moved: 0 });
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 3 });
  assert.deepEqual(await freezeOf(frozen.id), { hasLooked: true, isSettled: false, moved: 3 });
});

test('an account that fails holds no other up', async (t) => {
  const { context, owner, create, look } = await setUp(t);
  const accounts = [
    await insertBankAccount(owner),
    await insertBankAccount(owner),
    await insertBankAccount(owner),
  ];
  const [first, second, target] = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert.ok(first && second && target);
  for (const { id } of [first, second]) {
    await freezeBankAccount(context, id);
    await create(id, 1);
  }
  await owner.query(
    `create function fail() returns trigger language plpgsql as $$begin raise 'not this one'; end$$`,
  );
  await owner.query(
    `create trigger fail before update on transaction for each row when (old.bank_account_id = '${first.id}') execute function fail()`,
  );
  await assert.rejects(look(), ({ errors }: AggregateError) => /not this one/.test(String(errors)));
  assert.deepEqual(await openDepositsOf(owner), { [first.id]: 1, [target.id]: 1 });
});

test('an account that the version before this one froze is looked after too', async (t) => {
  const { owner, create, look } = await setUp(t);
  const [frozen, target] = [
    await insertBankAccount(owner, { status: 'frozen' }),
    await insertBankAccount(owner),
  ];
  await create(frozen.id, 2);
  await look();
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 2 });
});
