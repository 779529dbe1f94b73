import type { Actor } from '@vezne/domain/actor';
import { creditOnRejection } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { rejectedAmounts } from '@vezne/domain/transaction-change';
import { transition } from '@vezne/domain/transaction-state';
import type {
  ReasonCode,
  TransactionState,
  TransactionType,
  Transition,
  Trigger,
} from '@vezne/domain/transaction-state';
import type { Step } from '../../db/write/decisions/step.ts';
import { newId } from '../../ids.ts';

interface Moved {
  id: string;
  partnerId: string;
  type: TransactionType;
  amountCents: Cents;
}

interface Cause {
  from: TransactionState;
  trigger: Trigger;
  actor: Actor;
}

/** A step that ends a transaction although no money has moved: nothing was reserved for it, and nothing is given back. */
export function rejectionStep(
  moved: Moved,
  { reasonCode, ...cause }: Cause & { reasonCode: ReasonCode },
): Step {
  const { event, ...step } = stepOf(moved, cause);
  if (event === null) throw new Error(`The rejection of a ${moved.type} has no event for its partner.`);
  const playerAmountCents = creditOnRejection({ type: moved.type, requestedCents: moved.amountCents });
  return {
    ...step,
    reasonCode,
    netAmountCents: null,
    ...rejectedAmounts(moved.type),
    event: { id: newId(), type: event, playerAmountCents },
  };
}

type AmountsAndEvent =
  | 'reasonCode'
  | 'commissionCents'
  | 'netAmountCents'
  | 'playerAmountCents'
  | 'balanceImpactCents'
  | 'event';

/** A step without its amounts. */
export function stepOf(
  { id, partnerId, type }: Omit<Moved, 'amountCents'>,
  { from, trigger, actor }: Cause,
): Omit<Step, AmountsAndEvent> & { event: Transition['event'] } {
  const edge = transition(type, from, trigger);
  if (!edge) throw new Error(`A ${type} in state ${from.stage ?? from.status} has no transition ${trigger}.`);
  return {
    transactionId: id,
    partnerId,
    decisionId: newId(),
    type,
    from,
    trigger,
    to: edge.to,
    actor,
    note: null,
    event: edge.event,
  };
}
