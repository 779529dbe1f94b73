/** What an operator can decide on a deposit. Each function takes what the person says and returns the decision. */
import { isSamePerson } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { moneySeenProblem } from '@vezne/domain/rejection';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { depositApprovalReasons } from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { playerKey } from '../../db/player-key.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { AskedBefore, BankReference, Decision, DecisionInput } from '../decisions/decision.ts';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';
import { checkedSighting, isComplete, depositWarnings, saidOf } from './bank-sighting.ts';
import type { BankSighting } from './bank-sighting.ts';
import { outOfRefusedProblem } from './out-of-refused.ts';

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
      if (row.refusedTransactionId !== null) {
        const problem = outOfRefusedProblem(row, { bankAccountId, moreCents: actualCents });
        if (problem !== undefined) return problem;
      }
      // Refused money is one transfer, and its reference may have been said when it was refused.
      const isKnown = sighting.isReferenceUsedBefore || isOfRefusal(row, sighting);
      if (isReferenceUsed && !isKnown) return 'bank_reference_used';
      const paidTo = bankAccountId === undefined ? {} : { bankAccountId };
      // The word counts only where it is true: otherwise it would free the reference for another approval.
      const { isReferenceUsedBefore: _, ...seen } = sighting;
      const said = saidOf(
        isReferenceUsed ? { ...seen, isReferenceUsedBefore: true } : seen,
        bankAccountId ?? row.bankAccountId,
      );
      return {
        ...changeBy(edge, { ...row, ...paidTo }, amounts),
        ...paidTo,
        actualAmountCents: actualCents,
        ...(said === undefined ? {} : { said }),
        ...(input.asked === undefined ? byOneHand(row, { actualCents, sighting, actor: input.actor }) : {}),
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

/** Why an approval takes a second person; empty: it doesn't. */
export function approvalReasons(
  row: DecisionRow,
  {
    actualCents,
    sighting: { senderSeen } = {},
    actor,
  }: { actualCents: Cents; sighting?: BankSighting; actor: Person },
): TwoPeopleReason[] {
  return depositApprovalReasons({
    amountCents: actualCents,
    requestedCents: row.amountCents,
    fourEyesCents: row.fourEyesCents,
    aloneTodayCents: [row.playerAloneTodayCents],
    isLateMoney: row.originalTransactionId !== null,
    // Whoever refused money has seen who sent it. Nobody takes that back alone.
    senders: [row.senderClaimed, senderSeen ?? null, ofRefused(row, row.refusedSender)],
    wasRefusedForSender: ofRefused(row, row.refusedReason) === 'third_party_sender',
    // Nor does anybody alone take money from one player and give it to another, or refuse and credit it.
    wasRefusedForAnother: ofRefused(row, row.isRefusedOfAnother) ?? false,
    wasRefusedBySame: (ofRefused(row, row.refusedBy) ?? []).some((person) => isSamePerson(actor, person)),
    playerName: row.customerFullName,
  });
}

/** What makes it more than one person's decision, and what it adds to the day's sum of its player otherwise. */
function byOneHand(
  row: DecisionRow,
  approval: { actualCents: Cents; sighting: BankSighting; actor: Person },
): Pick<TransactionChange, 'twoPeople' | 'alone'> {
  const { actualCents } = approval;
  const limitCents = row.fourEyesCents;
  const subject = playerKey(row);
  return {
    twoPeople: approvalReasons(row, approval),
    alone: [{ kind: 'player_deposits', subject, amountCents: actualCents, limitCents }],
  };
}

/** What is known of the money that late money names. A deposit's own refusal says nothing of what comes now. */
function ofRefused<Fact>({ refusedTransactionId }: DecisionRow, fact: Fact | null): Fact | null {
  return refusedTransactionId === null ? null : fact;
}

function isOfRefusal(row: DecisionRow, { bankReference }: BankSighting): boolean {
  return bankReference !== undefined && ofRefused(row, row.refusedReference) === bankReference;
}

/** An account that a person names must be checked. The deposit's own account exists. */
function asksAbout(bankAccountId: string | undefined): Pick<Decision, 'payingAccountOf'> {
  return bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId };
}

function referenceAt(bankAccountId: string | null, { bankReference }: BankSighting): BankReference | null {
  return bankAccountId === null || bankReference === undefined ? null : { bankAccountId, bankReference };
}

/**
 * No money came, or money that can't be credited. A rejection says which: the amount tells the partner how much was seen, and
 * enters it in the books as unallocated money of its account. From there it is credited as late money, or goes back to its sender.
 */
export function rejectDeposit({
  moneySeen,
  bankReference,
  senderSeen,
  isReferenceUsedBefore,
  ...rejection
}: Rejection & BankSighting): Decision {
  const decision = rejectTransaction('deposit', { ...rejection, moneySeen });
  const sighting = checkedSighting({ bankReference, senderSeen, isReferenceUsedBefore });
  const isSeen = moneySeen || Object.keys(sighting).length > 0;
  return {
    ...decision,
    ...asksAbout(moneySeen?.bankAccountId),
    ...(moneySeen && sighting.bankReference !== undefined
      ? { bankReferenceOf: () => referenceAt(moneySeen.bankAccountId, sighting) }
      : {}),
    change(row, { account, isReferenceUsed = false }) {
      const change = decision.change(row, { account, isReferenceUsed });
      if (typeof change === 'string') return change;
      // Its money is in the books since it was refused the first time, and stays open.
      if (row.refusedTransactionId !== null) return isSeen ? 'money_seen_before' : change;
      const problem = moneySeenProblem(rejection.reasonCode, moneySeen);
      if (problem !== undefined) return problem;
      if (!moneySeen) return isSeen ? 'money_seen_unsaid' : change;
      if (account === undefined) return 'paying_account_unavailable';
      if (isReferenceUsed && !sighting.isReferenceUsedBefore) return 'bank_reference_used';
      const { isReferenceUsedBefore: _, ...seen } = sighting;
      const { amountCents: actualAmountCents, bankAccountId } = moneySeen;
      const said = saidOf(isReferenceUsed ? sighting : seen, bankAccountId);
      return { ...change, actualAmountCents, bankAccountId, ...(said === undefined ? {} : { said }) };
    },
  };
}
