import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { insertTransactions } from '../../src/db/write/transactions/transactions.ts';
import type { NewTransaction } from '../../src/db/write/transactions/transactions.ts';
import { newId } from '../../src/ids.ts';
import { createTestDatabase } from '../harness/database.ts';
import { newDeposit, newWithdrawal, openDesk } from './rows/new-transactions.ts';
import type { Desk } from './rows/new-transactions.ts';
import { newReferenceCode, newReferenceNumber } from './rows/valid-rows.ts';

async function setUp(t: TestContext): Promise<{ owner: pg.Pool; api: pg.Pool; desk: Desk }> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  return { owner, api: database.pool('vezne_api'), desk: await openDesk(owner) };
}

async function insert(
  api: pg.Pool,
  rows: readonly NewTransaction[],
  accountsWithRoom: readonly string[] = [],
): Promise<Map<string, string | null>> {
  const inserted = await insertTransactions(api, rows, { timeoutMs: 10_000, accountsWithRoom });
  return new Map(
    [...inserted].map(([id, row]) => [id, row === 'busy' ? assert.fail('busy') : row.bankAccountId]),
  );
}

async function column<T>(owner: pg.Pool, text: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await owner.query<{ value: T }>(text, values);
  return rows.map(({ value }) => value);
}

const ids = (rows: readonly NewTransaction[]): string[] => rows.map(({ id }) => id).sort();

test('a batch creates every transaction with its first step, and marks withdrawals as not yet answered', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const deposit = newDeposit(desk);
  const withdrawal = newWithdrawal(desk);
  const created = await insert(api, [deposit, withdrawal]);

  assert.deepEqual(
    [...created.entries()].sort(),
    [
      [deposit.id, desk.bankAccountId],
      [withdrawal.id, null],
    ].sort(),
  );
  const { rows: steps } = await owner.query(
    'select transaction_id, step_no, trigger, status, stage, actor_kind, actor from transaction_step order by status',
  );
  const step = { step_no: 1, trigger: 'create', actor_kind: 'partner', actor: desk.partnerId };
  assert.deepEqual(steps, [
    { ...step, transaction_id: withdrawal.id, status: 'waiting_confirmation', stage: 'queued' },
    { ...step, transaction_id: deposit.id, status: 'waiting_payment', stage: null },
  ]);
  assert.deepEqual(await column(owner, 'select transaction_id as value from unconfirmed_answer'), [
    withdrawal.id,
  ]);
  assert.deepEqual(
    await column(
      owner,
      'select expires_at - created_at = make_interval(hours => 1) as value from transaction order by type',
    ),
    [true, null],
  );
});

test('every field of a request ends up in the column of its name', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const deposit = newDeposit(desk, { customerEmail: 'ayse@example.com', pageKeyVersion: 7 });
  const withdrawal = newWithdrawal(desk);
  await insert(api, [deposit, withdrawal]);
  for (const { expirySeconds, basisPoints, fixedCents, ...fields } of [deposit, withdrawal]) {
    const { rows } = await owner.query<Record<string, unknown>>('select * from transaction where id = $1', [
      fields.id,
    ]);
    const stored = rows[0] ?? {};
    for (const [name, value] of Object.entries(fields)) {
      const columnName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      assert.deepEqual(stored[columnName], value, columnName);
    }
    assert.equal(stored['commission_basis_points'], basisPoints);
    assert.equal(stored['commission_fixed_cents'], fixedCents);
    assert.equal(stored['expires_at'] === null, expirySeconds === null);
  }
});

test('when a batch has two requests with one reference, one is created and the other finds the reference taken', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const first = newDeposit(desk);
  const twin = newDeposit(desk, { externalReference: first.externalReference });
  const alone = newDeposit(desk);
  const created = await insert(api, [first, twin, alone]);
  assert.equal(created.size, 2);
  assert.ok(created.has(alone.id));
  assert.ok(created.has(first.id) !== created.has(twin.id));
  assert.equal((await column(owner, 'select transaction_id as value from transaction_step')).length, 2);
});

test('a reference in use keeps its row, and the rest of the batch is created', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const existing = newWithdrawal(desk);
  await insert(api, [existing]);
  const retry = newWithdrawal(desk, { externalReference: existing.externalReference, customerId: 'another' });
  const fresh = newWithdrawal(desk);
  // A deposit may have the reference of a withdrawal: each type has its own references.
  const deposit = newDeposit(desk, { externalReference: existing.externalReference });
  const created = await insert(api, [retry, fresh, deposit]);
  assert.deepEqual([...created.keys()].sort(), ids([fresh, deposit]));
  assert.deepEqual(
    await column(owner, 'select customer_id as value from transaction where id = $1', [existing.id]),
    [existing.customerId],
  );
});

test('running the same batch twice has no second effect', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const batch = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? newDeposit(desk) : newWithdrawal(desk),
  );
  assert.equal((await insert(api, batch)).size, 20);
  await owner.query('delete from unconfirmed_answer');
  assert.equal((await insert(api, batch)).size, 0);
  assert.equal((await column(owner, 'select id as value from transaction')).length, 20);
  assert.equal((await column(owner, 'select transaction_id as value from transaction_step')).length, 20);
  assert.equal((await column(owner, 'select transaction_id as value from unconfirmed_answer')).length, 0);
});

