import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { PLAYER_DAYS_SQL } from '../../../src/db/read/transactions/player-days.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertPartner } from '../../harness/factories.ts';
import { indexesOf, mostRows, planOf } from './plans.ts';

const MIDNIGHT = new Date('2026-11-14T21:00:00Z');
const FIRST_ID = firstIdAt(MIDNIGHT);
const YESTERDAY = new Date(MIDNIGHT.getTime() - 1);
const DAY = '2026-11-15';
/** One player's withdrawals of earlier days, and those of today. */
const EARLIER = 20_000;
const TODAY = 15;
/** What other players of the same partner have done today. */
const OTHERS_TODAY = 5_000;

const TYPES = ['uuid[]', 'text[]', 'text[]', 'date[]'];

test("a player's day is read by its own rows, however many the player has of other days and the partner of today", async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  await insertWithdrawals(owner, {
    partnerId,
    player: `'player'`,
    count: EARLIER,
    firstId: 1n,
    at: YESTERDAY,
  });
  const today = BigInt(`0x${FIRST_ID.replaceAll('-', '')}`);
  await insertWithdrawals(owner, {
    partnerId,
    player: `'player'`,
    count: TODAY,
    firstId: today,
    at: MIDNIGHT,
  });
  await insertWithdrawals(owner, {
    partnerId,
    player: `'player-' || n % 1000`,
    count: OTHERS_TODAY,
    firstId: today + BigInt(TODAY),
    at: MIDNIGHT,
  });
  await owner.query('vacuum analyze transaction');
  await assertReadsToday(database.pool('vezne_api'), partnerId, TODAY);
});

test("a player's day is read by the index, even if the plan was made for an empty table", async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  await owner.query('vacuum analyze transaction');
  await assertReadsToday(database.pool('vezne_api'), partnerId, 0);
});

async function assertReadsToday(api: pg.Pool, partnerId: string, rows: number): Promise<void> {
  const client = await api.connect();
  try {
    const values = [`{${partnerId}}`, '{player}', '{withdrawal}', `{${DAY}}`];
    const nodes = await planOf(client, PLAYER_DAYS_SQL, TYPES, values);
    assert.deepEqual(indexesOf(nodes, 'transaction'), ['transaction_of_player']);
    assert.ok(mostRows(nodes) <= Math.max(rows, 1), `${mostRows(nodes)} rows were read`);
    const { rows: days } = await client.query(PLAYER_DAYS_SQL, [
      [partnerId],
      ['player'],
      ['withdrawal'],
      [DAY],
    ]);
    assert.deepEqual(days, [{ count: rows, cents: BigInt(rows) * 100_000n }]);
  } finally {
    client.release();
  }
}

/** Withdrawals with consecutive ids from the given one on. */
async function insertWithdrawals(
  owner: pg.Pool,
  {
    partnerId,
    player,
    count,
    firstId,
    at,
  }: { partnerId: string; player: string; count: number; firstId: bigint; at: Date },
): Promise<void> {
  const first = firstId.toString(16).padStart(32, '0');
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, payout_bank_name, payout_holder_name, payout_iban, created_at)
     select ($2 || lpad(to_hex(n + $3), 8, '0'))::uuid, $1, 'withdrawal', 'waiting_confirmation', 'queued',
       $2 || n + $3, 'TRY', 100000, 3000, 97000, -100000, 300, 0, 'deduct_from_amount',
       ${player}, 'ayse', 'Ayşe', 'Ziraat Bankası', 'Ayşe', 'TR330006100519786457841326',
       $5::timestamptz
     from generate_series(0, $4::int - 1) as n`,
    [partnerId, first.slice(0, 24), Number(`0x${first.slice(24)}`), count, at],
  );
}
