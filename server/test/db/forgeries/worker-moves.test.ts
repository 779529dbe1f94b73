import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { EXPIRE, accountChanged, moveSql } from './honest-writes.ts';
import { depositRow, insertRow, makeWorld } from '../rows/valid-rows.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

interface Setting {
  owner: pg.Pool;
  worker: pg.Pool;
  frozen: string;
  enabled: string;
  other: string;
  /** A deposit that waits for its money on the account. */
  depositOn: (account: string, changes?: Record<string, unknown>) => Promise<string>;
}

async function setUp(t: TestContext): Promise<Setting> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const [frozen, enabled, other] = [
    await insertBankAccount(owner, { status: 'frozen' }),
    await insertBankAccount(owner),
    await insertBankAccount(owner),
  ];
  return {
    owner,
    worker: database.pool('vezne_worker'),
    frozen: frozen.id,
    enabled: enabled.id,
    other: other.id,
    async depositOn(account, changes = {}) {
      const id = randomUUID();
      await insertRow(owner, 'transaction', {
        ...depositRow(world),
        id,
        bank_account_id: account,
        ...changes,
      });
      return id;
    },
  };
}

function move(from: string, to: string, more = ''): string {
  return `update transaction set bank_account_id = '${to}', previous_bank_account_id = '${from}', step_count = step_count + 1 ${more}`;
}

const EXPIRY = `status = 'rejected', reason_code = 'expired', decided_at = now(), commission_cents = 0, net_amount_cents = 0,
  player_amount_cents = 0, balance_impact_cents = 0`;
const EXPIRED = { expires_at: new Date(Date.now() - 1_000) };

async function assertRefused(worker: pg.Pool, text: string, id: string): Promise<void> {
  await assert.rejects(worker.query(`${text} where id = $1`, [id]), { code: INSUFFICIENT_PRIVILEGE }, text);
}

