/** What an operator is about to say of a deposit, and what follows from it. */
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { SETTLEMENT_MODES, depositAmounts } from '@vezne/domain/commission';
import type { DepositAmounts } from '@vezne/domain/commission';
import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { depositApprovalReasons, isSomebodyElse } from '@vezne/domain/two-people';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { readAmount } from '../../../../shared/i18n/amount-input.ts';
import { wire } from '../../desk/wire.ts';

export interface Draft {
  /** As it stands in the field. */
  arrived: string;
  /** Where the money came in, once a freeze made that a question. */
  bankAccountId: string | null;
  bankReference: string;
  senderSeen: string;
  isReferenceUsedBefore: boolean;
}

export type DraftField = 'arrived' | 'bankAccountId' | 'bankReference' | 'senderSeen';

export interface Prospect {
  /** Undefined while the field holds no amount. */
  arrivedCents: Cents | undefined;
  /** Above what was asked for, or below it. */
  differenceCents: Cents;
  amounts: DepositAmounts;
  /** Why an approval would take a second person. */
  reasons: readonly TwoPeopleReason[];
  needsSighting: boolean;
  /** What is missing before it can be approved, in the order of the screen. */
  missing: readonly DraftField[];
}

/** These follow from what happened before, not from what is typed. */
const FIXED_REASONS: ReadonlySet<TwoPeopleReason> = new Set([
  'another_sender',
  'refused_for_another',
  'refused_by_same',
]);

export function emptyDraft(arrived: string): Draft {
  return { arrived, bankAccountId: null, bankReference: '', senderSeen: '', isReferenceUsedBefore: false };
}

export function prospectOf(deposit: DepositDetail, draft: Draft): Prospect {
  const requestedCents = wire(deposit.amountCents);
  const arrivedCents = readAmount(draft.arrived);
  const sender = draft.senderSeen.trim();
  const amounts = amountsOf(deposit, arrivedCents ?? requestedCents);
  const isOther = sender !== '' && isSomebodyElse(sender, deposit.customer.fullName);
  const needsSighting = deposit.needsSighting || isOther;
  const hasReference = draft.bankReference.trim() !== '';
  const missing: [DraftField, boolean][] = [
    ['arrived', arrivedCents === undefined],
    ['bankAccountId', deposit.previousBankAccount !== null && draft.bankAccountId === null],
    ['bankReference', needsSighting && !hasReference],
    ['senderSeen', needsSighting && sender === ''],
  ];
  return {
    arrivedCents,
    differenceCents: subtractCents(arrivedCents ?? requestedCents, requestedCents),
    amounts,
    reasons: reasonsOf(deposit, { arrivedCents: arrivedCents ?? requestedCents, sender }),
    needsSighting,
    missing: missing.filter(([, isMissing]) => isMissing).map(([field]) => field),
  };
}

/** What a deposit comes to when this arrived, by its own terms. */
export function amountsOf({ amountCents, terms }: DepositDetail, actualCents: Cents): DepositAmounts {
  const mode = SETTLEMENT_MODES.find((known) => known === terms.settlementMode) ?? 'deduct_from_amount';
  return depositAmounts({
    requestedCents: wire(amountCents),
    actualCents,
    terms: { basisPoints: terms.basisPoints, fixedCents: wire(terms.fixedCents), mode },
  });
}

function reasonsOf(
  deposit: DepositDetail,
  { arrivedCents, sender }: { arrivedCents: Cents; sender: string },
): TwoPeopleReason[] {
  const computed = depositApprovalReasons({
    amountCents: arrivedCents,
    requestedCents: wire(deposit.amountCents),
    fourEyesCents: wire(deposit.fourEyesCents),
    aloneTodayCents: [wire(deposit.playerAloneTodayCents)],
    isLateMoney: deposit.originalTransactionId !== null,
    senders: [deposit.senderDetails?.senderName ?? null, sender === '' ? null : sender],
    playerName: deposit.customer.fullName,
  });
  return [
    ...new Set([...computed, ...deposit.twoPeopleReasons.filter((reason) => FIXED_REASONS.has(reason))]),
  ];
}

/** The account that the money came in at; null: not said yet, or none was shown. */
export function accountOf(
  { bankAccount, previousBankAccount }: DepositDetail,
  { bankAccountId }: Pick<Draft, 'bankAccountId'>,
): DepositDetail['bankAccount'] {
  if (previousBankAccount === null) return bankAccount;
  return [bankAccount, previousBankAccount].find((account) => account?.id === bankAccountId) ?? null;
}
