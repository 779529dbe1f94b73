import { REJECTED_DEPOSIT_AMOUNTS, REJECTED_WITHDRAWAL_AMOUNTS } from '@vezne/domain/commission';
import type { DepositAmounts, WithdrawalAmounts } from '@vezne/domain/commission';
import { transitionPosting } from '@vezne/domain/postings';
import { transition } from '@vezne/domain/transaction-state';
import type { TransactionType, Transition, Trigger } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { Plan, RefusedDecision } from './request.ts';

type Taken = Transition & { from: NonNullable<Transition['from']> };

/** The edge that a trigger takes from where the transaction stands, or why there is none. */
export function edgeFrom(
  row: DecisionRow,
  type: TransactionType,
  trigger: Trigger,
): Taken | Extract<RefusedDecision, 'not_found' | 'conflict'> {
  if (row.type !== type) return 'not_found';
  const edge = transition(type, { status: row.status, stage: row.stage }, trigger);
  return edge?.from ? { ...edge, from: edge.from } : 'conflict';
}

/** The plan of an edge: where it leads, whom it tells, and what it posts, with the amounts that it gives the transaction. */
export function planOf(
  row: DecisionRow,
  { from, trigger, to, event, ...edge }: Taken,
  amounts?: DepositAmounts | WithdrawalAmounts,
): Plan {
  // A rejection sets the amounts to nothing, and what it gives back is what they were.
  const posted = to.status === 'rejected' ? row : { ...row, ...amounts };
  return {
    from,
    trigger,
    to,
    event,
    ...(amounts ? { amounts } : {}),
    posting: transitionPosting({ ...edge, from, trigger, to, event }, posted),
  };
}

/** What a rejected transaction shows. */
export function rejectedAmounts(type: TransactionType): DepositAmounts | WithdrawalAmounts {
  return type === 'deposit' ? REJECTED_DEPOSIT_AMOUNTS : REJECTED_WITHDRAWAL_AMOUNTS;
}
