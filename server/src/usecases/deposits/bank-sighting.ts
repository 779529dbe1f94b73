import { isSomebodyElse } from '@vezne/domain/two-people';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { checkedReference } from '../checked-reference.ts';
import { checkedText } from '../checked-text.ts';

/** What an operator saw at the bank. */
export interface BankSighting {
  /** What the bank calls the transfer. */
  bankReference?: string | undefined;
  /** Who sent it, as the bank shows it. */
  senderSeen?: string | undefined;
  /** The operator knows that this reference stood for another transfer before. No bank promises that it doesn't. */
  isReferenceUsedBefore?: boolean | undefined;
}

const SENDER_MAX_LENGTH = 128;

export function checkedSighting({
  bankReference,
  senderSeen,
  isReferenceUsedBefore,
}: BankSighting): BankSighting {
  return {
    ...(bankReference === undefined ? {} : { bankReference: checkedReference(bankReference) }),
    ...(senderSeen === undefined
      ? {}
      : { senderSeen: checkedText('sender_seen', senderSeen, { maxLength: SENDER_MAX_LENGTH }) }),
    ...(isReferenceUsedBefore ? { isReferenceUsedBefore } : {}),
  };
}

/** Why the money of a deposit could be credited twice, so that an approval has to say what the bank shows. */
export type DepositWarning = 'late_money' | 'same_amount_again' | 'moved' | 'another_sender';

export function depositWarnings(row: DecisionRow, { senderSeen }: BankSighting = {}): DepositWarning[] {
  const senders = [row.senderClaimed, senderSeen ?? null].filter((name) => name !== null);
  const holds: Record<DepositWarning, boolean> = {
    late_money: row.originalTransactionId !== null,
    same_amount_again: row.hasTwin,
    moved: row.previousBankAccountId !== null,
    another_sender: senders.some((name) => isSomebodyElse(name, row.customerFullName)),
  };
  return (Object.keys(holds) as DepositWarning[]).filter((warning) => holds[warning]);
}

export function isComplete({ bankReference, senderSeen }: BankSighting): boolean {
  return bankReference !== undefined && senderSeen !== undefined;
}

/** For the history: with the account, because a reference belongs to one. */
export function saidOf(
  sighting: BankSighting,
  bankAccountId: string | null,
): Record<string, unknown> | undefined {
  return Object.keys(sighting).length === 0 ? undefined : { ...sighting, bankAccountId };
}
