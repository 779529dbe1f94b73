import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import type { EventType, ReasonCode, TransactionStatus } from '@vezne/domain/transaction-state';

/** What a language says about each name of the contract. A name without words does not compile. */
export interface Words {
  statuses: Readonly<Record<TransactionStatus, StatusWords>>;
  reasons: Readonly<Record<ReasonCode, string>>;
  events: Readonly<Record<EventType, { means: string; doThis: string }>>;
  errors: Readonly<Record<ApiErrorCode, { cause: string; remedy: string }>>;
  headings: Readonly<Record<Heading, string>>;
  /** Of a status that withdrawals never have. */
  never: string;
  units: Readonly<Record<'second' | 'minute' | 'hour', string>>;
}

export interface StatusWords {
  deposit: string;
  /** Null for a status that withdrawals never have. */
  withdrawal: string | null;
}

type Heading =
  | 'status'
  | 'ofDeposit'
  | 'ofWithdrawal'
  | 'reason'
  | 'meaning'
  | 'event'
  | 'means'
  | 'doThis'
  | 'code'
  | 'cause'
  | 'remedy'
  | 'attempt'
  | 'wait'
  | 'sinceFirst'
  | 'part'
  | 'example';
