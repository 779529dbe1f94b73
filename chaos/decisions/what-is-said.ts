import { cents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { ACCOUNT_CORRECTED, CORRECT } from '@vezne/domain/transaction-state';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { MoneySeen } from '../../server/src/usecases/decisions/reject.ts';

/**
 * What a person says with a decision: the money of a rejected deposit, and after an approval only what differs from what was
 * booked.
 */
export interface Saying {
  actualCents?: Cents | undefined;
  bankAccountId?: string | undefined;
  arrivedCents?: Cents | undefined;
  /** What a rejection of a deposit says came all the same. */
  moneySeen?: MoneySeen | undefined;
}

type Seen = Pick<DecisionRow, 'type' | 'actualAmountCents' | 'playerAmountCents' | 'refusedTransactionId'>;

/** One in this many returns says more than was paid. */
const TOO_MUCH_ONE_IN = 5;

export function sayingOf(
  trigger: StepTrigger,
  row: Seen,
  { choice, actualCents, bankAccountId }: { choice: number; actualCents: Cents; bankAccountId: string },
): Saying {
  const { actualAmountCents, playerAmountCents } = row;
  if (trigger === 'reject') return { moneySeen: moneySeenOf(row, { choice, actualCents, bankAccountId }) };
  // The lower digits of the choice have chosen the step already.
  const way = Math.floor(choice / 8) % 4;
  const isElsewhere = way >= 2;
  if (trigger === ACCOUNT_CORRECTED) return { bankAccountId };
  if (trigger === CORRECT) {
    const isOtherAmount = actualCents !== actualAmountCents && actualCents !== 0n;
    return isOtherAmount && isElsewhere ? { actualCents, bankAccountId } : { actualCents };
  }
  if (trigger !== 'payout_returned') return {};
  const isShort = way % 2 === 1;
  return {
    ...(isElsewhere ? { bankAccountId } : {}),
    ...(isShort ? { arrivedCents: arrivedOf(playerAmountCents, { choice, actualCents }) } : {}),
  };
}

/** From one cent to all of it; at times too much. */
function arrivedOf(
  playerAmountCents: Cents,
  { choice, actualCents }: { choice: number; actualCents: Cents },
): Cents {
  if (playerAmountCents === 0n || choice % TOO_MUCH_ONE_IN === 0) return cents(playerAmountCents + 1n);
  return subtractCents(playerAmountCents, cents(actualCents % playerAmountCents));
}

/** Two of three rejections say that money came, unless the command has none. */
function moneySeenOf(
  { type, refusedTransactionId }: Seen,
  { choice, actualCents, bankAccountId }: { choice: number; actualCents: Cents; bankAccountId: string },
): MoneySeen {
  if (type !== 'deposit' || actualCents === 0n) return null;
  // Of money that was refused before, a few say so again, and are refused.
  const oneIn = refusedTransactionId === null ? 3 : 8;
  const isSaid = (Math.floor(choice / 5) % oneIn === 0) === (refusedTransactionId !== null);
  return isSaid ? { amountCents: actualCents, bankAccountId } : null;
}
