import { createHash } from 'node:crypto';
import type { TransactionStatus } from '@vezne/domain/transaction-state';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';

/** What a player is shown. Expiry is a rejection to the partner, and another story to the player. */
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
 * A deposit whose time is over is shown as such at once, though it may be seconds before the worker closes it. Nobody is
 * shown a frozen account to pay into, and nobody is told that nothing was received and all is well.
 */
export function screenOf(deposit: HostedDeposit): Screen {
  const { status, reasonCode, secondsLeft, isFrozen, actualAmountCents, lateCents } = deposit;
  if (status === 'rejected' && lateCents !== null) return 'late';
  if (reasonCode === 'expired') return 'expired';
  if (status === 'approved' && actualAmountCents === 0n) return 'reversed';
  if (status !== 'waiting_payment') return SCREEN_OF_STATUS[status];
  if (secondsLeft <= 0) return 'expired';
  return isFrozen ? 'paused' : 'pay';
}

/** Whether the player may still say that the transfer was sent: also of one that was sent before the account was frozen. */
export function maySaySent(screen: Screen): boolean {
  return screen === 'pay' || screen === 'paused';
}

/** Whether something may still change on the page while it is open. */
export function isOpen(screen: Screen): boolean {
  return maySaySent(screen) || screen === 'checking';
}

/** Changes with whatever a page shows that can change; an open page compares it to know that it is old. */
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
