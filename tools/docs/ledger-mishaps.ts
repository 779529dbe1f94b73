/** What goes wrong in the worked examples: wrong accounts, and money that comes back short. */
import type { SettlementMode } from '@vezne/domain/commission';
import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import {
  depositAccountCorrected,
  operationPosting,
  payoutReturned,
  withdrawalAccountCorrected,
} from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { BANK_A, BANK_B, RECEIVED, exampleTransaction } from './ledger-transactions.ts';

const PAYOUT = 'W';
const FROM_A_TO_B = { fromBankAccountId: BANK_A, toBankAccountId: BANK_B };

export function depositMoved(): Posting {
  const transfers = depositAccountCorrected({ ...FROM_A_TO_B, amountCents: RECEIVED });
  return { kind: 'deposit_account_corrected', transfers };
}

export function withdrawalMoved(mode: SettlementMode): Posting {
  const { playerAmountCents } = exampleTransaction('withdrawal', mode);
  const transfers = withdrawalAccountCorrected({ ...FROM_A_TO_B, amountCents: playerAmountCents });
  return { kind: 'withdrawal_account_corrected', transfers };
}

/** The bank sends a payout back to the other account, less this much. */
export function returnedShort(feeCents: Cents, mode: SettlementMode): Posting {
  const paid = { ...exampleTransaction('withdrawal', mode), bankAccountId: BANK_A };
  const amountCents = subtractCents(paid.playerAmountCents, feeCents);
  const transfers = payoutReturned({ ...paid, arrival: { bankAccountId: BANK_B, amountCents } });
  return { kind: 'payout_returned', transfers };
}

/** All that the player is paid went to a wrong account. */
export function wentWrong(mode: SettlementMode): Posting {
  const { playerAmountCents: amountCents } = exampleTransaction('withdrawal', mode);
  return operationPosting({ kind: 'misdirected_sent', payoutId: PAYOUT, bankAccountId: BANK_A, amountCents });
}

export function cameBack(amountCents: Cents): Posting {
  return operationPosting({
    kind: 'misdirected_recovered',
    payoutId: PAYOUT,
    bankAccountId: BANK_B,
    amountCents,
  });
}

export function givenUp(amountCents: Cents): Posting {
  return operationPosting({
    kind: 'adjusted',
    debit: { kind: 'owner_funds' },
    credit: { kind: 'receivable' },
    amountCents,
    payoutId: PAYOUT,
  });
}
