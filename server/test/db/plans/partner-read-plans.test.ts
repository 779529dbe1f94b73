import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { BALANCE_SQL } from '../../../src/db/read/ledger/balances.ts';
import { eventsSql } from '../../../src/db/read/transactions/events.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { indexesOf, mostRows, planOf } from './plans.ts';

/** One partner's transactions: decided long ago, except the last few, which still wait. */
const DECIDED = 20_000;
const WAITING = 20;
/** Many partners with one or two withdrawals make the planner believe that every partner has few. */
const OTHER_PARTNERS = 1_000;

test('a balance and a page of events cost the same, however many decided transactions a partner has', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  await insertBankAccount(owner);
  await insertHistory(owner, partnerId);
  const api = await database.pool('vezne_api').connect();
  t.after(() => api.release());
  // The plan that a prepared statement ends with after many uses. The first plans know the values and can only be better.
  await api.query('set plan_cache_mode = force_generic_plan');

  await t.test('the balance reads only open transactions, not the history', async () => {
    const nodes = await planOf(api, BALANCE_SQL, ['uuid'], [partnerId]);
    assert.deepEqual(indexesOf(nodes, 'open_transaction'), ['open_withdrawals_to_confirm']);
    assert.deepEqual(indexesOf(nodes, 'transaction'), ['transaction_pkey']);
    assert.ok(mostRows(nodes) <= WAITING + OTHER_PARTNERS, `${mostRows(nodes)} rows were read`);
  });

  const { rows } = await owner.query<{ id: string }>('select id from event where feed_no = $1', [
    DECIDED - 100,
  ]);
  for (const after of [undefined, rows[0]?.id ?? assert.fail()]) {
    await t.test(
      `a page that starts ${after ? 'far behind' : 'at the first event'} reads only its own events`,
      async () => {
        const types = ['uuid', 'int8', 'boolean', ...(after ? ['uuid'] : [])];
        const values = [partnerId, '50', 'false', ...(after ? [after] : [])];
        const nodes = await planOf(api, eventsSql({ after }), types, values);
        assert.deepEqual(
          new Set(indexesOf(nodes, 'event')),
          new Set(['event_feed_key', ...(after ? ['event_pkey'] : [])]),
        );
        assert.ok(mostRows(nodes) <= 50, `${mostRows(nodes)} rows were read`);
      },
    );
  }
});

/**
 * Withdrawals, all rejected except the last few, each with its step and its event; and one waiting withdrawal of each other
 * partner.
 */
async function insertHistory(owner: pg.Pool, partnerId: string): Promise<void> {
  await owner.query(
    `insert into partner (id, name) select lpad(n::text, 32, 'f')::uuid, 'Other ' || n from generate_series(1, $1::int) as n`,
    [OTHER_PARTNERS],
  );
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, payout_bank_name, payout_holder_name, payout_iban, reason_code,
       decided_at)
     select lpad(n::text, 32, '0')::uuid,
       case when n <= $3 then $1::uuid else lpad((n - $3)::text, 32, 'f')::uuid end, 'withdrawal', case when n <= $2 then 'rejected' else 'waiting_confirmation' end,
       case when n > $2 then 'queued' end, 'payout-' || n, 'TRY', 100000, case when n <= $2 then 0 else 3000 end,
       case when n <= $2 then 0 else 97000 end, case when n <= $2 then 0 else -100000 end, 300, 0, 'deduct_from_amount',
       'player', 'ayse', 'Ayşe', 'Ziraat Bankası', 'Ayşe', 'TR330006100519786457841326',
       case when n <= $2 then 'other' end, case when n <= $2 then now() end
     from generate_series(1, $3::int + $4::int) as n`,
    [partnerId, DECIDED, DECIDED + WAITING, OTHER_PARTNERS],
  );
  await owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select id, 1, 'reject', status, 'staff', 'ayse' from transaction where status = 'rejected'`,
  );
  await owner.query(
    `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, currency,
       amount_cents, commission_cents, player_amount_cents, balance_impact_cents, reason_code)
     select gen_random_uuid(), partner_id, id, 1, row_number() over (order by id), 'withdrawal.rejected', status,
       external_reference, currency, amount_cents, 0, amount_cents, 0, reason_code
     from transaction where status = 'rejected'`,
  );
  await owner.query('analyze transaction, event, ledger_account');
}
