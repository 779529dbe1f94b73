/** What an operator can decide on a withdrawal. Each function takes what the person says and returns the decision. */
import { negateCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { arePartsMissing } from '@vezne/domain/payout-parts';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { amountThatCounts, payoutReasons } from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { playerKey } from '../../db/player-key.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { PayingAccount } from '../../db/read/payouts/paying-accounts.ts';
import { coverOf } from '../bank-accounts/cover.ts';
import { checkedReference } from '../checked-reference.ts';
import { isTaker, knowsWhereItGoes, partsSentOf } from '../decisions/decision.ts';
import type { AskedBefore, Decision, DecisionInput } from '../decisions/decision.ts';
import { marksOf } from '../decisions/marks.ts';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';
import { referenceOfPayout, saidOfReference } from './payout-reference.ts';
import type { ReferenceWord } from './payout-reference.ts';

/** An operator starts to work on a withdrawal and chooses the account that will pay. A take doesn't expire. */
export function takeWithdrawal({
  bankAccountId,
  marksRead = [],
  ...input
}: DecisionInput & {
  fingerprint?: string | undefined;
  bankAccountId: string;
  marksRead?: readonly PayoutMark[] | undefined;
}): Decision {
  return {
    ...input,
    payingAccountOf: () => bankAccountId,
    change(row, { account }) {
      const edge = edgeFrom(row, 'withdrawal', 'take');
      if (typeof edge === 'string') return edge;
      if (!canPay(account)) return 'paying_account_unavailable';
      if (row.isBlocked) return 'payee_blocked';
      if (hasUnread(row, marksRead)) return 'marks_unread';
      return {
        ...changeBy(edge, row),
        bankAccountId,
        takenBy: input.actor,
        ...(marksRead.length === 0 ? {} : { said: { marksRead } }),
      };
    },
  };
}

function canPay(account: PayingAccount | undefined): account is PayingAccount {
  return account?.status === 'enabled' && !account.payoutsPaused;
}

/** Whether the person has not said of every mark that they read it. */
function hasUnread(row: DecisionRow, marksRead: readonly PayoutMark[]): boolean {
  return marksOf(row).some((mark) => !marksRead.includes(mark));
}

export interface Authorisation extends DecisionInput {
  fingerprint: string;
  marksRead?: readonly PayoutMark[] | undefined;
  /** What the bank shows, when the books say that the account does not hold enough. */
  bankBalanceCents?: Cents | undefined;
  /** Set when a second person confirms what the taker asked. */
  asked?: AskedBefore | undefined;
}

/**
 * After this the money may be sent, so every control is checked now: pauses, the paying account and what it holds, marks, a
 * second person, and the partner's credit, which is compared under the lock of its balance. Approval checks none of them,
 * because by then the money may have left.
 */
export function authoriseWithdrawal({ marksRead = [], bankBalanceCents, ...input }: Authorisation): Decision {
  return {
    ...input,
    payingAccountOf: (row) => row.bankAccountId,
    request: { action: 'withdrawal.authorise', details: { marksRead, bankBalanceCents } },
    change(row, { account }) {
      const edge = edgeFrom(row, 'withdrawal', 'authorise');
      if (typeof edge === 'string') return edge;
      if (row.partnerStatus !== 'active' || row.areWithdrawalsPaused) return 'payouts_paused';
      if (!canPay(account)) return 'paying_account_unavailable';
      if (row.isBlocked) return 'payee_blocked';
      if (hasUnread(row, marksRead)) return 'marks_unread';
      const cover = coverOf(account, { amountCents: row.playerAmountCents, bankBalanceCents });
      if (cover.problem !== undefined) return cover.problem;
      // Which account's balance it was: the payout may be paid by another one day.
      const typed = Object.keys(cover.said).length === 0 ? {} : { ...cover.said, bankAccountId: account.id };
      const said = { ...(marksRead.length === 0 ? {} : { marksRead }), ...typed };
      return {
        ...changeBy(edge, row),
        authorisedBy: input.actor,
        floorCents: negateCents(row.partnerCreditLineCents),
        ...(Object.keys(said).length === 0 ? {} : { said }),
        // Whoever did not take it is the second person.
        ...(isTaker(row, input.actor) ? byOneHand(row) : {}),
      };
    },
  };
}

/** Why the taker alone can't authorise it; empty: the taker can. */
export function authorisationReasons(row: DecisionRow): TwoPeopleReason[] {
  return payoutReasons({
    amountCents: amountThatCounts(row.amountCents, row.balanceImpactCents),
    fourEyesCents: row.fourEyesCents,
    aloneTodayCents: [row.playerAloneTodayCents, row.ibanAloneTodayCents],
    holderName: row.payoutHolderName ?? '',
    playerName: row.customerFullName,
  });
}

/** What makes it more than the taker's decision, and what it adds to the day's sums of its player and its IBAN otherwise. */
function byOneHand(row: DecisionRow): Pick<TransactionChange, 'twoPeople' | 'alone'> {
  const amountCents = amountThatCounts(row.amountCents, row.balanceImpactCents);
  const limitCents = row.fourEyesCents;
  const twoPeople = authorisationReasons(row);
  const alone = [
    { kind: 'player_payouts', subject: playerKey(row), amountCents, limitCents },
    { kind: 'iban_payouts', subject: row.payoutIban ?? '', amountCents, limitCents },
  ] as const;
  return { twoPeople, alone };
}

/**
 * The payout was sent. It was authorised before, so no control may prevent recording it. Parts that were recorded must add up:
 * what is missing was not sent, or not recorded. The bank's reference is no control: one that stood for another transfer takes a word.
 */
export function approveWithdrawal({
  bankReference,
  isReferenceUsedBefore,
  ...input
}: DecisionInput &
  ReferenceWord & {
    fingerprint: string;
    /** What the bank calls the transfer, if it was one. */
    bankReference?: string | undefined;
  }): Decision {
  const reference = bankReference === undefined ? undefined : checkedReference(bankReference);
  return {
    ...input,
    ...(reference === undefined ? {} : { bankReferenceOf: referenceOfPayout(reference) }),
    change(row, { isReferenceUsed = false }) {
      const edge = edgeFrom(row, 'withdrawal', 'approve');
      if (typeof edge === 'string') return edge;
      if (arePartsMissing(partsSentOf(row))) return 'parts_incomplete';
      if (reference === undefined) return changeBy(edge, row);
      if (isReferenceUsed && !isReferenceUsedBefore) return 'bank_reference_used';
      return { ...changeBy(edge, row), said: saidOfReference(row, reference, { isReferenceUsed }) };
    },
  };
}

/** The payout failed or is not made, and the partner is told to refund the player. Possible at every stage. */
export function rejectWithdrawal(rejection: Rejection): Decision {
  return rejectTransaction('withdrawal', rejection);
}

const BACK_IN_THE_QUEUE = { bankAccountId: null, takenBy: null, authorisedBy: null } as const;

/**
 * Puts a withdrawal back into the queue. Once it is authorised, whoever took or authorised it may have sent the money, so another
 * person must say that it was not sent.
 */
export function releaseWithdrawal(input: DecisionInput & { fingerprint?: string | undefined }): Decision {
  return {
    ...input,
    change(row) {
      const isAuthorised = row.stage === 'authorised';
      const edge = edgeFrom(row, 'withdrawal', isAuthorised ? 'release_authorised' : 'release');
      if (typeof edge === 'string') return edge;
      if (row.partsSentCents > 0n) return 'parts_sent';
      if (isAuthorised && knowsWhereItGoes(row, input.actor)) return 'second_person_needed';
      return { ...changeBy(edge, row), ...BACK_IN_THE_QUEUE };
    },
  };
}
