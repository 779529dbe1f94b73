import { creditOnRejection } from '@vezne/domain/commission';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { Decision } from '../../db/write/decisions/decide.ts';
import { newId } from '../../ids.ts';
import { plannedMovements, plannedTransfers } from '../ledger/account-ids.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { plainValues } from '../plain-values.ts';
import type { DecisionRequest, Plan } from './request.ts';

/** A plan with every value that it gives the transaction, and everything that is written beside it. */
export function plannedDecision(
  ids: AccountIds,
  { request, row, plan }: { request: DecisionRequest; row: DecisionRow; plan: Plan },
): Decision {
  const { actor, note = null } = request;
  const amounts = { ...row, ...plan.amounts };
  const kept = {
    actualAmountCents: plan.actualAmountCents === undefined ? row.actualAmountCents : plan.actualAmountCents,
    bankAccountId: plan.bankAccountId === undefined ? row.bankAccountId : plan.bankAccountId,
    takenBy: plan.takenBy === undefined ? row.takenBy : plan.takenBy,
    authorisedBy: plan.authorisedBy === undefined ? row.authorisedBy : plan.authorisedBy,
    reasonCode: plan.reasonCode ?? null,
    commissionCents: amounts.commissionCents,
    netAmountCents: amounts.netAmountCents,
    playerAmountCents: amounts.playerAmountCents,
    balanceImpactCents: amounts.balanceImpactCents,
  };
  const causeId = row.id;
  return {
    transactionId: row.id,
    partnerId: row.partnerId,
    decisionId: newId(),
    type: row.type,
    from: plan.from,
    trigger: plan.trigger,
    to: plan.to,
    ...kept,
    seen: request.seen ?? row.seen,
    // Only what asks for credit depends on settings; everything else follows from the row.
    settingsReadAt: plan.floorCents === undefined ? null : row.readAt,
    actorKind: 'staff',
    actor: actor.name,
    note,
    event: plan.event && { id: newId(), type: plan.event, playerAmountCents: creditOf(row, plan, kept) },
    transfers: plan.posting
      ? plannedTransfers(ids, plan.posting, { causeId, floorCents: plan.floorCents ?? null })
      : [],
    movements: plan.posting ? plannedMovements(plan.posting, causeId) : [],
    audit: {
      actorKind: actor.kind,
      action: `${row.type}.${plan.trigger}`,
      details: auditDetails(row, plan, { note }),
    },
  };
}

/** What the event tells the partner to credit to the player. */
function creditOf(
  row: DecisionRow,
  { to }: Plan,
  { playerAmountCents }: Pick<Decision, 'playerAmountCents'>,
): Decision['playerAmountCents'] {
  return to.status === 'rejected'
    ? creditOnRejection({ type: row.type, requestedCents: row.amountCents })
    : playerAmountCents;
}

/** What the person decided, and nothing that the transaction itself tells. */
function auditDetails(
  row: DecisionRow,
  { actualAmountCents, bankAccountId, reasonCode }: Plan,
  { note }: { note: string | null },
): Record<string, unknown> {
  return plainValues({
    amountCents: row.amountCents,
    ...(actualAmountCents === undefined ? {} : { actualAmountCents }),
    ...(bankAccountId === undefined ? {} : { bankAccountId }),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(note === null ? {} : { note }),
  });
}
