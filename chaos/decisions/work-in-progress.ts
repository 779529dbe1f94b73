import type { Cents } from '@vezne/domain/money';
import type { AskedRequest } from './attempt.ts';
import type { World } from './world.ts';

export interface SentTransfer {
  operationId: string;
  bankAccountId: string;
  amountCents: Cents;
}

/** What every operator can see, with what comes up during a run: late money, open requests, money on its way. */
export interface WorkInProgress {
  transactions: World['transactions'][number][];
  openRequests: AskedRequest[];
  /** Transfers that have arrived stay here, because an operator may not know it yet. */
  sentTransfers: SentTransfer[];
}

export function startWork({ transactions }: World): WorkInProgress {
  return { transactions: [...transactions], openRequests: [], sentTransfers: [] };
}

/** Remembers an internal transfer that is now on its way. Other operations leave nothing to remember. */
export function rememberSent(
  work: WorkInProgress,
  operationId: string,
  posted: AskedRequest['wanted'],
): void {
  if (posted.kind !== 'internal_transfer_sent') return;
  const { bankAccountId, amountCents } = posted;
  work.sentTransfers.push({ operationId, bankAccountId, amountCents });
}
