/** A decided deposit that is wrong: what it should have been, and what follows from it. */
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { ZERO_CENTS, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { amountsOf } from '../pane/draft.ts';
import { wire } from '../../desk/wire.ts';

export interface CorrectionInput {
  /** As the contract writes it; absent: the amount is right. */
  actualAmount?: string;
  /** Absent: the account is right. */
  bankAccountId?: string;
  note: string;
}

interface Figures {
  actualCents: Cents;
  commissionCents: Cents;
  balanceImpactCents: Cents;
  playerAmountCents: Cents;
}

export interface Correction {
  before: Figures;
  after: Figures;
  /** What the bank account, the partner's balance and our commission change by. */
  bankCents: Cents;
  balanceCents: Cents;
  commissionCents: Cents;
  isOtherAmount: boolean;
  isOtherAccount: boolean;
}

/** What no money at all leaves of a deposit. */
const NOTHING: Figures = {
  actualCents: ZERO_CENTS,
  commissionCents: ZERO_CENTS,
  balanceImpactCents: ZERO_CENTS,
  playerAmountCents: ZERO_CENTS,
};

/** The same figures that the server posts: domain computes both. */
export function correctionOf(
  deposit: DepositDetail,
  { actualCents, bankAccountId }: { actualCents: Cents; bankAccountId: string | null },
): Correction {
  const before: Figures = {
    actualCents: wire(deposit.actualAmountCents ?? deposit.amountCents),
    commissionCents: wire(deposit.commissionCents),
    balanceImpactCents: wire(deposit.balanceImpactCents),
    playerAmountCents: wire(deposit.playerAmountCents),
  };
  const after = actualCents === ZERO_CENTS ? NOTHING : { ...amountsOf(deposit, actualCents), actualCents };
  return {
    before,
    after,
    bankCents: subtractCents(after.actualCents, before.actualCents),
    balanceCents: subtractCents(after.balanceImpactCents, before.balanceImpactCents),
    commissionCents: subtractCents(after.commissionCents, before.commissionCents),
    isOtherAmount: after.actualCents !== before.actualCents,
    isOtherAccount: bankAccountId !== null && bankAccountId !== deposit.bankAccount?.id,
  };
}
