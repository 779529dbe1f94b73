import type { Cents } from '@vezne/domain/money';
import type { TransactionStatus } from '@vezne/domain/transaction-state';

/** Every reason for which a use case turns a request down, with what the answer has to say beside it. */
export interface RefusalDetails {
  amount_out_of_range: { minCents: Cents; maxCents: Cents };
  commission_exceeds_amount: null;
  invalid_request: { fields: { path: string; problem: string }[] };
  partner_disabled: null;
  address_not_allowed: null;
  external_reference_conflict: { transactionId: string; status: TransactionStatus };
  not_cancellable: { transactionId: string; status: TransactionStatus };
  rate_limited: { retryAfterSeconds: number };
  deposits_paused: null;
  withdrawals_paused: null;
  no_deposit_account: null;
  overloaded: null;
  unavailable: null;
}

export type RefusalCode = keyof RefusalDetails;

/** An expected no. It is thrown only when it is known that nothing was created. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  override name = 'Refusal';
  readonly code: Code;
  readonly details: RefusalDetails[Code];

  constructor(code: Code, ...[details]: RefusalDetails[Code] extends null ? [] : [RefusalDetails[Code]]) {
    super(code);
    this.code = code;
    this.details = details ?? (null as RefusalDetails[Code]);
  }
}
