import type pg from 'pg';
import { partnerActor } from '@vezne/domain/actor';
import type { TransactionState, TransactionType } from '@vezne/domain/transaction-state';
import { announceEvents } from '../../db/event-channel.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { findConfirmedView } from '../../db/read/transactions/transaction-views.ts';
import type { OwnedId, TransactionView } from '../../db/read/transactions/transaction-views.ts';
import { moveTransactions } from '../../db/write/decisions/move.ts';
import { toTransactionId } from '../../ids.ts';
import { rejectionStep } from '../decisions/moneyless-steps.ts';
import { refused } from '../refusal.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { TransactionReads } from './reads.ts';

/** The states in which a partner may cancel: work on it has not begun, and no money can have moved. */
const CANCELLABLE: Readonly<Record<TransactionType, TransactionState>> = {
  deposit: { status: 'waiting_payment', stage: null },
  withdrawal: { status: 'waiting_confirmation', stage: 'queued' },
};

const TIMEOUT_MS = 5_000;

/**
 * Cancels a transaction. Returns it unchanged when it is already cancelled, and undefined when the partner has no such
 * transaction. When a cancellation and a decision race, the guarded update lets one win.
 */
export async function cancel(
  { pool, reads, retry }: { pool: pg.Pool; reads: TransactionReads; retry: RetryUntilSettled },
  key: OwnedId,
): Promise<TransactionView | undefined> {
  const look = async () => await retry.run(async () => await reads.find(key));
  // The partner gives the player their money back. What was cancelled by another try may be on the primary alone, where a wait was ended by hand;
  // and a server that another has replaced may not know of it, or of the transaction. So it is read again, with a commit behind it on the same
  // connection.
  const lookConfirmed = async () =>
    await retry.run(async () => await findConfirmedView(pool, key, { timeoutMs: TIMEOUT_MS }));
  const seen = await look();
  const before = seen === undefined || isCancelled(seen) ? await lookConfirmed() : seen;
  if (before === undefined || isCancelled(before)) return before;

  const cancellation = rejectionStep(before, {
    from: CANCELLABLE[before.type],
    trigger: 'cancel',
    reasonCode: 'partner_cancelled',
    actor: partnerActor(key.partnerId),
  });
  const moved = await retry.run(
    async () => await moveTransactions(pool, [cancellation], { timeoutMs: TIMEOUT_MS }),
  );
  announceEvents(pool);
  ringQueue(pool, [before.id]);
  // This try's own commit was waited for, and is seen by all but a server that another has replaced.
  const own = moved.has(before.id) ? await look() : undefined;
  const after = own !== undefined && isCancelled(own) ? own : await lookConfirmed();
  if (after === undefined || isCancelled(after)) return after;
  throw refused('not_cancellable', { transactionId: toTransactionId(after.id), status: after.status });
}

function isCancelled({ status, reasonCode }: TransactionView): boolean {
  return status === 'rejected' && reasonCode === 'partner_cancelled';
}
