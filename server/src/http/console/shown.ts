/** What the contract shows of any transaction. */
import type { bankAccountShown, timelineEntry } from '@vezne/contract/console/shown';
import type { SignedInPerson } from '@vezne/domain/actor';
import { maskIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import { can } from '@vezne/domain/permissions';
import type { z } from 'zod';
import type { PaidAccount, ToldAttempt } from '../../db/read/deposit-evidence.ts';
import type { HistoryStep } from '../../db/read/transaction-history.ts';

/** Amounts of transactions are far below what a JSON number holds exactly. */
export const wire = (amount: Cents): number => Number(amount);
export const wireOrNull = (amount: Cents | null): number | null => (amount === null ? null : wire(amount));
export const moment = (at: Date): string => at.toISOString();
export const momentOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

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

export function shownTimeline(
  steps: readonly HistoryStep[],
  attempts: readonly ToldAttempt[],
): z.input<typeof timelineEntry>[] {
  const taken = steps.map(({ at, trigger, actorKind, actor, note }) => ({
    kind: 'step' as const,
    at: moment(at),
    trigger,
    actorKind,
    actor,
    note,
  }));
  const told = attempts.map(({ at, ...attempt }) => ({
    kind: 'webhook' as const,
    at: moment(at),
    ...attempt,
  }));
  // Equal times stay in order: a step comes before what tells of it.
  return [...taken, ...told].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
