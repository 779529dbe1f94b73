/** A payout may be sent in several transfers, because banks limit what one may carry. */
import { addCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';

export interface PayoutPart {
  /** From one, in the order in which they were recorded. */
  readonly number: number;
  readonly amountCents: Cents;
  /** What the bank calls the transfer. */
  readonly bankReference: string;
}

/** How far the parts of a payout are. */
export interface PartsSent {
  /** Nothing: no part was recorded. */
  readonly sentCents: Cents;
  /** What the player is paid in all. */
  readonly toPayCents: Cents;
}

/** The parts together are never more than what the player is paid. */
export function exceedsPayout({ sentCents, toPayCents }: PartsSent, amountCents: Cents): boolean {
  return addCents(sentCents, amountCents) > toPayCents;
}

/** Without parts a payout is one transfer of everything, so nothing can be missing. */
export function arePartsMissing({ sentCents, toPayCents }: PartsSent): boolean {
  return sentCents !== 0n && sentCents !== toPayCents;
}

export function leftToSend({ sentCents, toPayCents }: PartsSent): Cents {
  return subtractCents(toPayCents, sentCents);
}
