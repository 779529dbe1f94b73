import { createHash } from 'node:crypto';
import type { TransactionStatus } from '@vezne/domain/transaction-state';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';

/** What a player sees. For the partner an expired deposit is rejected; for the player it is a different message. */
export const SCREENS = [
  'pay',
  'paused',
  'checking',
  'approved',
  'late',
  'reversed',
  'rejected',
  'expired',
] as const;
export type Screen = (typeof SCREENS)[number];

const SCREEN_OF_STATUS: Readonly<Record<TransactionStatus, Screen>> = {
  waiting_payment: 'pay',
  waiting_confirmation: 'checking',
  approved: 'approved',
  rejected: 'rejected',
};

/**
 * A deposit whose time is over shows as expired at once, although the worker may close it only seconds later. No player is
 * asked to pay into a frozen account, and a deposit corrected to zero does not show as approved.
 */
export function screenOf(deposit: HostedDeposit): Screen {
  const { status, reasonCode, secondsLeft, isFrozen, actualAmountCents, lateCents } = deposit;
  // Late money that was approved and then corrected to nothing is not there either.
  if (status === 'rejected' && lateCents !== null) return lateCents > 0n ? 'late' : 'reversed';
  if (reasonCode === 'expired') return 'expired';
  if (status === 'approved' && actualAmountCents === 0n) return 'reversed';
  if (status !== 'waiting_payment') return SCREEN_OF_STATUS[status];
  if (secondsLeft <= 0) return 'expired';
  return isFrozen ? 'paused' : 'pay';
}

/**
 * Whether the player may still say that the transfer was sent. This is also possible after a freeze, because it may have
 * been sent before.
 */
export function maySaySent(screen: Screen): boolean {
  return screen === 'pay' || screen === 'paused';
}

/** Whether something may still change on the page while it is open. */
export function isOpen(screen: Screen): boolean {
  return maySaySent(screen) || screen === 'checking';
}

/** Changes with everything variable that a page shows. An open page compares it to find out that it is outdated. */
export function versionOf(deposit: HostedDeposit): string {
  const { reasonCode, iban, isFrozen, actualAmountCents } = deposit;
  const { senderName, ibanLastFour, sentAt, receiptCount } = deposit;
  const given = [senderName, ibanLastFour, sentAt, receiptCount];
  const shown = JSON.stringify([
    screenOf(deposit),
    reasonCode,
    iban,
    isFrozen,
    String(actualAmountCents),
    given,
  ]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 12);
}
