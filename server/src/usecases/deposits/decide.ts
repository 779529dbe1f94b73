/** What an operator can decide on a deposit. Each function takes what the person says and returns the decision. */
import { REJECTED_DEPOSIT_AMOUNTS, depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { depositCorrected } from '@vezne/domain/postings';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import { CORRECT } from '@vezne/domain/transaction-state';
import type { Decision, DecisionInput } from '../decisions/decision.ts';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';

/** The player forgot to press the button, but the money is there. From now on the deposit is decided like any other. */
export function confirmOnBehalf(input: DecisionInput & { fingerprint?: string | undefined }): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'deposit', 'confirm_on_behalf');
      return typeof edge === 'string' ? edge : changeBy(edge, row);
    },
  };
}

export interface DepositApproval extends DecisionInput {
  fingerprint: string;
  /** The gross amount that arrived, which may differ from the requested amount. */
  actualCents: Cents;
  /** The account that received the money. Default: the account that the player was shown. */
  bankAccountId?: string | undefined;
}

/** The money of a deposit has arrived. */
export function approveDeposit({ actualCents, bankAccountId, ...input }: DepositApproval): Decision {
  return {
    ...input,
    ...asksAbout(bankAccountId),
    change(row, account) {
      const edge = edgeFrom(row, 'deposit', 'approve');
      if (typeof edge === 'string') return edge;
      // Its player was shown both accounts. A wrong guess would make the books of both wrong.
      if (bankAccountId === undefined && row.previousBankAccountId !== null) return 'account_unclear';
      if (bankAccountId !== undefined && account === undefined) return 'paying_account_unavailable';
      const amounts = depositAmounts({ requestedCents: row.amountCents, actualCents, terms: termsOf(row) });
      if (!leavesSomething(amounts)) return 'nothing_left';
      const paidTo = bankAccountId === undefined ? {} : { bankAccountId };
      return { ...changeBy(edge, { ...row, ...paidTo }, amounts), ...paidTo, actualAmountCents: actualCents };
    },
  };
}

/** Approves a deposit whose player paid exactly the requested amount. A bulk approval uses this for each deposit. */
export function approveAsAsked(input: Omit<DepositApproval, 'actualCents'>): Decision {
  return {
    ...input,
    ...asksAbout(input.bankAccountId),
    change: (row, account) => approveDeposit({ ...input, actualCents: row.amountCents }).change(row, account),
  };
}

/** An account that a person names must be checked. The deposit's own account exists. */
function asksAbout(bankAccountId: string | undefined): Pick<Decision, 'payingAccountOf'> {
  return bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId };
}

/**
 * No money came, or money that can't be credited: `actualCents` tells the partner how much was seen. This does not enter
 * the money in the books. It is entered as unallocated money when the bank's statement shows it.
 */
export function rejectDeposit({
  actualCents,
  ...rejection
}: Rejection & { actualCents?: Cents | undefined }): Decision {
  const decision = rejectTransaction('deposit', rejection);
  if (actualCents === undefined) return decision;
  return {
    ...decision,
    change(row, account) {
      const change = decision.change(row, account);
      return typeof change === 'string' ? change : { ...change, actualAmountCents: actualCents };
    },
  };
}

/**
 * A deposit was approved with the wrong amount. `actualCents` is the right one, 0n if no money came at all. The books move
 * by the difference, the partner is told, and the status stays. It takes two people: see usecases/four-eyes.
 */
export function correctDeposit({
  actualCents,
  ...input
}: DecisionInput & { fingerprint: string; actualCents: Cents }): Decision {
  return {
    ...input,
    change(row) {
      if (row.type !== 'deposit') return 'transaction_not_found';
      const { status, stage, bankAccountId, netAmountCents } = row;
      if (status !== 'approved' || bankAccountId === null || netAmountCents === null) return 'state_conflict';
      if (row.actualAmountCents === actualCents) return 'nothing_to_correct';
      const terms = termsOf(row);
      const amounts =
        actualCents === 0n
          ? REJECTED_DEPOSIT_AMOUNTS
          : depositAmounts({ requestedCents: row.amountCents, actualCents, terms });
      if (actualCents !== 0n && !leavesSomething(amounts)) return 'nothing_left';
      const before = { netAmountCents, commissionCents: row.commissionCents };
      const transfers = depositCorrected({ partnerId: row.partnerId, bankAccountId, before, after: amounts });
      return {
        from: { status, stage },
        trigger: CORRECT,
        to: { status, stage },
        event: 'deposit.corrected',
        amounts,
        actualAmountCents: actualCents,
        posting: { kind: 'deposit_corrected', transfers },
      };
    },
  };
}
