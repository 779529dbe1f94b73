import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { Transition } from '@vezne/domain/transaction-state';
import { VIEW_COLUMNS } from '../read/transaction-views.ts';
import type { TransactionView } from '../read/transaction-views.ts';
import { runWrite } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

export interface Cancellation {
  partnerId: string;
  id: string;
  /** The edge that cancelling takes; the row must be where it begins. */
  edge: Transition;
  eventId: string;
  /** What the event tells the partner to credit. */
  playerAmountCents: Cents;
}

const CANCEL_SQL = `
with t as (
  update transaction set status = $3, stage = $4, reason_code = 'partner_cancelled', decided_at = now(),
    commission_cents = 0, net_amount_cents = case type when 'deposit' then 0 end, player_amount_cents = 0, balance_impact_cents = 0
  where partner_id = $1 and id = $2 and type = $5 and status = $6 and stage is not distinct from $7
  returning *
), step as (
  insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
  select t.id, (select max(step_no) + 1 from transaction_step where transaction_id = t.id), $8, t.status, t.stage, 'partner', t.partner_id::text
  from t
), event as (
  insert into event (id, partner_id, transaction_id, type, status, external_reference, original_transaction_id, reference_code,
    currency, amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, reason_code)
  select $9::uuid, t.partner_id, t.id, $10, t.status, t.external_reference, t.original_transaction_id, t.reference_code,
    t.currency, t.amount_cents, t.actual_amount_cents, t.commission_cents, t.net_amount_cents, $11::int8, t.balance_impact_cents, t.reason_code
  from t
)
select ${VIEW_COLUMNS} from t`;

/** Rejects a transaction at its partner's wish, with its history step and its event; undefined if it is no longer there. */
export async function cancelTransaction(
  pool: pg.Pool,
  { partnerId, id, edge, eventId, playerAmountCents }: Cancellation,
  options: StatementOptions,
): Promise<TransactionView | undefined> {
  const values = [
    partnerId,
    id,
    edge.to.status,
    edge.to.stage,
    edge.type,
    edge.from?.status,
    edge.from?.stage,
    edge.trigger,
    eventId,
    edge.event,
    playerAmountCents,
  ];
  const [cancelled] = await runWrite<TransactionView>(
    pool,
    { name: 'cancel-transaction', text: CANCEL_SQL, values },
    options,
  );
  return cancelled;
}
