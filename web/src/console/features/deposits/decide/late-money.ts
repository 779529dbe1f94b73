/** Money that came for a deposit after its decision: what somebody is about to say of it, and what follows. */
import type { DepositDetail } from '@vezne/contract/console/deposits';
import type { Cents } from '@vezne/domain/money';
import { depositApprovalReasons } from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { wire } from '../../desk/wire.ts';

/** The money that was refused and is in the books, or money that came besides it. */
export type WhichMoney = 'refused' | 'new';

export interface LateMoneyInput {
  /** As the contract writes it. */
  amount: string;
  bankAccountId: string;
  refusedTransactionId?: string;
  isNewMoney?: true;
  note?: string;
}

export interface LateMoneyDraft {
  /** Null while that is a question without an answer. */
  which: WhichMoney | null;
  amountCents: Cents | undefined;
  bankAccountId: string | null;
  note: string;
}

/** What must be said before it can be entered. */
export type LateMoneyGap = 'which' | 'amount' | 'more_than_open' | 'account';

export function lateMoneyGap(
  { afterwards }: DepositDetail,
  { which, amountCents, bankAccountId }: LateMoneyDraft,
): LateMoneyGap | undefined {
  const refused = afterwards?.refusedMoney ?? null;
  if (refused !== null && which === null) return 'which';
  if (amountCents === undefined) return 'amount';
  if (refused !== null && which === 'refused' && amountCents > wire(refused.openCents))
    return 'more_than_open';
  return bankAccountId === null ? 'account' : undefined;
}

/** Why its approval will take a second person, as far as that is known before it is entered. */
export function lateMoneyReasons(
  deposit: DepositDetail,
  { amountCents, which }: Pick<LateMoneyDraft, 'amountCents' | 'which'>,
): TwoPeopleReason[] {
  if (amountCents === undefined) return [];
  return depositApprovalReasons({
    amountCents,
    requestedCents: amountCents,
    fourEyesCents: wire(deposit.fourEyesCents),
    aloneTodayCents: [wire(deposit.playerAloneTodayCents)],
    isLateMoney: true,
    senders: [],
    wasRefusedForSender: which === 'refused' && deposit.reasonCode === 'third_party_sender',
    playerName: deposit.customer.fullName,
  });
}