suite('the role of the worker', () => {
  test('moves an open deposit from a frozen account to one that takes deposits, whether it has expired or not', async (t) => {
    const { owner, worker, frozen, enabled, depositOn } = await setUp(t);
    for (const changes of [{}, EXPIRED]) {
      const id = await depositOn(frozen, changes);
      const { rowCount } = await worker.query(moveSql(accountChanged(frozen, enabled)), [id]);
      assert.equal(rowCount, 1);
      const { rows } = await owner.query(
        'select bank_account_id, previous_bank_account_id, step_count from transaction where id = $1',
        [id],
      );
      assert.deepEqual(rows, [{ bank_account_id: enabled, previous_bank_account_id: frozen, step_count: 2 }]);
    }
  });

  test('moves nothing away from an account that is not frozen', async (t) => {
    const { owner, worker, enabled, other, depositOn } = await setUp(t);
    const disabled = await insertBankAccount(owner, { status: 'disabled' });
    for (const from of [enabled, disabled.id]) {
      for (const changes of [{}, EXPIRED]) {
        await assertRefused(worker, move(from, other), await depositOn(from, changes));
      }
    }
  });

  test('moves nothing to an account that is frozen, disabled or paused', async (t) => {
    const { owner, worker, frozen, depositOn } = await setUp(t);
    const id = await depositOn(frozen);
    for (const options of [{ status: 'frozen' }, { status: 'disabled' }, { depositsPaused: true }]) {
      const target = await insertBankAccount(owner, options);
      await assertRefused(worker, move(frozen, target.id), id);
    }
    await assertRefused(worker, move(frozen, frozen), id);
  });

  test('hides no move: the account before it and the step are part of it', async (t) => {
    const { worker, frozen, enabled, other, depositOn } = await setUp(t);
    const id = await depositOn(frozen);
    const to = `update transaction set bank_account_id = '${enabled}'`;
    await assertRefused(worker, to, id);
    await assertRefused(worker, `${to}, step_count = step_count + 1`, id);
    await assertRefused(worker, `${to}, previous_bank_account_id = '${frozen}'`, id);
    await assertRefused(worker, move(other, enabled), id);
    await assertRefused(
      worker,
      `${to}, previous_bank_account_id = '${frozen}', step_count = step_count + 2`,
      id,
    );
  });

  test('changes nothing of an open deposit but its account', async (t) => {
    const { worker, frozen, enabled, other, depositOn } = await setUp(t);
    const moved = { previous_bank_account_id: frozen };
    for (const [account, changes] of [
      [frozen, {}],
      [frozen, EXPIRED],
      [enabled, moved],
      [enabled, { ...moved, ...EXPIRED }],
    ] as const) {
      const id = await depositOn(account, changes);
      await assertRefused(worker, 'update transaction set step_count = step_count + 1', id);
      await assertRefused(worker, `update transaction set previous_bank_account_id = '${other}'`, id);
      await assertRefused(worker, 'update transaction set bank_account_id = bank_account_id', id);
    }
    const id = await depositOn(frozen);
    // What the grant leaves out is refused before any rule is asked.
    await assertRefused(worker, move(frozen, enabled, `, expires_at = now() + interval '1 day'`), id);
    await assertRefused(worker, move(frozen, enabled, ', amount_cents = 1'), id);
  });

  test('decides nothing by a move, and moves nothing by an expiry', async (t) => {
    const { worker, frozen, enabled, depositOn } = await setUp(t);
    for (const status of [
      `status = 'waiting_confirmation'`,
      `status = 'approved', decided_at = now()`,
      EXPIRY,
    ]) {
      for (const changes of [{}, EXPIRED]) {
        await assertRefused(worker, move(frozen, enabled, `, ${status}`), await depositOn(frozen, changes));
      }
    }
    const id = await depositOn(frozen, EXPIRED);
    await assertRefused(
      worker,
      `update transaction set ${EXPIRY}, previous_bank_account_id = '${enabled}'`,
      id,
    );
  });

  test('lets nothing expire before its time, on a frozen account or on another', async (t) => {
    const { worker, frozen, enabled, depositOn } = await setUp(t);
    for (const account of [frozen, enabled]) {
      await assertRefused(worker, `update transaction set ${EXPIRY}`, await depositOn(account));
      const expired = await depositOn(account, EXPIRED);
      await assertRefused(
        worker,
        `update transaction set ${EXPIRY.replace('expired', 'no_money_seen')}`,
        expired,
      );
      const { rowCount } = await worker.query(moveSql(EXPIRE), [expired]);
      assert.equal(rowCount, 1);
    }
  });

  test('does not reach a deposit whose player has said "sent", nor a withdrawal', async (t) => {
    const { owner, worker, frozen, enabled, depositOn } = await setUp(t);
    const id = await depositOn(frozen, { status: 'waiting_confirmation' });
    assert.equal((await worker.query(`${move(frozen, enabled)} where id = $1`, [id])).rowCount, 0);
    assert.equal((await worker.query(`${move(frozen, enabled)} where type = 'withdrawal'`)).rowCount, 0);
    const { rows } = await owner.query('select bank_account_id from transaction where id = $1', [id]);
    assert.deepEqual(rows, [{ bank_account_id: frozen }]);
  });

  test('holds whoever has the rights of the worker, by whatever name', async (t) => {
    const { owner, enabled, other, depositOn } = await setUp(t);
    const id = await depositOn(enabled);
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query('create role vezne_second_worker in role vezne_worker');
      await client.query('set local role vezne_second_worker');
      await assert.rejects(client.query(`${move(enabled, other)} where id = $1`, [id]), {
        code: INSUFFICIENT_PRIVILEGE,
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test('people freeze accounts and move what is open, as before', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const target = await insertBankAccount(owner);
  const deposit = depositRow(world);
  await insertRow(owner, 'transaction', deposit);
  const moved = accountChanged(String(deposit['bank_account_id']), target.id);
  const people = { actor_kind: `'command_line'`, actor_id: `'ayse'`, actor: `'ayse'` };
  const { rowCount } = await database
    .pool('vezne_admin')
    .query(moveSql({ ...moved, step: { ...moved.step, ...people } }), [deposit['id']]);
  assert.equal(rowCount, 1);
});
