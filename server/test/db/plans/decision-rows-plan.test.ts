import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { DECISION_ROWS_SQL } from '../../../src/db/read/desk/decision-rows.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { indexesOf, mostRows, planOf } from './plans.ts';

/** What one player has deposited today. */
const OF_PLAYER = 5;

for (const ofEverybody of [200, 20_000]) {
  test(`an approval reads its player's deposits of the day, and not the ${ofEverybody} of everybody`, async (t) => {
    const database = await createTestDatabase(t);
    const owner = database.pool();
    const { id: partnerId } = await insertPartner(owner);
    const { id: accountId } = await insertBankAccount(owner);
    await insertDeposits(owner, { partnerId, accountId, count: ofEverybody });
    await owner.query('vacuum analyze');
    const { rows } = await owner.query<{ id: string }>(
      `select id from transaction where customer_id = 'player' order by id limit 1`,
    );
    const client = await database.pool('vezne_console').connect();
    try {
      const nodes = await planOf(client, DECISION_ROWS_SQL, ['uuid[]'], [`{${rows[0]?.id}}`]);
      assert.deepEqual(new Set(indexesOf(nodes, 'transaction')), INDEXES);
      assert.ok(mostRows(nodes) <= OF_PLAYER, `${mostRows(nodes)} rows were read`);
    } finally {
      client.release();
    }
  });
}

/** The deposit itself, and what its player has had. */
const INDEXES = new Set(['transaction_pkey', 'transaction_of_player']);

/** Deposits of now, each of another amount, by a thousand players and one more. */
async function insertDeposits(
  owner: pg.Pool,
  { partnerId, accountId, count }: { partnerId: string; accountId: string; count: number },
): Promise<void> {
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version,
       expires_at)
     select ($3 || lpad(to_hex(n), 8, '0'))::uuid, $1, 'deposit', 'waiting_confirmation', 'order-' || n, 'TRY', 100000 + n, 0,
       100000 + n, 100000 + n, 100000 + n, 0, 0, 'deduct_from_amount',
       case when n <= $5 then 'player' else 'player-' || n % 1000 end, 'ayse', 'Ayşe Işık', $2,
       translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/return?order=' || n, 1, now() + interval '1 day'
     from generate_series(1, $4::int) as n`,
    [partnerId, accountId, firstIdAt(new Date()).replaceAll('-', '').slice(0, 24), count, OF_PLAYER],
  );
}
