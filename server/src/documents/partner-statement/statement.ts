import type { Cents } from '@vezne/domain/money';
import type { Ends, Movement, MovementSum, ReserveSum } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';

/** Everything that a file of a statement says besides its lines. The same statement always gives the same bytes. */
export interface Statement {
  partnerName: string;
  language: Language;
  /** Of a closed month. */
  number: string | null;
  month: string | null;
  /** Days of Turkey's calendar; both belong to it. */
  from: string;
  to: string;
  balance: Ends;
  reserved: Ends;
  /** Of any period: the last entry of the balance, by which two files of one day are told apart. A closed month says its number instead. */
  lastEntry: { no: bigint; at: Date } | null;
  sums: readonly MovementSum[];
  reserveSums: readonly ReserveSum[];
}

/** One movement of the balance, with whom and what it is about. */
export interface StatementLine {
  /** The number of its last entry in the books. */
  entryNo: bigint;
  at: Date;
  movement: Movement;
  balanceAfterCents: Cents;
  transaction: { id: string; externalReference: string; referenceCode: string | null } | null;
  /** Of what is about no player. */
  operationId: string | null;
}

/** In the order of the books, some at a time: all of them never fit into memory. */
export type StatementLines = AsyncIterable<readonly StatementLine[]>;
