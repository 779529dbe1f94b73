import type { Cents } from '@vezne/domain/money';
import type { OperationWish } from '../../server/src/usecases/ledger/operation.ts';
import type { World } from './world.ts';

/** What waits for a second person. */
export interface AskedRequest {
  id: string;
  note: string;
  askedBy: string;
  wish: OperationWish | AskedCorrection;
}

export interface AskedCorrection {
  kind: 'correct';
  transactionId: string;
  actualCents: Cents;
}

export interface SentTransfer {
  operationId: string;
  bankAccountId: string;
  amountCents: Cents;
}

/** What everybody at the desk can see, and what comes up while they work: late money, open requests, money on its way. */
export interface Board {
  transactions: World['transactions'][number][];
  open: AskedRequest[];
  /** Those that have arrived too: somebody may not know it. */
  sent: SentTransfer[];
}

export function createBoard({ transactions }: World): Board {
  return { transactions: [...transactions], open: [], sent: [] };
}

/** Notes what an operation left on its way between two banks, if it did. */
export function noteSent(board: Board, operationId: string, wish: AskedRequest['wish']): void {
  if (wish.kind !== 'internal_transfer_sent') return;
  const { bankAccountId, amountCents } = wish;
  board.sent.push({ operationId, bankAccountId, amountCents });
}

/** So many of a list are looked at, from its end: two people meet at what is new. */
const NEWEST = 3;

export function newest<T>(items: readonly T[], index: number): T | undefined {
  return items.slice(-NEWEST).at(-1 - (index % Math.max(1, Math.min(NEWEST, items.length))));
}

export function pick<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}
