/** What was sent of a payout, and what a press of P would say. */
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { ZERO_CENTS, subtractCents, sumCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { readAmount } from '../../../../shared/i18n/amount-input.ts';
import { wire } from '../../desk/wire.ts';
import type { Sent } from '../decide/presses.ts';

export interface SendDraft {
  /** As it stands in the field. */
  amount: string;
  bankReference: string;
  isReferenceUsedBefore: boolean;
}

export type SendField = 'amount' | 'bankReference';

export type Sending =
  /** Something is missing, in the order of the screen. */
  | { kind: 'gap'; field: SendField }
  | { kind: 'whole'; sent: Sent }
  | { kind: 'part'; sent: Sent }
  /** All parts are recorded. */
  | { kind: 'parts_done' };

export function leftOf({ playerAmountCents, parts }: PayoutDetail): Cents {
  return subtractCents(wire(playerAmountCents), sumCents(parts.map(({ amountCents }) => wire(amountCents))));
}

/** Usually it is one transfer of everything. A smaller amount is a part, and so is what follows one. */
export function sendingOf(payout: PayoutDetail, draft: SendDraft): Sending {
  const left = leftOf(payout);
  if (payout.parts.length > 0 && left === ZERO_CENTS) return { kind: 'parts_done' };
  const amountCents = readAmount(draft.amount);
  if (amountCents === undefined || amountCents === ZERO_CENTS || amountCents > left)
    return { kind: 'gap', field: 'amount' };
  const bankReference = draft.bankReference.trim();
  if (bankReference === '') return { kind: 'gap', field: 'bankReference' };
  const sent: Sent = { amountCents, bankReference, isReferenceUsedBefore: draft.isReferenceUsedBefore };
  return payout.parts.length === 0 && amountCents === left ? { kind: 'whole', sent } : { kind: 'part', sent };
}

/** Whether what is typed is less than everything. */
export function isPart(payout: PayoutDetail, draft: SendDraft): boolean {
  const left = leftOf(payout);
  const amountCents = readAmount(draft.amount);
  if (left === ZERO_CENTS) return false;
  return payout.parts.length > 0 || (amountCents !== undefined && amountCents < left);
}
