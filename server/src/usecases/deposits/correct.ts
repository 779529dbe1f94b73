import { REJECTED_DEPOSIT_AMOUNTS, depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { depositAccountCorrected, depositCorrected } from '@vezne/domain/postings';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { ACCOUNT_CORRECTED, CORRECT } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { AskedBefore, Decision, DecisionInput } from '../decisions/decision.ts';
import type { DecisionRefusalCode } from '../refusal.ts';
import { outOfRefusedProblem } from './out-of-refused.ts';

export interface DepositCorrection extends DecisionInput {
  fingerprint: string;
  /** The right amount, 0n if no money came at all. Default: the amount is right. */
  actualCents?: Cents | undefined;
  /** The account that the money really is at. Default: the account is right. */
  bankAccountId?: string | undefined;
  asked?: AskedBefore | undefined;
}

/** An approved deposit, and what is wrong with it. */
interface Wrong {
  row: DecisionRow;
  /** The account that was booked. */
  bankAccountId: string;
  netAmountCents: Cents;
  actualCents: Cents;
  /** The right account, if it is another. */
  toBankAccountId: string | undefined;
}

/**
 * A deposit was approved with the wrong amount, or at the wrong bank account. The books move by the difference and the status stays.
 * It takes two people: see usecases/four-eyes.
 */
export function correctDeposit({ actualCents, bankAccountId, ...input }: DepositCorrection): Decision {
  return {
    ...input,
    ...(bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId }),
    request: { action: 'deposit.correct', details: { actualCents, bankAccountId } },
    change(row, { account }) {
      if (row.type !== 'deposit') return 'transaction_not_found';
      const { status, bankAccountId: booked, netAmountCents } = row;
      if (status !== 'approved' || booked === null || netAmountCents === null) return 'state_conflict';
      if (bankAccountId !== undefined && account === undefined) return 'paying_account_unavailable';
      const bookedCents = row.actualAmountCents ?? row.amountCents;
      const toBankAccountId = bankAccountId === booked ? undefined : bankAccountId;
      const wrong = {
        row,
        bankAccountId: booked,
        netAmountCents,
        actualCents: actualCents ?? bookedCents,
        toBankAccountId,
      };
      if (toBankAccountId !== undefined && wrong.actualCents === 0n) return 'account_without_money';
      const moreCents = subtractCents(wrong.actualCents, bookedCents);
      const problem = outOfRefusedProblem(row, { bankAccountId, moreCents });
      if (problem !== undefined) return problem;
      const corrected = wrong.actualCents === bookedCents ? otherAccount(wrong) : otherAmount(wrong);
      if (typeof corrected === 'string' || input.asked !== undefined) return corrected;
      return { ...corrected, twoPeople: ['always'] };
    },
  };
}

/** Only the account was wrong. What the partner was told is right, so it has nothing to hear. */
function otherAccount(wrong: Wrong): TransactionChange | DecisionRefusalCode {
  const { row, bankAccountId, toBankAccountId, actualCents } = wrong;
  if (toBankAccountId === undefined) return 'nothing_to_correct';
  const { status, stage } = row;
  const transfers = depositAccountCorrected({
    fromBankAccountId: bankAccountId,
    toBankAccountId,
    amountCents: actualCents,
  });
  return {
    from: { status, stage },
    trigger: ACCOUNT_CORRECTED,
    to: { status, stage },
    event: null,
    bankAccountId: toBankAccountId,
    said: { fromBankAccountId: bankAccountId, toBankAccountId },
    posting: { kind: 'deposit_account_corrected', transfers },
  };
}

/** The amount was wrong, and maybe the account too. The partner is told the amounts as they are now. */
function otherAmount(wrong: Wrong): TransactionChange | DecisionRefusalCode {
  const { row, bankAccountId, netAmountCents, toBankAccountId, actualCents } = wrong;
  const { partnerId, status, stage, commissionCents, refusedTransactionId } = row;
  const amounts =
    actualCents === 0n
      ? REJECTED_DEPOSIT_AMOUNTS
      : depositAmounts({ requestedCents: row.amountCents, actualCents, terms: termsOf(row) });
  if (actualCents !== 0n && !leavesSomething(amounts)) return 'nothing_left';
  const before = { netAmountCents, commissionCents };
  const after = amounts;
  const transfers = depositCorrected({
    partnerId,
    bankAccountId,
    refusedTransactionId,
    before,
    after,
    toBankAccountId,
  });
  return {
    from: { status, stage },
    trigger: CORRECT,
    to: { status, stage },
    event: 'deposit.corrected',
    amounts,
    actualAmountCents: actualCents,
    ...(toBankAccountId === undefined
      ? {}
      : { bankAccountId: toBankAccountId, said: { fromBankAccountId: bankAccountId, toBankAccountId } }),
    posting: {
      kind: 'deposit_corrected',
      transfers,
      ...(refusedTransactionId === null ? {} : { refusedTransactionId }),
    },
  };
}
