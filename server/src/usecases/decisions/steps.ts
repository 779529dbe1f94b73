import { creditOnRejection } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { transition } from '@vezne/domain/transaction-state';
import type {
  ReasonCode,
  TransactionState,
  TransactionType,
  Transition,
  Trigger,
} from '@vezne/domain/transaction-state';
import type { ActorKind } from '../../db/schema.ts';
import type { Step } from '../../db/write/decisions/step.ts';
import { newId } from '../../ids.ts';
import { rejectedAmounts } from './edges.ts';

interface Moved {
  id: string;
  partnerId: string;
  type: TransactionType;
  amountCents: Cents;
}

interface Cause {
  from: TransactionState;
  trigger: Trigger;
  actorKind: ActorKind;
  actor: string;
}

/** A step that ends a transaction without money having moved: nothing was set aside for it, and nothing is given back. */
export function rejectionStep(
  moved: Moved,
  { reasonCode, ...cause }: Cause & { reasonCode: ReasonCode },
): Step {
  const { event, ...step } = stepOf(moved, cause);
  if (event === null) throw new Error(`A rejected ${moved.type} is told to its partner.`);
  const playerAmountCents = creditOnRejection({ type: moved.type, requestedCents: moved.amountCents });
  return {
    ...step,
    reasonCode,
    netAmountCents: null,
    ...rejectedAmounts(moved.type),
    event: { id: newId(), type: event, playerAmountCents },
  };
}

/** Everything of a step but its amounts. */
export function stepOf(
  { id, partnerId, type }: Omit<Moved, 'amountCents'>,
  { from, trigger, actorKind, actor }: Cause,
): Pick<
  Step,
  | 'transactionId'
  | 'partnerId'
  | 'decisionId'
  | 'type'
  | 'from'
  | 'trigger'
  | 'to'
  | 'actorKind'
  | 'actor'
  | 'note'
> & { event: Transition['event'] } {
  const edge = transition(type, from, trigger);
  if (!edge) throw new Error(`No edge ${trigger} leads from ${from.stage ?? from.status} of a ${type}.`);
  return {
    transactionId: id,
    partnerId,
    decisionId: newId(),
    type,
    from,
    trigger,
    to: edge.to,
    actorKind,
    actor,
    note: null,
    event: edge.event,
  };
}
