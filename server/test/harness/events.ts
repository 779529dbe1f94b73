import { randomUUID } from 'node:crypto';
import type { EventType, StepTrigger } from '@vezne/domain/transaction-state';
import type pg from 'pg';

/**
 * The money of an event, in cents, and what caused it. Of 1000.00 at 3 %, 950.00 arrived, and after a second look 900.00.
 */
const TOLD: Readonly<Record<EventType, Told>> = {
  'deposit.approved': told('approve', {
    actual: 95_000,
    commission: 2_850,
    net: 92_150,
    player: 92_150,
    impact: 92_150,
  }),
  'deposit.corrected': told('correct', {
    actual: 90_000,
    commission: 2_700,
    net: 87_300,
    player: 87_300,
    impact: 87_300,
  }),
  'deposit.rejected': told('reject', { commission: 0, net: 0, player: 0, impact: 0 }, 'no_money_seen'),
  'withdrawal.approved': told('approve', { commission: 3_000, player: 97_000, impact: -100_000 }),
  'withdrawal.rejected': told(
    'payout_returned',
    { commission: 0, player: 100_000, impact: 0 },
    'payout_returned',
  ),
};

interface Told {
  trigger: StepTrigger;
  money: { actual?: number; commission: number; net?: number; player: number; impact: number };
  reason: string | null;
}

function told(trigger: StepTrigger, money: Told['money'], reason: string | null = null): Told {
  return { trigger, money, reason };
}

/**
 * Writes an event about a decision on a transaction and returns its id. As in a real decision, its number comes from the
 * row of the partner's feed, whose lock is held until the database transaction ends. Ids are random, so their order means
 * nothing.
 */
export async function insertEvent(
  db: pg.Pool | pg.PoolClient,
  transactionId: string,
  type: EventType,
): Promise<string> {
  const id = randomUUID();
  const { trigger, money, reason } = TOLD[type];
  await db.query(
    `with feed as (
       update event_feed set last_no = last_no + 1
       where partner_id = (select partner_id from transaction where id = $2) returning last_no
     ), step as (
       insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
       select $2, coalesce(max(step_no), 0) + 1, $4, $5, 'staff', 'ayse' from transaction_step where transaction_id = $2
       returning step_no
     )
     insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference,
       original_transaction_id, reference_code, currency, amount_cents, actual_amount_cents, commission_cents,
       net_amount_cents, player_amount_cents, balance_impact_cents, reason_code)
     select $1, t.partner_id, t.id, step.step_no, feed.last_no, $3, $5, t.external_reference, t.original_transaction_id,
       t.reference_code, t.currency, t.amount_cents, $6, $7, $8, $9, $10, $11
     from transaction t, feed, step where t.id = $2`,
    [
      id,
      transactionId.replace('txn_', ''),
      type,
      trigger,
      type.endsWith('rejected') ? 'rejected' : 'approved',
      money.actual ?? null,
      money.commission,
      money.net ?? null,
      money.player,
      money.impact,
      reason,
    ],
  );
  return `evt_${id.replaceAll('-', '')}`;
}
