import type { Cents } from '@vezne/domain/money';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionState,
  TransactionType,
} from '@vezne/domain/transaction-state';
import type { BatchColumn } from '../../columns.ts';
import type { ActorKind } from '../../schema.ts';

/** A step that a transaction takes if it still stands where the step begins. */
export interface Step {
  transactionId: string;
  partnerId: string;
  /** By it a step whose answer was lost is found again. */
  decisionId: string;
  type: TransactionType;
  from: TransactionState;
  trigger: StepTrigger;
  to: TransactionState;
  reasonCode: ReasonCode | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  actorKind: ActorKind;
  actor: string;
  note: string | null;
  /** What the partner is told, if it is told. */
  event: { id: string; type: EventType; playerAmountCents: Cents } | null;
}

export const STEP_COLUMNS: readonly BatchColumn<Step>[] = [
  ['id', 'uuid', (step) => step.transactionId],
  ['decision_id', 'uuid', (step) => step.decisionId],
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
  ['actor_kind', 'text', (step) => step.actorKind],
  ['actor', 'text', (step) => step.actor],
  ['note', 'text', (step) => step.note],
  ['event_id', 'uuid', (step) => step.event?.id],
  ['event_type', 'text', (step) => step.event?.type],
  ['event_player_amount_cents', 'int8', (step) => step.event?.playerAmountCents],
];

/** The partners whose feeds the steps write to. */
export function feedsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(({ event }) => event !== null).map(({ partnerId }) => partnerId))];
}
