import { formatIban } from '@vezne/domain/iban';
import { ACCOUNT_CHANGED } from '@vezne/domain/transaction-state';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { HistoryStep } from '../../db/read/transactions/transaction-history.ts';

/** Bank accounts by their ids. */
export type AccountsById = ReadonlyMap<string, BankAccountRecord>;

/** The note of a move has two ids: the account that the deposit left, and the account it went to. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The accounts that freezes took from a deposit, the last first. Its player may have paid to any of them. */
export function accountsBefore(
  { bankAccountId, previousBankAccountId }: DecisionRow,
  steps: readonly HistoryStep[],
  accounts: AccountsById,
): BankAccountRecord[] {
  const moves = steps.filter(isMove).toReversed();
  const left = moves.flatMap(({ note }) => note?.match(UUID)?.[0] ?? []);
  const ids = new Set([...(previousBankAccountId === null ? [] : [previousBankAccountId]), ...left]);
  // Once the money has been seen on one of them, the player paid to that one.
  if (bankAccountId !== null) ids.delete(bankAccountId);
  return [...ids].flatMap((id) => accounts.get(id) ?? []);
}

/** The note of a step. For a move, IBANs replace the ids. A note by a person stays unchanged. */
export function noteText(step: HistoryStep, accounts: AccountsById): string {
  const note = step.note ?? '';
  if (!isMove(step)) return note;
  return note.replace(UUID, (id) => {
    const account = accounts.get(id);
    return account === undefined ? id : formatIban(account.iban);
  });
}

function isMove({ trigger }: HistoryStep): boolean {
  return trigger === ACCOUNT_CHANGED;
}
