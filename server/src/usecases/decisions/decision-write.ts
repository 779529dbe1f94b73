import type { StoredPerson } from '@vezne/domain/actor';
import { decisionAction } from '@vezne/domain/audit-actions';
import { creditOnRejection } from '@vezne/domain/commission';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { LedgerAccountIds } from '../../db/read/ledger/accounts.ts';
import type { DecisionWrite } from '../../db/write/decisions/decide.ts';
import { movementsOf, transfersOf } from '../../db/write/ledger/posting.ts';
import { newId } from '../../ids.ts';
import type { Decision } from './decision.ts';

/** A decision with every value it sets on the transaction, and everything that is written with it. */
export function decisionWrite(
  accountIds: LedgerAccountIds,
  { decision, row, change }: { decision: Decision; row: DecisionRow; change: TransactionChange },
): DecisionWrite {
  const { actor, note = null } = decision;
  const { posting } = change;
  const amounts = { ...row, ...change.amounts };
  return {
    transactionId: row.id,
    partnerId: row.partnerId,
    decisionId: decision.press?.id ?? newId(),
    pressHash: decision.press?.hash,
    type: row.type,
    from: change.from,
    trigger: change.trigger,
    to: change.to,
    actualAmountCents:
      change.actualAmountCents === undefined ? row.actualAmountCents : change.actualAmountCents,
    bankAccountId: change.bankAccountId === undefined ? row.bankAccountId : change.bankAccountId,
    takenBy: change.takenBy === undefined ? storedPerson(row.takenBy, row.takenById) : change.takenBy,
    authorisedBy:
      change.authorisedBy === undefined
        ? storedPerson(row.authorisedBy, row.authorisedById)
        : change.authorisedBy,
    part: change.part ?? null,
    hold: change.hold ?? null,
    alone: change.alone ?? [],
    reasonCode: change.reasonCode ?? null,
    commissionCents: amounts.commissionCents,
    netAmountCents: amounts.netAmountCents,
    playerAmountCents: amounts.playerAmountCents,
    balanceImpactCents: amounts.balanceImpactCents,
    fingerprint: decision.fingerprint ?? row.fingerprint,
    // What uses credit or adds to the day's sums depends on settings. Everything else follows from the row.
    settingsReadAt: change.floorCents === undefined && change.alone === undefined ? null : row.readAt,
    actor,
    askedBy: decision.asked?.askedBy,
    note,
    said: change.said,
    event: change.event && {
      id: newId(),
      type: change.event,
      playerAmountCents: toldAmount(row, change, amounts),
    },
    transfers: posting
      ? transfersOf(posting, { accountIds, causeId: row.id, floorCents: change.floorCents ?? null })
      : [],
    movements: posting ? movementsOf(posting, row.id) : [],
    audit: {
      action: decisionAction(row.type, change.trigger),
      details: auditDetails(row, change, decision),
    },
  };
}

/** The amount that the event tells the partner to credit to the player. */
function toldAmount(
  row: DecisionRow,
  { to }: TransactionChange,
  { playerAmountCents }: { playerAmountCents: Cents },
): Cents {
  return to.status === 'rejected'
    ? creditOnRejection({ type: row.type, requestedCents: row.amountCents })
    : playerAmountCents;
}

/** What the person decided. It repeats nothing that the transaction itself shows. */
export function auditDetails(
  row: DecisionRow,
  { actualAmountCents, bankAccountId, reasonCode, said }: TransactionChange,
  { note, asked }: Pick<Decision, 'note' | 'asked'>,
): Record<string, unknown> {
  return {
    amount: formatAmount(row.amountCents),
    ...(actualAmountCents === undefined
      ? {}
      : { actualAmount: actualAmountCents === null ? null : formatAmount(actualAmountCents) }),
    ...(bankAccountId === undefined ? {} : { bankAccountId }),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(note ? { note } : {}),
    ...said,
    ...(asked === undefined ? {} : { askedBy: asked.askedBy.name }),
  };
}

function storedPerson(name: string | null, id: string | null): StoredPerson | null {
  return name === null ? null : { id, name };
}
