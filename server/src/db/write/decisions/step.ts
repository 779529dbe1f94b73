import { storedActorId } from '@vezne/domain/actor';
import type { Actor, StoredPerson } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionState,
  TransactionType,
} from '@vezne/domain/transaction-state';
import type { BatchColumn } from '../../statement.ts';

/** A step of a transaction. It is taken only if the transaction is still in the state where the step begins. */
export interface Step {
  transactionId: string;
  partnerId: string;
  /** Finds a step again when its answer was lost. */
  decisionId: string;
  /** What the person pressed, hashed: the same id with other words is not this step. Absent where nobody presses twice. */
  pressHash?: Buffer | undefined;
  type: TransactionType;
  from: TransactionState;
  trigger: StepTrigger;
  to: TransactionState;
  reasonCode: ReasonCode | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  actor: Actor;
  /** Who asked for it, when the actor confirms it as the second person. */
  askedBy?: StoredPerson | undefined;
  note: string | null;
  /** What the person said of the bank or of marks. */
  said?: Readonly<Record<string, unknown>> | undefined;
  /** The event for the partner, if there is one. */
  event: { id: string; type: EventType; playerAmountCents: Cents } | null;
}

export const STEP_COLUMNS: readonly BatchColumn<Step>[] = [
  ['id', 'uuid', (step) => step.transactionId],
  ['decision_id', 'uuid', (step) => step.decisionId],
  ['press_hash', 'bytea', (step) => step.pressHash],
  ['type', 'text', (step) => step.type],
  ['from_status', 'text', (step) => step.from.status],
  ['from_stage', 'text', (step) => step.from.stage],
  ['trigger', 'text', (step) => step.trigger],
  ['to_status', 'text', (step) => step.to.status],
  ['to_stage', 'text', (step) => step.to.stage],
  ['reason_code', 'text', (step) => step.reasonCode],
  ['commission_cents', 'int8', (step) => step.commissionCents],
  ['net_amount_cents', 'int8', (step) => step.netAmountCents],
  ['player_amount_cents', 'int8', (step) => step.playerAmountCents],
  ['balance_impact_cents', 'int8', (step) => step.balanceImpactCents],
  ['actor_kind', 'text', (step) => step.actor.kind],
  ['actor_id', 'text', (step) => storedActorId(step.actor)],
  ['actor', 'text', (step) => step.actor.name],
  ['asked_by_id', 'text', (step) => step.askedBy?.id],
  ['asked_by', 'text', (step) => step.askedBy?.name],
  ['note', 'text', (step) => step.note],
  ['said', 'text', (step) => step.said && JSON.stringify(step.said)],
  ['event_id', 'uuid', (step) => step.event?.id],
  ['event_type', 'text', (step) => step.event?.type],
  ['event_player_amount_cents', 'int8', (step) => step.event?.playerAmountCents],
];

/** The partners whose event feeds the steps write to. */
export function feedsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(({ event }) => event !== null).map(({ partnerId }) => partnerId))];
}

/**
 * The building blocks of every statement that moves transactions. All of them lock in one order: transactions by id, then
 * ledger accounts by id, then event feeds by partner. Two statements with different orders could deadlock, and one would be
 * killed.
 */

/** Parameter 1 holds the ids. If a row changed while this waited for its lock, the new version is read. */
export const LOCKED_TRANSACTIONS = `
locked as materialized (
  select * from transaction where id = any ($1) order by id for no key update
)`;

/** The guard: a decision moves a row only from the state that it expects. */
export const STATE_HOLDS = `t.type = a.type and t.status = a.from_status and t.stage is not distinct from a.from_stage`;

/** What the blocks below need from a moved row and from the decision that moved it. */
export const MOVED = `t.*, a.trigger, a.actor_kind, a.actor_id, a.actor, a.asked_by_id, a.asked_by, a.note, a.said, a.decision_id, a.press_hash,
    a.event_id, a.event_type, a.event_player_amount_cents, a.place`;

/** What every decision sets on its transaction. `a` is the decision, `t` the row. */
export const NEW_STATE = `
  status = a.to_status, stage = a.to_stage, step_count = t.step_count + 1, reason_code = a.reason_code,
  decided_at = case when a.to_status = t.status then t.decided_at when a.to_status in ('approved', 'rejected') then now() end,
  commission_cents = a.commission_cents, net_amount_cents = a.net_amount_cents,
  player_amount_cents = a.player_amount_cents, balance_impact_cents = a.balance_impact_cents`;

/**
 * Writes the history step of each moved row and, where partners are told, its event with the next number of their feed. It
 * needs `moved`, the rows that decisions moved.
 */
export function historyAndEvents({ partnerIds, after }: { partnerIds: string; after: string }): string {
  return `
step as (
  insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor_id, actor, asked_by_id, asked_by,
    note, said, decision_id, press_hash)
  select id, step_count, trigger, status, stage, actor_kind, actor_id, actor, asked_by_id, asked_by, note, said::jsonb, decision_id,
    press_hash
  from moved
), feed as materialized (
  select partner_id, last_no from event_feed
  where partner_id = any (${partnerIds}) and (select count(*) from ${after}) >= 0
  order by partner_id for no key update
), told as materialized (
  select t.*, feed.last_no + row_number() over (partition by t.partner_id order by t.place) as feed_no
  -- Without a feed the number is null, and the statement fails: no event is ever silently lost.
  from moved t left join feed on feed.partner_id = t.partner_id
  where t.event_type is not null
), event as (
  insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, original_transaction_id,
    reference_code, currency, amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents,
    balance_impact_cents, reason_code)
  select event_id, partner_id, id, step_count, feed_no, event_type, status, external_reference, original_transaction_id,
    reference_code, currency, amount_cents, actual_amount_cents, commission_cents, net_amount_cents, event_player_amount_cents,
    balance_impact_cents, reason_code
  from told
), numbered_feed as (
  update event_feed set last_no = last.feed_no
  from (select partner_id, max(feed_no) as feed_no from told group by partner_id) as last
  where last.partner_id = event_feed.partner_id
)`;
}
