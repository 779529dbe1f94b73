/** What the bank calls a transfer of a payout. On one account it stands for one transfer, whichever way the money went. */
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { BankReference } from '../decisions/decision.ts';

export interface ReferenceWord {
  /** The operator knows that this reference stood for another transfer before. No bank promises that it doesn't. */
  isReferenceUsedBefore?: boolean | undefined;
}

export function referenceOfPayout(bankReference: string): (row: DecisionRow) => BankReference | null {
  return ({ bankAccountId }) => (bankAccountId === null ? null : { bankAccountId, bankReference });
}

/** For the history, with the account. The word counts only where it is true: otherwise it would free the reference for another transfer. */
export function saidOfReference(
  { bankAccountId }: DecisionRow,
  bankReference: string,
  { isReferenceUsed }: { isReferenceUsed: boolean },
): Record<string, unknown> {
  return { bankReference, bankAccountId, ...(isReferenceUsed ? { isReferenceUsedBefore: true } : {}) };
}
