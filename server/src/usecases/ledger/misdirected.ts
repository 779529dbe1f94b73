/** What an operation about a payout's misdirected money must fit: the payout, and what of it is out. */
import type { LedgerOperation } from '@vezne/domain/postings';
import type { PayoutOutside } from '../../db/read/payouts/misdirected-payouts.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';

/** The payout that an operation names. */
export function payoutIdOf(request: LedgerOperation): string | null {
  return 'payoutId' in request ? (request.payoutId ?? null) : null;
}

/** The sums are compared again by the database, under the lock of the account. */
export function misdirectedProblem(
  request: LedgerOperation,
  payout: PayoutOutside | undefined,
): RefusedError | undefined {
  const payoutId = payoutIdOf(request);
  const isOfReceivable = request.kind === 'adjusted' && touchesReceivable(request);
  if (request.kind === 'adjusted' && isOfReceivable !== (payoutId !== null)) {
    return refused('receivable_needs_payout');
  }
  if (payoutId === null) return undefined;
  if (payout?.type !== 'withdrawal') return refused('payout_not_found', { payoutId });
  // Before an authorisation nobody can have sent it, so this is the wrong payout.
  if (!payout.wasAuthorised) return refused('payout_never_authorised', { payoutId });
  const mostCents = isRaising(request) ? payout.writtenOffCents : payout.outCents;
  const isTooMuch = request.amountCents > mostCents;
  return request.kind !== 'misdirected_sent' && isTooMuch ? tooMuch(request, payoutId) : undefined;
}

/** More comes back than is out, or more of what was given up than was. */
export function tooMuch(request: LedgerOperation, payoutId: string): RefusedError {
  return refused(isRaising(request) ? 'more_than_given_up' : 'more_than_is_out', { payoutId });
}

function touchesReceivable({ debit, credit }: Extract<LedgerOperation, { kind: 'adjusted' }>): boolean {
  return debit.kind === 'receivable' || credit.kind === 'receivable';
}

/** It undoes a write-off: what was given up may come back after all. */
function isRaising(request: LedgerOperation): boolean {
  return request.kind === 'adjusted' && request.debit.kind === 'receivable';
}
