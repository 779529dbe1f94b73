import type pg from 'pg';
import { depositRow, insertRow } from './valid-rows.ts';

/** A partner's feed of corrections of one deposit, each told with a reference of its own. Returns the id of the deposit. */
export async function insertFeed(
  owner: pg.Pool,
  { partnerId, bankAccount, events }: { partnerId: string; bankAccount: { id: string }; events: number },
): Promise<string> {
  const row = depositRow({ partner: { id: partnerId }, bankAccount });
  await insertRow(owner, 'transaction', row);
  const transactionId = String(row['id']);
  await owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select $1, n, 'correct', 'approved', 'staff', 'ayse' from generate_series(1, $2::int) as n`,
    [transactionId, events],
  );
  await owner.query(
    `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, currency,
       amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents)
     select gen_random_uuid(), $1, $2, n, n, 'deposit.corrected', 'approved', 'ref-' || n, 'TRY', 100, 100, 3, 97, 97, 97
     from generate_series(1, $3::int) as n`,
    [partnerId, transactionId, events],
  );
  await owner.query('update event_feed set last_no = $1 where partner_id = $2', [events, partnerId]);
  return transactionId;
}
