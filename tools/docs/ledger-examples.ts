/** One or more worked examples for each kind of posting. A kind without one doesn't compile. */
import { isDeepStrictEqual } from 'node:util';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import type { SettlementMode } from '@vezne/domain/commission';
import { ZERO_CENTS, formatAmount, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting, PostingKind } from '@vezne/domain/postings';
import type { Trigger } from '@vezne/domain/transaction-state';
import {
  ASKED,
  BANK_A,
  BANK_B,
  CREDITED,
  OPENING,
  RECEIVED,
  REFUSED,
  REFUSED_DEPOSIT,
  amount,
  commissionGivenBack,
  correctionOfCredited,
  correctionTo,
  credited,
  depositOf,
  exampleTransaction,
  partnerOperation,
  postingOf,
} from './ledger-transactions.ts';
import {
  cameBack,
  depositMoved,
  givenUp,
  returnedShort,
  wentWrong,
  withdrawalMoved,
} from './ledger-mishaps.ts';

export interface Example {
  readonly title: string;
  /** What was posted before. */
  readonly earlier: readonly Posting[];
  readonly posting: Posting;
}

/** What an approved payout has been through. */
const PAID: readonly Trigger[] = ['authorise', 'approve'];

const SENT = operationPosting({
  kind: 'internal_transfer_sent',
  bankAccountId: BANK_A,
  amountCents: amount('2000.00'),
});
const ARRIVED = operationPosting({
  kind: 'internal_transfer_arrived',
  bankAccountId: BANK_B,
  amountCents: amount('2000.00'),
});
const FEE = operationPosting({
  kind: 'bank_fee_charged',
  bankAccountId: BANK_A,
  amountCents: amount('12.50'),
});

const ARRIVED_SHORT = operationPosting({
  kind: 'internal_transfer_arrived',
  bankAccountId: BANK_B,
  amountCents: amount('1990.00'),
  feeCents: amount('10.00'),
});
const CAME_BACK = operationPosting({
  kind: 'internal_transfer_returned',
  bankAccountId: BANK_A,
  amountCents: amount('2000.00'),
});

export const EXAMPLES: Readonly<Record<PostingKind, readonly Example[]>> = {
  deposit_approved: inEachMode((mode) => ({
    title: `asked ${formatAmount(ASKED)}, received ${formatAmount(RECEIVED)}`,
    earlier: [],
    posting: postingOf('deposit', 'approve', mode),
  })),
  deposit_refused: [{ title: `${formatAmount(RECEIVED)} was seen`, earlier: [OPENING], posting: REFUSED }],
  refused_money_credited: inEachMode((mode) => ({
    title: `${formatAmount(RECEIVED)} was refused, ${formatAmount(CREDITED)} of it is credited, ${formatAmount(subtractCents(RECEIVED, CREDITED))} stays open`,
    earlier: [REFUSED],
    posting: credited(mode),
  })),
  deposit_corrected: [
    ...[amount('95.00'), ZERO_CENTS].flatMap((actualCents) => corrections(actualCents)),
    ...corrections(amount('900.00'), BANK_B),
    ...inEachMode((mode) => ({
      title: `credited out of refused money, from ${formatAmount(CREDITED)} to nothing`,
      earlier: [REFUSED, credited(mode)],
      posting: correctionOfCredited(mode),
    })),
  ],
  deposit_account_corrected: inEachMode((mode) => ({
    title: `${formatAmount(RECEIVED)} came to bank account B`,
    earlier: [postingOf('deposit', 'approve', mode)],
    posting: depositMoved(),
  })),
  withdrawal_authorised: withdrawals([], 'authorise'),
  withdrawal_released: withdrawals(['authorise'], 'release_authorised'),
  withdrawal_approved: withdrawals(['authorise'], 'approve'),
  withdrawal_account_corrected: inEachMode((mode) => ({
    title: 'bank account B paid',
    earlier: PAID.map((each) => postingOf('withdrawal', each, mode)),
    posting: withdrawalMoved(mode),
  })),
  payout_returned: [
    ...withdrawals(PAID, 'payout_returned'),
    ...inEachMode((mode) => ({
      title: `withdrawal of ${formatAmount(ASKED)}, 40.00 short and at bank account B`,
      earlier: PAID.map((each) => postingOf('withdrawal', each, mode)),
      posting: returnedShort(amount('40.00'), mode),
    })),
  ],
  settled_to_partner: [
    alone('the partner is paid', partnerOperation('settled_to_partner', amount('3000.00'))),
  ],
  topped_up: [alone('the partner pays in', partnerOperation('topped_up', amount('2500.00')))],
  internal_transfer_sent: [alone('from bank account A', SENT)],
  internal_transfer_arrived: [
    { title: 'at bank account B', earlier: [OPENING, SENT], posting: ARRIVED },
    { title: 'at bank account B, 10.00 short', earlier: [OPENING, SENT], posting: ARRIVED_SHORT },
  ],
  internal_transfer_returned: [
    { title: 'back at bank account A', earlier: [OPENING, SENT], posting: CAME_BACK },
  ],
  bank_fee_charged: [alone('a fee for a payout', FEE)],
  misdirected_sent: inEachMode((mode) => ({
    title: 'a payout that is authorised',
    earlier: [postingOf('withdrawal', 'authorise', mode)],
    posting: wentWrong(mode),
  })),
  misdirected_recovered: [
    {
      title: 'a part of it, at bank account B',
      earlier: [OPENING, wentWrong('fee_on_top')],
      posting: cameBack(amount('600.00')),
    },
  ],
  returned_to_sender: [
    {
      title: `${formatAmount(RECEIVED)} was refused, and all of it goes back`,
      earlier: [OPENING, REFUSED],
      posting: operationPosting({
        kind: 'returned_to_sender',
        bankAccountId: BANK_A,
        amountCents: RECEIVED,
        refusedTransactionId: REFUSED_DEPOSIT,
      }),
    },
  ],
  adjusted: [
    {
      title: `850.00 came, and ${formatAmount(RECEIVED)} was said at the refusal`,
      earlier: [OPENING, REFUSED],
      posting: operationPosting({
        kind: 'adjusted',
        debit: { kind: 'unallocated', bankAccountId: BANK_A },
        credit: { kind: 'bank', bankAccountId: BANK_A },
        amountCents: subtractCents(RECEIVED, amount('850.00')),
        refusedTransactionId: REFUSED_DEPOSIT,
      }),
    },
    {
      title: 'the commission of a deposit is given back',
      earlier: [OPENING, postingOf('deposit', 'approve', 'deduct_from_amount')],
      posting: commissionGivenBack(),
    },
    {
      title: 'what never came back is given up',
      earlier: [OPENING, wentWrong('fee_on_top'), cameBack(amount('600.00'))],
      posting: givenUp(amount('400.00')),
    },
  ],
};

