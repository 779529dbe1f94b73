/** The watch of a frozen account begins and ends with its status, and one person alone can't end it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount } from '../../harness/factories.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

test('the watch of a frozen account is the database’s, whoever freezes it', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const [frozen, other] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  const watched = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ id: string }>(
      'select bank_account_id as id from bank_account_freeze where looked_at is null and settled_at is null',
    );
    return rows.map(({ id }) => id);
  };
  for (const role of ['vezne_console', 'vezne_admin'] as const) {
    const pool = database.pool(role);
    await pool.query(`update bank_account set status = 'frozen' where id = $1`, [frozen.id]);
    assert.deepEqual(await watched(), [frozen.id], role);
    await owner.query(
      'insert into bank_account_freeze_target (frozen_account_id, to_account_id, deposits) values ($1, $2, 3)',
      [frozen.id, other.id],
    );
    // What changes another setting leaves the watch as it is.
    await pool.query('update bank_account set daily_cap_cents = 1000 where id = $1', [frozen.id]);
    assert.deepEqual(await watched(), [frozen.id], role);
    for (const status of ['disabled', 'enabled']) {
      await assert.rejects(
        pool.query('update bank_account set status = $2 where id = $1', [frozen.id, status]),
        { code: INSUFFICIENT_PRIVILEGE },
        `${role}: ${status}`,
      );
    }
    await owner.query(`update bank_account set status = 'enabled' where id = $1`, [frozen.id]);
    assert.deepEqual(await watched(), [], role);
    const { rowCount } = await owner.query('select from bank_account_freeze_target');
    assert.equal(rowCount, 0, 'what was moved goes with the watch');
  }
});

test('closing an account that is not frozen takes one person', async (t) => {
  const database = await createTestDatabase(t);
  const { id } = await insertBankAccount(database.pool());
  const { rowCount } = await database
    .pool('vezne_console')
    .query(`update bank_account set status = 'disabled' where id = $1`, [id]);
  assert.equal(rowCount, 1);
});
