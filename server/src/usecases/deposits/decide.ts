/** What an operator can decide on a deposit. Each function takes what the person says and returns the decision. */
import { REJECTED_DEPOSIT_AMOUNTS, depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { depositCorrected } from '@vezne/domain/postings';
import { moneySeenProblem } from '@vezne/domain/rejection';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { CORRECT } from '@vezne/domain/transaction-state';
import { depositApprovalReasons } from '@vezne/domain/two-people';
import { playerKey } from '../../db/player-key.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { AskedBefore, BankReference, Decision, DecisionInput } from '../decisions/decision.ts';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';
import { checkedSighting, isComplete, depositWarnings, saidOf } from './bank-sighting.ts';
import type { BankSighting } from './bank-sighting.ts';

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

export interface DepositApproval extends DecisionInput, BankSighting {
  fingerprint: string;
  /** The gross amount that arrived, which may differ from the requested amount. */
  actualCents: Cents;
  /** The account that received the money. Default: the account that the player was shown. */
  bankAccountId?: string | undefined;
  /** Set when a second person confirms it. */
  asked?: AskedBefore | undefined;
}

/** The money of a deposit has arrived. */
export function approveDeposit(approval: DepositApproval): Decision {
  const { actualCents, bankAccountId, bankReference, senderSeen, isReferenceUsedBefore, ...input } = approval;
  const sighting = checkedSighting({ bankReference, senderSeen, isReferenceUsedBefore });
  return {
    ...input,
    ...asksAbout(bankAccountId),
    ...(sighting.bankReference === undefined
      ? {}
      : {
          bankReferenceOf: (row: DecisionRow) => referenceAt(bankAccountId ?? row.bankAccountId, sighting),
        }),
    request: { action: 'deposit.approve', details: { actualCents, bankAccountId, ...sighting } },
    change(row, { account, isReferenceUsed = false }) {
      const edge = edgeFrom(row, 'deposit', 'approve');
      if (typeof edge === 'string') return edge;
      // Its player was shown both accounts. A wrong guess would make the books of both wrong.
      if (bankAccountId === undefined && row.previousBankAccountId !== null) return 'account_unclear';
      if (bankAccountId !== undefined && account === undefined) return 'paying_account_unavailable';
      const amounts = depositAmounts({ requestedCents: row.amountCents, actualCents, terms: termsOf(row) });
      if (!leavesSomething(amounts)) return 'nothing_left';
      if (depositWarnings(row, sighting).length > 0 && !isComplete(sighting)) return 'sighting_needed';
      if (isReferenceUsed && !sighting.isReferenceUsedBefore) return 'bank_reference_used';
      const paidTo = bankAccountId === undefined ? {} : { bankAccountId };
      // The word counts only where it is true: otherwise it would free the reference for another approval.
      const { isReferenceUsedBefore: _, ...seen } = sighting;
      const said = saidOf(isReferenceUsed ? sighting : seen, bankAccountId ?? row.bankAccountId);
      return {
        ...changeBy(edge, { ...row, ...paidTo }, amounts),
        ...paidTo,
        actualAmountCents: actualCents,
        ...(said === undefined ? {} : { said }),
        ...(input.asked === undefined ? byOneHand(row, actualCents, sighting) : {}),
      };
    },
  };
}

/** Approves a deposit whose player paid exactly the requested amount. A bulk approval uses this for each deposit. */
export function approveAsAsked(input: Omit<DepositApproval, 'actualCents'>): Decision {
  const as = (actualCents: Cents): Decision => approveDeposit({ ...input, actualCents });
  const { bankAccountId, bankReference, senderSeen, isReferenceUsedBefore } = input;
  const sighting = checkedSighting({ bankReference, senderSeen, isReferenceUsedBefore });
  return {
    ...as(ZERO_CENTS),
    // Its amount is in the row, where whoever confirms it reads it too.
    request: { action: 'deposit.approve', details: { bankAccountId, ...sighting } },
    change: (row, facts) => as(row.amountCents).change(row, facts),
  };
}

/** What makes it more than one person's decision, and what it adds to the day's sum of its player otherwise. */
function byOneHand(
  row: DecisionRow,
  actualCents: Cents,
  { senderSeen }: BankSighting,
): Pick<TransactionChange, 'twoPeople' | 'alone'> {
  const limitCents = row.fourEyesCents;
  const twoPeople = depositApprovalReasons({
    amountCents: actualCents,
    requestedCents: row.amountCents,
    fourEyesCents: limitCents,
    aloneTodayCents: [row.playerAloneTodayCents],
    isLateMoney: row.originalTransactionId !== null,
    senders: [row.senderClaimed, senderSeen ?? null],
    playerName: row.customerFullName,
  });
  const subject = playerKey(row);
  return {
    twoPeople,
    alone: [{ kind: 'player_deposits', subject, amountCents: actualCents, limitCents }],
  };
}

/** An account that a person names must be checked. The deposit's own account exists. */
function asksAbout(bankAccountId: string | undefined): Pick<Decision, 'payingAccountOf'> {
  return bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId };
}

function referenceAt(bankAccountId: string | null, { bankReference }: BankSighting): BankReference | null {
  return bankAccountId === null || bankReference === undefined ? null : { bankAccountId, bankReference };
}

/** Money that a rejected deposit brought all the same: how much, and to which account. null: none was seen. */
export type MoneySeen = { amountCents: Cents; bankAccountId: string } | null;

/**
 * No money came, or money that can't be credited. A rejection says which: the amount tells the partner how much was seen. This
 * does not enter the money in the books. It is entered as unallocated money when the bank's statement shows it.
 */
export function rejectDeposit({
  moneySeen,
  ...rejection
}: Rejection & { moneySeen?: MoneySeen | undefined }): Decision {
  const decision = rejectTransaction('deposit', rejection);
  return {
    ...decision,
    ...asksAbout(moneySeen?.bankAccountId),
    change(row, facts) {
      const change = decision.change(row, facts);
      if (typeof change === 'string') return change;
      const problem = moneySeenProblem(rejection.reasonCode, moneySeen);
      if (problem !== undefined) return problem;
      if (!moneySeen) return change;
      if (facts.account === undefined) return 'paying_account_unavailable';
      const { amountCents: actualAmountCents, bankAccountId } = moneySeen;
      return { ...change, actualAmountCents, bankAccountId };
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
}: DecisionInput & {
  fingerprint: string;
  actualCents: Cents;
  asked?: AskedBefore | undefined;
}): Decision {
  return {
    ...input,
    request: { action: 'deposit.correct', details: { actualCents } },
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
        ...(input.asked === undefined ? { twoPeople: ['always'] as const } : {}),
      };
    },
  };
}