function alone(title: string, posting: Posting): Example {
  return { title, earlier: [OPENING], posting };
}

function corrections(actualCents: Cents, bankAccountId?: string): Example[] {
  const right = actualCents === ZERO_CENTS ? 'nothing' : formatAmount(actualCents);
  const to = bankAccountId === undefined ? right : `${right} at bank account ${bankAccountId}`;
  return inEachMode((mode) => ({
    title: `from ${formatAmount(RECEIVED)} to ${to}`,
    earlier: [postingOf('deposit', 'approve', mode)],
    posting: correctionTo(actualCents, mode, bankAccountId),
  }));
}

function withdrawals(earlier: readonly Trigger[], trigger: Trigger): Example[] {
  return inEachMode((mode) => ({
    title: `withdrawal of ${formatAmount(ASKED)}`,
    earlier: earlier.map((each) => postingOf('withdrawal', each, mode)),
    posting: postingOf('withdrawal', trigger, mode),
  }));
}

/** One example when the mode makes no difference to the books; otherwise one for each mode. */
function inEachMode(build: (mode: SettlementMode) => Example): Example[] {
  const built = SETTLEMENT_MODES.map((mode) => ({ mode, example: build(mode) }));
  const [first] = built;
  const isSame = built.every(({ example }) => isDeepStrictEqual(example, first?.example));
  return (isSame ? built.slice(0, 1) : built).map(({ mode, example }) => ({
    title: `${example.title}, ${isSame ? 'in both modes' : `\`${mode}\``}`,
    earlier: [OPENING, ...example.earlier],
    posting: example.posting,
  }));
}

/** What the player gets in each mode; the books of a deposit don't show it. */
export function playerAmounts(): {
  mode: SettlementMode;
  deposit: string;
  withdrawal: string;
  impact: string;
}[] {
  return SETTLEMENT_MODES.map((mode) => {
    const withdrawal = exampleTransaction('withdrawal', mode);
    return {
      mode,
      deposit: formatAmount(depositOf(mode).playerAmountCents),
      withdrawal: formatAmount(withdrawal.playerAmountCents),
      impact: formatAmount(withdrawal.balanceImpactCents),
    };
  });
}
