import { decisionAction } from '@vezne/domain/audit-actions';
import { demandOf } from '@vezne/domain/may';
import type { Demand } from '@vezne/domain/may';
import type { Cents } from '@vezne/domain/money';
import { permissionToConfirm } from '@vezne/domain/permissions';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { amountThatCounts } from '@vezne/domain/two-people';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';

interface Planned {
  row: DecisionRow;
  change: TransactionChange;
}

/** What making a decision, or asking for it, demands of a person. */
export function demandOfDecision({ row, change }: Planned): Demand {
  const action = decisionAction(row.type, change.trigger);
  const demand = demandWith(demandOf(action), { row, change });
  // Whoever authorises what another has taken is the second person by that, and no request is made.
  const isSecond = action === 'withdrawal.authorise' && change.alone === undefined;
  const amountCents = amountDecided({ row, change });
  return isSecond
    ? { ...demand, permission: permissionToConfirm(action, { amountCents }) ?? demand.permission }
    : demand;
}

/** After authorisation the money may be on its way: whoever finds a screen left open must not have the player refunded as well. */
function demandWith(demand: Demand, { row, change }: Planned): Demand {
  const undoesAuthorised = change.trigger === 'reject' && row.stage === 'authorised';
  return undoesAuthorised ? { ...demand, stepUp: true } : demand;
}

/** How much a decision is about: the larger of what was booked and of what would be. */
export function amountDecided({ row, change }: Planned): Cents {
  const impactCents = change.amounts?.balanceImpactCents ?? row.balanceImpactCents;
  const after = amountThatCounts(change.actualAmountCents ?? row.amountCents, impactCents);
  if (row.actualAmountCents === null) return after;
  const before = amountThatCounts(row.actualAmountCents, row.balanceImpactCents);
  return before > after ? before : after;
}
