/** One or more worked examples for each kind of posting. A kind without one doesn't compile. */
import { isDeepStrictEqual } from 'node:util';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import type { SettlementMode } from '@vezne/domain/commission';
import { ZERO_CENTS, formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting, PostingKind } from '@vezne/domain/postings';
import type { Trigger } from '@vezne/domain/transaction-state';
import {
  ASKED,
  BANK_A,
  BANK_B,
  OPENING,
  RECEIVED,
  amount,
  commissionGivenBack,
  correctionTo,
  depositOf,
  exampleTransaction,
  partnerOperation,
  postingOf,
} from './ledger-transactions.ts';

export interface Example {
  readonly title: string;
  /** What was posted before. */
  readonly earlier: readonly Posting[];
  readonly posting: Posting;
}

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

export const EXAMPLES: Readonly<Record<PostingKind, readonly Example[]>> = {
  deposit_approved: inEachMode((mode) => ({
    title: `asked ${formatAmount(ASKED)}, received ${formatAmount(RECEIVED)}`,
    earlier: [],
    posting: postingOf('deposit', 'approve', mode),
  })),
  deposit_corrected: [amount('95.00'), ZERO_CENTS].flatMap(corrections),
  withdrawal_authorised: withdrawals([], 'authorise'),
  withdrawal_released: withdrawals(['authorise'], 'release_authorised'),
  withdrawal_approved: withdrawals(['authorise'], 'approve'),
  payout_returned: withdrawals(['authorise', 'approve'], 'payout_returned'),
  settled_to_partner: [
    alone('the partner is paid', partnerOperation('settled_to_partner', amount('3000.00'))),
  ],
  topped_up: [alone('the partner pays in', partnerOperation('topped_up', amount('2500.00')))],
  internal_transfer_sent: [alone('from bank account A', SENT)],
  internal_transfer_arrived: [{ title: 'at bank account B', earlier: [OPENING, SENT], posting: ARRIVED }],
  bank_fee_charged: [alone('a fee for a payout', FEE)],
  adjusted: [
    {
      title: 'the commission of a deposit is given back',
      earlier: [OPENING, postingOf('deposit', 'approve', 'deduct_from_amount')],
      posting: commissionGivenBack(),
    },
  ],
};

function alone(title: string, posting: Posting): Example {
  return { title, earlier: [OPENING], posting };
}

function corrections(actualCents: Cents): Example[] {
  const to = actualCents === ZERO_CENTS ? 'nothing' : formatAmount(actualCents);
  return inEachMode((mode) => ({
    title: `from ${formatAmount(RECEIVED)} to ${to}`,
    earlier: [postingOf('deposit', 'approve', mode)],
    posting: correctionTo(actualCents, mode),
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
