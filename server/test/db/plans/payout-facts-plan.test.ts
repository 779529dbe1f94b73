import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { PAYOUT_FACTS_SQL } from '../../../src/db/read/payouts/payout-facts.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import { planOf, readRows } from './plans.ts';

/** The payout itself, once for each of the two questions about its player and its IBAN. */
const MOST_READ = 4;

for (const ofEverybody of [200, 20_000]) {
  // Of a few rows that it knows nothing about, PostgreSQL 15 reads all, and that costs nothing.
  for (const isAnalysed of ofEverybody > 200 ? [true, false] : [true]) {
    const known = isAnalysed ? '' : ', and nothing is known about the table';
    test(`a decision on a new player's payout reads none of the ${ofEverybody} of everybody${known}`, async (t) => {
      const database = await createTestDatabase(t);
      const owner = database.pool();
      await insertPayouts(owner, ofEverybody);
      if (isAnalysed) await owner.query('vacuum analyze');
      const { rows } = await owner.query<{ id: string }>(
        `select id from transaction where customer_id = 'player-1'`,
      );
      const client = await database.pool('vezne_console').connect();
      try {
        const nodes = await planOf(client, PAYOUT_FACTS_SQL, ['uuid[]'], [`{${rows[0]?.id}}`]);
        assert.ok(
          readRows(nodes, 'transaction') <= MOST_READ,
          `${readRows(nodes, 'transaction')} rows were read`,
        );
      } finally {
        client.release();
      }
    });
  }
}

/** Approved payouts of one partner, each of another player to another account. The first one waits. */
async function insertPayouts(owner: pg.Pool, count: number): Promise<void> {
  const { id: partnerId } = await insertPartner(owner);
  const { id: accountId } = await insertBankAccount(owner);
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, payout_bank_name, payout_holder_name, payout_iban,
       bank_account_id, taken_by, authorised_by, decided_at)
     select ($3 || lpad(to_hex(n), 8, '0'))::uuid, $1, 'withdrawal', case when waits then 'waiting_confirmation' else 'approved' end,
       case when waits then 'queued' end, 'order-' || n, 'TRY', 100000, 3000, 97000, -100000, 300, 0, 'deduct_from_amount',
       'player-' || n, 'ayse', 'Ayşe', 'Ziraat Bankası', 'Ayşe', iban,
       case when not waits then $2::uuid end, case when not waits then 'ali' end, case when not waits then 'ali' end,
       case when not waits then now() end
     from unnest($4::text[]) with ordinality as payout (iban, n) cross join lateral (select n = 1 as waits) as first`,
    [
      partnerId,
      accountId,
      firstIdAt(new Date()).replaceAll('-', '').slice(0, 24),
      Array.from({ length: count }, (_, index) => turkishIban(5_000_000 + index)),
    ],
  );
}
