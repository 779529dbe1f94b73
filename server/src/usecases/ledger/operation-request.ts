import type { Cents } from '@vezne/domain/money';
import type { LedgerOperation } from '@vezne/domain/postings';

/**
 * An operation as a person requests it. The arrival of an internal transfer, and its coming back, name the operation that sent
 * it.
 */
export type OperationRequest = LedgerOperation & {
  readonly sentOperationId?: string | undefined;
  /** What the bank shows, when the books say that the account does not hold enough. */
  readonly bankBalanceCents?: Cents | undefined;
  /** Where refused money goes back to. */
  readonly iban?: string | undefined;
};