test('a reference code that another deposit has is an error, never treated as a retry, and nothing is written', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const existing = newDeposit(desk);
  await insert(api, [existing]);
  const batch = [newDeposit(desk, { referenceNumber: existing.referenceNumber }), newDeposit(desk)];
  await assert.rejects(insert(api, batch), {
    code: '23505',
    constraint: 'transaction_reference_number_key',
  });
  const withSameId = newDeposit(desk, { id: existing.id });
  await assert.rejects(insert(api, [withSameId]), { code: '23505', constraint: 'transaction_pkey' });
  assert.deepEqual(await column(owner, 'select id as value from transaction'), [existing.id]);
});

test('a row that breaks a rule makes its whole statement fail', async (t) => {
  const { owner, api, desk } = await setUp(t);
  await assert.rejects(insert(api, [newDeposit(desk), newDeposit(desk, { currency: 'EUR' })]), {
    constraint: 'transaction_currency',
  });
  assert.deepEqual(await column(owner, 'select id as value from transaction'), []);
});

test('a returning player is shown the account of the last deposit while it has room', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const { bankAccountId, otherBankAccountId: other } = desk;
  const player = { customerId: 'returning' };
  await insert(api, [newDeposit(desk, player)]);
  await insert(api, [newDeposit(desk, { ...player, bankAccountId: other })]);
  await insert(api, [newWithdrawal(desk, player)]);

  const shown = async (
    row: NewTransaction,
    accountsWithRoom: string[],
  ): Promise<string | null | undefined> => {
    const account = (await insert(api, [row], accountsWithRoom)).get(row.id);
    const [stored] = await column(owner, 'select bank_account_id as value from transaction where id = $1', [
      row.id,
    ]);
    assert.equal(stored, account);
    // Undone, so the next check finds the same history.
    await owner.query('delete from transaction_step where transaction_id = $1', [row.id]);
    await owner.query('delete from unconfirmed_answer where transaction_id = $1', [row.id]);
    await owner.query('delete from transaction where id = $1', [row.id]);
    return account;
  };
  assert.equal(await shown(newDeposit(desk, player), [bankAccountId, other]), other, 'the last one');
  assert.equal(await shown(newDeposit(desk, player), [bankAccountId]), bankAccountId, 'the last one is full');
  assert.equal(
    await shown(newDeposit(desk, player), []),
    bankAccountId,
    'all are full: the chosen one stays',
  );
  assert.equal(await shown(newDeposit(desk, { customerId: 'new' }), [bankAccountId, other]), bankAccountId);
  assert.equal(
    await shown(newWithdrawal(desk, player), [bankAccountId, other]),
    null,
    'a withdrawal has none yet',
  );
  const elsewhere = { ...(await openDesk(owner)), bankAccountId };
  assert.equal(
    await shown(newDeposit(elsewhere, player), [bankAccountId, other]),
    bankAccountId,
    "another partner's player",
  );
});

test('a create goes by a player whom another create is remembering, and leaves the account to that one', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const other = await owner.connect();
  t.after(() => other.release());
  await other.query('begin');
  await other.query(`select pg_advisory_xact_lock(1, hashtext(concat_ws(' ', $1::uuid, $2::text)))`, [
    desk.partnerId,
    'known-elsewhere',
  ]);
  const [held, free] = [
    newDeposit(desk, { customerId: 'known-elsewhere' }),
    newDeposit(desk, { customerId: 'free' }),
  ];
  assert.deepEqual([...(await insert(api, [held, free])).keys()].sort(), ids([held, free]));
  const remembered = 'select customer_id as value from player order by customer_id';
  assert.deepEqual(await column(owner, remembered), ['free']);

  await other.query('rollback');
  await insert(api, [newDeposit(desk, { customerId: 'known-elsewhere' })]);
  assert.deepEqual(await column(owner, remembered), ['free', 'known-elsewhere']);
});

test('processes that insert the same references in opposite orders never deadlock', async (t) => {
  const { owner, api, desk } = await setUp(t);
  const ROUNDS = 25;
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = Array.from({ length: 40 }, () => newDeposit(desk));
    const again = first.map((row) => ({
      ...row,
      id: newId(),
      referenceCode: newReferenceCode(),
      referenceNumber: newReferenceNumber(),
    }));
    const results = await Promise.all([
      insert(api, first),
      insert(api, again.toReversed()),
      insert(api, again),
    ]);
    const created = results.flatMap((result) => [...result.keys()]);
    assert.equal(new Set(created).size, created.length, 'No row is reported as created twice.');
    assert.equal(created.length, 40);
  }
  assert.equal((await column(owner, 'select id as value from transaction')).length, ROUNDS * 40);
});

test('a retry that runs beside its own unfinished first run finds its rows instead of failing', async (t) => {
  const { owner, api, desk } = await setUp(t);
  for (let round = 0; round < 12; round += 1) {
    const batch = Array.from({ length: 60 }, (_, index) =>
      index % 2 ? newDeposit(desk) : newWithdrawal(desk),
    );
    // A lock stops both runs, as a migration would, and releases them at the same moment.
    const holder = await owner.connect();
    await holder.query('begin; lock table transaction');
    const runs = [insert(api, batch), insert(api, batch), insert(api, batch)];
    await sleep(15);
    await holder.query('commit');
    holder.release();
    const created = (await Promise.all(runs)).flatMap((result) => [...result.keys()]);
    assert.deepEqual(created.sort(), ids(batch));
  }
});
