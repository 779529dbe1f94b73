/** What can turn out after a payout was approved: the bank sent it back, or another of our accounts paid it. */
import { ZERO_CENTS, formatAmount, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { withdrawalAccountCorrected } from '@vezne/domain/postings';
import type { Arrival } from '@vezne/domain/postings';
import { changeBy, edgeFrom, rejectedAmounts } from '@vezne/domain/transaction-change';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { ACCOUNT_CORRECTED } from '@vezne/domain/transaction-state';
import { shortReturnReasons } from '@vezne/domain/two-people';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { mayHaveSent } from '../decisions/decision.ts';
import type { AskedBefore, Decision, DecisionInput } from '../decisions/decision.ts';
import { operationsSubject } from '../ledger/alone.ts';

export interface ReturnedPayout extends DecisionInput {
  fingerprint: string;
  /** How much arrived. Default: all that was paid. What is missing is the bank's fee. */
  arrivedCents?: Cents | undefined;
  /** The account that it arrived at. Default: the one that paid. */
  bankAccountId?: string | undefined;
  /** It is the payment to the player that came back, and not a transfer that had gone to a wrong account. */
  isPaymentItself?: boolean | undefined;
  /** Set when a second person confirms it. */
  asked?: AskedBefore | undefined;
}

/**
 * The bank sent an approved payout back. Everything it cost is given back, and the partner refunds the player. The person who took
 * it sent the money, so another person checks at the bank that it came back. A fee counts like any fee that this person enters.
 */
export function returnPayout({
  arrivedCents,
  bankAccountId,
  isPaymentItself = false,
  ...input
}: ReturnedPayout): Decision {
  const { actor } = input;
  return {
    ...input,
    ...(bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId }),
    ...(arrivedCents === undefined
      ? {}
      : {
          operationsSubjectOf: (row: DecisionRow) =>
            operationsSubject(actor, bankAccountId ?? row.bankAccountId),
        }),
    request: {
      action: 'withdrawal.return_payout',
      details: { arrivedCents, bankAccountId, isPaymentItself },
    },
    change(row, { account, operationsAloneTodayCents = ZERO_CENTS }) {
      const edge = edgeFrom(row, 'withdrawal', 'payout_returned');
      if (typeof edge === 'string') return edge;
      if (mayHaveSent(row, actor)) return 'second_person_needed';
      // What came back may be the transfer that went wrong: then the player has the money, and nothing is to be refunded.
      if (row.misdirectedOutCents > 0n && !isPaymentItself) return 'misdirected_money_out';
      if (bankAccountId !== undefined && account === undefined) return 'paying_account_unavailable';
      const arrival = arrivalOf(row, { arrivedCents, bankAccountId });
      if (arrival.amountCents <= 0n || arrival.amountCents > row.playerAmountCents)
        return 'arrived_out_of_range';
      const feeCents = subtractCents(row.playerAmountCents, arrival.amountCents);
      const said = saidOf(row, arrival, feeCents);
      return {
        ...changeBy(edge, { ...row, arrival }, rejectedAmounts('withdrawal')),
        reasonCode: 'payout_returned',
        ...(said === undefined ? {} : { said }),
        ...(feeCents > 0n && input.asked === undefined
          ? byOneHand(row, {
              feeCents,
              subject: operationsSubject(actor, arrival.bankAccountId),
              operationsAloneTodayCents,
            })
          : {}),
      };
    },
  };
}

function arrivalOf(
  { bankAccountId, playerAmountCents }: DecisionRow,
  said: Pick<ReturnedPayout, 'arrivedCents' | 'bankAccountId'>,
): Arrival {
  const at = said.bankAccountId ?? bankAccountId;
  if (at === null) throw new Error('An approved payout has the account that paid it.');
  return { bankAccountId: at, amountCents: said.arrivedCents ?? playerAmountCents };
}

/** Only what differs from the payout itself. */
function saidOf(row: DecisionRow, arrival: Arrival, feeCents: Cents): Record<string, unknown> | undefined {
  const said = {
    ...(feeCents === 0n
      ? {}
      : { arrivedAmount: formatAmount(arrival.amountCents), fee: formatAmount(feeCents) }),
    ...(arrival.bankAccountId === row.bankAccountId ? {} : { arrivedAtAccountId: arrival.bankAccountId }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

function byOneHand(
  { fourEyesCents }: DecisionRow,
  {
    feeCents: amountCents,
    subject,
    operationsAloneTodayCents,
  }: { feeCents: Cents; subject: string; operationsAloneTodayCents: Cents },
): Pick<TransactionChange, 'twoPeople' | 'alone'> {
  return {
    twoPeople: shortReturnReasons({
      amountCents,
      fourEyesCents,
      aloneTodayCents: [operationsAloneTodayCents],
    }),
    alone: [{ kind: 'operations', subject, amountCents, limitCents: fourEyesCents }],
  };
}

/**
 * An approved payout was paid by another of our accounts than the one that was recorded. The books of both are put right, and the
 * partner has nothing to hear. It takes two people: see usecases/four-eyes.
 */
export function correctWithdrawal({
  bankAccountId,
  ...input
}: DecisionInput & {
  fingerprint: string;
  bankAccountId: string;
  asked?: AskedBefore | undefined;
}): Decision {
  return {
    ...input,
    payingAccountOf: () => bankAccountId,
    request: { action: 'withdrawal.correct', details: { bankAccountId } },
    change(row, { account }) {
      if (row.type !== 'withdrawal') return 'transaction_not_found';
      const { status, stage, bankAccountId: fromBankAccountId, playerAmountCents: amountCents } = row;
      if (status !== 'approved' || fromBankAccountId === null) return 'state_conflict';
      // What has left has left, so it only has to be an account of ours.
      if (account === undefined) return 'paying_account_unavailable';
      if (bankAccountId === fromBankAccountId) return 'nothing_to_correct';
      const transfers = withdrawalAccountCorrected({
        fromBankAccountId,
        toBankAccountId: bankAccountId,
        amountCents,
      });
      return {
        from: { status, stage },
        trigger: ACCOUNT_CORRECTED,
        to: { status, stage },
        event: null,
        bankAccountId,
        said: { fromBankAccountId, toBankAccountId: bankAccountId },
        posting: { kind: 'withdrawal_account_corrected', transfers },
        ...(input.asked === undefined ? { twoPeople: ['always'] as const } : {}),
      };
    },
  };
}
