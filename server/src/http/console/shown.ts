/** What the contract shows of any transaction. */
import type { bankAccountShown, timelineEntry } from '@vezne/contract/console/shown';
import type { SignedInPerson } from '@vezne/domain/actor';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import { maskIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import { can } from '@vezne/domain/permissions';
import type { z } from 'zod';
import type { PaidAccount, ToldAttempt } from '../../db/read/desk/deposit-evidence.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { EndedRequest } from '../../db/read/requests/ended-requests.ts';
import type { HistoryStep } from '../../db/read/transactions/transaction-history.ts';

/** Amounts of transactions are far below what a JSON number holds exactly. */
export const wire = (amount: Cents): number => Number(amount);
export const wireOrNull = (amount: Cents | null): number | null => (amount === null ? null : wire(amount));
export const moment = (at: Date): string => at.toISOString();
export const momentOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What is the same of deposits and payouts. */
export function shownTransaction(row: DecisionRow) {
  return {
    id: row.id,
    externalReference: row.externalReference,
    status: row.status,
    reasonCode: row.reasonCode,
    seen: row.fingerprint,
    currency: row.currency,
    createdAt: moment(row.createdAt),
    decidedAt: momentOrNull(row.decidedAt),
    partner: { id: row.partnerId, name: row.partnerName },
    customer: { id: row.customerId, username: row.customerUsername, fullName: row.customerFullName },
    amountCents: wire(row.amountCents),
    commissionCents: wire(row.commissionCents),
    playerAmountCents: wire(row.playerAmountCents),
    balanceImpactCents: wire(row.balanceImpactCents),
    terms: {
      basisPoints: row.basisPoints,
      fixedCents: wire(row.fixedCents),
      settlementMode: row.settlementMode,
    },
    fourEyesCents: wire(row.fourEyesCents),
  };
}

/** An account of ours. */
export function shownAccount(
  account: PaidAccount | undefined,
  viewer: SignedInPerson,
): z.input<typeof bankAccountShown> | null {
  if (account === undefined) return null;
  // Auditors recognise an account, and can send nothing to it.
  const isWhole = can(viewer, 'read_queues');
  return { ...account, iban: isWhole ? account.iban : maskIban(account.iban) };
}

/** People write where money went. Everybody who reads requests reads this. */
export function shownRequestNote(note: string | null): string | null {
  return note === null ? null : withHiddenIbans(withoutQueries(note), { numbers: true });
}

export function shownTimeline({
  steps,
  endedRequests,
  attempts,
}: {
  steps: readonly HistoryStep[];
  endedRequests: readonly EndedRequest[];
  attempts: readonly ToldAttempt[];
}): z.input<typeof timelineEntry>[] {
  const taken = steps.map(({ at, trigger, actorKind, actor, note }) => ({
    kind: 'step' as const,
    at: moment(at),
    trigger,
    actorKind,
    actor,
    note,
  }));
  const asked = endedRequests.map(({ endedAt, note, ...request }) => ({
    kind: 'request' as const,
    at: moment(endedAt),
    ...request,
    note: shownRequestNote(note),
  }));
  const told = attempts.map(({ at, ...attempt }) => ({
    kind: 'webhook' as const,
    at: moment(at),
    ...attempt,
  }));
  // Equal times stay in order: a step comes before what tells of it.
  return [...taken, ...asked, ...told].toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
  );
}
