import type { Cents } from '@vezne/domain/money';
import type { AskedRequest } from './attempt.ts';
import type { World } from './world.ts';

export interface SentTransfer {
  operationId: string;
  bankAccountId: string;
  amountCents: Cents;
}

/** What every operator can see, including what appears during a run: late money, open requests, money in transit. */
export interface WorkInProgress {
  transactions: World['transactions'][number][];
  openRequests: AskedRequest[];
  /** Transfers stay here after their arrival, because an operator may not know of it yet. */
  sentTransfers: SentTransfer[];
}

export function startWork({ transactions }: World): WorkInProgress {
  return { transactions: [...transactions], openRequests: [], sentTransfers: [] };
}

/** Remembers an internal transfer that is now in transit. Other operations leave nothing to remember. */
export function rememberSent(
  work: WorkInProgress,
  operationId: string,
  posted: AskedRequest['wanted'],
): void {
  if (posted.kind !== 'internal_transfer_sent') return;
  const { bankAccountId, amountCents } = posted;
  work.sentTransfers.push({ operationId, bankAccountId, amountCents });
}
