import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreeze } from '../../../src/db/read/bank-accounts/bank-account-freezes.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import type { FrozenBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { auditRows, createAdministration } from '../administration.ts';
import { insertOpenDeposits, openDepositsOf } from './open-deposits.ts';

test('freezing an account spreads its 3001 open deposits evenly over the accounts that can take them', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  const targets = [
    await insertBankAccount(owner),
    await insertBankAccount(owner),
    await insertBankAccount(owner),
  ];
  await insertBankAccount(owner, { status: 'disabled' });
  await insertBankAccount(owner, { status: 'frozen' });
  await insertBankAccount(owner, { depositsPaused: true });
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 3001 });

  const result = await freezeBankAccount(context, frozen.iban);

  assert.equal(result.account.status, 'frozen');
  assert.deepEqual([result.depositsMoved, result.depositsLeft], [3001, 0]);
  const shown = await openDepositsOf(owner);
  assert.deepEqual(Object.keys(shown).toSorted(), targets.map(({ id }) => id).toSorted());
  assert.deepEqual(Object.values(shown).toSorted(), [1000, 1000, 1001]);
  assert.deepEqual(Object.fromEntries(result.movedTo.map(({ id, deposits }) => [id, deposits])), shown);
  const freeze = await findFreeze(context.db, frozen.id);
  assert.deepEqual(
    [freeze?.depositsMoved, freeze?.movedTo, freeze?.lookedAt, freeze?.settledAt, freeze?.isWatched],
    [3001, result.movedTo, null, null, false],
  );
  const [entry] = await auditRows(owner);
  assert.equal(entry?.action, 'bank_account.freeze');
  assert.deepEqual(entry.details, {
    before: { status: 'enabled' },
    after: { status: 'frozen' },
    depositsMoved: 3001,
    depositsLeft: 0,
  });
});

test('each moved deposit remembers the account before and has a step in the name of the person', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 2 });
  await owner.query(
    `with counted as (update transaction set step_count = 2 where external_reference = 'ref-1' returning id, status)
     insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select id, 2, 'account_changed', status, 'staff', 'mehmet' from counted`,
  );

  await freezeBankAccount(context, frozen.id);

  const { rows } = await owner.query(
    `select external_reference, t.status, bank_account_id, previous_bank_account_id, amount_cents,
            step_no, trigger, s.status as step_status, actor_kind, actor_id, actor, note
     from transaction t join lateral (
       select * from transaction_step where transaction_id = t.id order by step_no desc limit 1
     ) s on true order by external_reference`,
  );
  const common = {
    status: 'waiting_payment',
    bank_account_id: target.id,
    previous_bank_account_id: frozen.id,
    amount_cents: 100_000n,
    trigger: 'account_changed',
    step_status: 'waiting_payment',
    actor_kind: 'command_line',
    actor_id: 'ayse',
    actor: 'ayse',
    note: `from bank account ${frozen.id} to ${target.id}`,
  };
  assert.deepEqual(rows, [
    { external_reference: 'ref-1', ...common, step_no: 3 },
    { external_reference: 'ref-2', ...common, step_no: 2 },
  ]);
});

test('what is moved counts towards the day of its new account, on top of what that was given already', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  const targets = [await insertBankAccount(owner), await insertBankAccount(owner)];
  const [used = assert.fail(), unused = assert.fail()] = targets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await owner.query(
    `insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count)
     select id, (now() at time zone 'Europe/Istanbul')::date, 7, 1 from bank_account where id = any ($1)`,
    [[frozen.id, used.id]],
  );
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 3 });

  await freezeBankAccount(context, frozen.id);

  const { rows } = await owner.query<{ id: string; cents: bigint; count: bigint }>(
    `select bank_account_id as id, assigned_cents as cents, assigned_count as count from bank_account_day
     where day = (now() at time zone 'Europe/Istanbul')::date`,
  );
  assert.deepEqual(
    new Map(rows.map(({ id, cents, count }) => [id, [cents, count]])),
    new Map([
      [frozen.id, [7n, 1n]],
      [used.id, [200_007n, 3n]],
      [unused.id, [100_000n, 1n]],
    ]),
  );
});

test('only deposits that still wait for their money are moved', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 3 });
  await insertOpenDeposits(owner, { partnerId, bankAccountId: target.id, count: 1 });
  await owner.query(
    `update transaction set status = 'waiting_confirmation' where external_reference = 'ref-1'`,
  );
  assert.equal((await freezeBankAccount(context, frozen.id)).depositsMoved, 2);
  const { rows } = await owner.query(
    `select external_reference as r, bank_account_id = $1 as moved, previous_bank_account_id is not null as remembers
     from transaction order by 1`,
    [target.id],
  );
  assert.deepEqual(rows, [
    { r: 'ref-1', moved: false, remembers: false },
    { r: 'ref-2', moved: true, remembers: true },
    { r: 'ref-3', moved: true, remembers: true },
    { r: 'ref-4', moved: true, remembers: false },
  ]);
});

test('without another account the deposits stay and are counted, and a second freeze moves them later', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 5 });
  const first = await freezeBankAccount(context, frozen.id);
  assert.deepEqual([first.account.status, first.depositsMoved, first.depositsLeft], ['frozen', 0, 5]);
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 5 });

  const target = await insertBankAccount(owner);
  const second = await freezeBankAccount(context, frozen.id);
  assert.deepEqual([second.depositsMoved, second.depositsLeft], [5, 0]);
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 5 });

  const third = await freezeBankAccount(context, frozen.id);
  assert.deepEqual([third.depositsMoved, third.depositsLeft], [0, 0]);
  assert.deepEqual(
    (await auditRows(owner)).map(({ details }) => details),
    [
      { before: { status: 'enabled' }, after: { status: 'frozen' }, depositsMoved: 0, depositsLeft: 5 },
      { depositsMoved: 5, depositsLeft: 0 },
      { depositsMoved: 0, depositsLeft: 0 },
    ],
    'only the first changed the account',
  );
});

test('two accounts frozen at the same moment never hand their deposits to each other', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [one, two, safe] = [
    await insertBankAccount(owner),
    await insertBankAccount(owner),
    await insertBankAccount(owner),
  ];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: one.id, count: 200 });
  await insertOpenDeposits(owner, { partnerId, bankAccountId: two.id, count: 200 });
  await Promise.all([freezeBankAccount(context, one.id), freezeBankAccount(context, two.id)]);
  assert.deepEqual(await openDepositsOf(owner), { [safe.id]: 400 });
});

test('a deposit whose player says "sent" while the freeze waits for it keeps its account', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 2 });
  const player = await owner.connect();
  let freezing: Promise<FrozenBankAccount>;
  try {
    await player.query('begin');
    await player.query(
      `update transaction set status = 'waiting_confirmation' where external_reference = 'ref-1'`,
    );
    freezing = freezeBankAccount(context, frozen.id);
    await untilSomebodyWaits(owner);
    await player.query('commit');
  } finally {
    player.release();
  }

  assert.equal((await freezing).depositsMoved, 1);
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 1 });
  const { rows } = await owner.query(
    `select bank_account_id from transaction where external_reference = 'ref-1'`,
  );
  assert.deepEqual(rows, [{ bank_account_id: frozen.id }]);
});
