import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { MIGRATIONS_DIRECTORY } from '../../../src/db/migration-names.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { APPROVED, REJECTED, depositRow, insertRow, withdrawalRow } from '../rows/valid-rows.ts';
import type { Row } from '../rows/valid-rows.ts';

const FILL_SQL = readFileSync(join(MIGRATIONS_DIRECTORY, '0041_expand_open_transactions_filled.sql'), 'utf8');

async function setUp(t: TestContext) {
  const owner = (await createTestDatabase(t)).pool();
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const add = async (row: Row): Promise<string> => {
    await insertRow(owner, 'transaction', row);
    return String(row['id']);
  };
  const world = { partner: { id: partner.id }, bankAccount: { id: bankAccount.id } };
  return {
    owner,
    bankAccount,
    deposit: async (changes: Row = {}) => await add({ ...depositRow(world), ...changes }),
    withdrawal: async (changes: Row = {}) => await add({ ...withdrawalRow(world), ...changes }),
  };
}

interface Open {
  id: string;
  state: string;
  isWaiting: boolean;
}

async function readOpen(owner: pg.Pool): Promise<Open[]> {
  const { rows } = await owner.query<Open>(
    `select transaction_id as id, concat_ws(' ', type, status, stage) as state, waiting_since is not null as "isWaiting"
     from open_transaction order by transaction_id`,
  );
  return rows;
}

test('what is created open is in the table of open transactions, and what is created decided is not', async (t) => {
  const { owner, deposit, withdrawal } = await setUp(t);
  const toPay = await deposit();
  const queued = await withdrawal();
  await deposit(APPROVED);
  await withdrawal(REJECTED);
  const expected = [
    { id: toPay, state: 'deposit waiting_payment', isWaiting: false },
    { id: queued, state: 'withdrawal waiting_confirmation queued', isWaiting: true },
  ];
  assert.deepEqual(
    await readOpen(owner),
    expected.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  );
});

test('it follows every change, keeps since when it waits, and leaves with the decision', async (t) => {
  const { owner, bankAccount, withdrawal, deposit } = await setUp(t);
  const id = await deposit();
  const others = [await deposit(), await withdrawal()];
  const set = async (change: string) =>
    await owner.query(`update transaction set ${change} where id = $1`, [id]);
  const read = async () =>
    (
      await owner.query<{ status: string; held_until: Date | null; bank_account_id: string; since: string }>(
        'select status, held_until, bank_account_id, waiting_since::text as since from open_transaction where transaction_id = $1',
        [id],
      )
    ).rows[0];
  const { id: secondAccount } = await insertBankAccount(owner);
  await set(`bank_account_id = '${secondAccount}', previous_bank_account_id = '${bankAccount.id}'`);
  assert.equal((await read())?.bank_account_id, secondAccount);
  await set(`status = 'waiting_confirmation'`);
  const waiting = await read();
  assert.equal(waiting?.status, 'waiting_confirmation');
  await set(`held_until = now() + interval '1 day', hold_reason = 'bank_down'`);
  const held = await read();
  assert.ok(held?.held_until instanceof Date);
  assert.equal(held.since, waiting?.since, 'a hold begins no new wait');
  await set(
    `status = 'approved', decided_at = now(), actual_amount_cents = amount_cents, held_until = null, hold_reason = null`,
  );
  assert.equal(await read(), undefined);
  assert.deepEqual((await readOpen(owner)).map((open) => open.id).toSorted(), others.toSorted());
});

test('one statement about many moves all of them', async (t) => {
  const { owner, deposit } = await setUp(t);
  for (let count = 0; count < 50; count += 1) await deposit();
  await owner.query(`update transaction set status = 'waiting_confirmation'`);
  assert.equal((await readOpen(owner)).filter(({ isWaiting }) => isWaiting).length, 50);
  await owner.query(
    `update transaction set status = 'approved', decided_at = now(), actual_amount_cents = amount_cents
     where id in (select id from transaction order by id limit 20)`,
  );
  assert.equal((await readOpen(owner)).length, 30);
});

test('what was open before the triggers is filled in, without what is decided meanwhile, and twice makes no difference', async (t) => {
  const { owner, deposit, withdrawal } = await setUp(t);
  const ids = [await deposit(), await deposit({ status: 'waiting_confirmation' }), await withdrawal()];
  await deposit(APPROVED);
  await owner.query('delete from open_transaction');
  const [decided = '', ...left] = ids;

  const decider = await owner.connect();
  await decider.query('begin');
  await decider.query(
    `update transaction set status = 'approved', decided_at = now(), actual_amount_cents = amount_cents where id = $1`,
    [decided],
  );
  const filling = owner.query(FILL_SQL);
  await untilSomebodyWaits(owner);
  await decider.query('commit');
  decider.release();
  await filling;
  const filled = await readOpen(owner);
  assert.deepEqual(filled.map(({ id }) => id).toSorted(), left.toSorted());
  assert.deepEqual(
    filled.map(({ state, isWaiting }) => state.includes('waiting_confirmation') === isWaiting),
    [true, true],
  );
  await owner.query(FILL_SQL);
  assert.deepEqual(await readOpen(owner), filled);
});
