import type { Cents } from '@vezne/domain/money';
import type { AskedRequest } from './attempt.ts';
import type { World, WorldTransaction } from './world.ts';

export interface SentTransfer {
  operationId: string;
  bankAccountId: string;
  amountCents: Cents;
}

export interface RefusedDeposit {
  transactionId: string;
  bankAccountId: string;
  amountCents: Cents;
}

/** What every operator can see, including what appears during a run: late money, open requests, money in transit. */
export interface WorkInProgress {
  transactions: Pick<WorldTransaction, 'id' | 'partnerId' | 'type'>[];
  openRequests: AskedRequest[];
  /** Transfers stay here after their arrival, because an operator may not know of it yet. */
  sentTransfers: SentTransfer[];
  /** Money that went to wrong accounts. It stays here too when it is back. */
  misdirected: { payoutId: string; amountCents: Cents }[];
  /** Deposits that were rejected although their money came. They stay here when nothing is open any more. */
  refused: RefusedDeposit[];
}

export function startWork({ transactions }: World): WorkInProgress {
  return {
    transactions: [...transactions],
    openRequests: [],
    sentTransfers: [],
    misdirected: [],
    refused: [],
  };
}

/** Remembers an internal transfer that is now in transit, and money that is out. Other operations leave nothing to remember. */
export function rememberSent(
  work: WorkInProgress,
  operationId: string,
  posted: AskedRequest['wanted'],
): void {
  if (posted.kind === 'misdirected_sent') {
    const { payoutId, amountCents } = posted;
    work.misdirected.push({ payoutId, amountCents });
  }
  if (posted.kind !== 'internal_transfer_sent') return;
  const { bankAccountId, amountCents } = posted;
  work.sentTransfers.push({ operationId, bankAccountId, amountCents });
}
