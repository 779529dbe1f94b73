import { formatIban } from '@vezne/domain/iban';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { OpenedBankAccount } from '../../usecases/bank-accounts/change.ts';
import { amountText, pausedText, timeText } from '../layout.ts';

/** An account as labels and values. */
export function accountRows(account: BankAccountRecord): [label: string, value: string][] {
  return [
    ['id', account.id],
    ['IBAN', formatIban(account.iban)],
    ['bank', account.bankName],
    ['holder', account.holderName],
    ['status', account.status],
    ['deposits', pausedText(account.depositsPaused)],
    ['payouts', pausedText(account.payoutsPaused)],
    ['daily cap', capText(account)],
    ['open deposits', String(account.openDeposits)],
    ['added', timeText(account.createdAt)],
  ];
}

export function capText({ dailyCapCents }: BankAccountRecord): string {
  return dailyCapCents === null ? 'none' : amountText(dailyCapCents);
}

/** How a sentence names an account. */
export function accountName({ bankName, iban }: { bankName: string; iban: string }): string {
  return `${bankName} ${formatIban(iban)}`;
}

/** What an account that was opened means for players who were told to wait. */
export function depositsToMoveLines({ depositsToMove }: OpenedBankAccount): string[] {
  if (depositsToMove === 0) return [];
  return [
    `Open deposits on frozen accounts: ${depositsToMove}. The worker moves them to open accounts within seconds; ` +
      'see it with: vezne bank-account list',
  ];
}
