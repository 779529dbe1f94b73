/**
 * The types of requests and responses. The package has no dependencies, so they are written by hand; a test compares them
 * with the schemas of the service.
 */

export type TransactionType = 'deposit' | 'withdrawal';

export type WithdrawalStatus = 'waiting_confirmation' | 'approved' | 'rejected';

/** `waiting_payment` until the player says that the transfer was sent. */
export type DepositStatus = 'waiting_payment' | WithdrawalStatus;

export type TransactionStatus = DepositStatus;

/** Why a transaction was rejected. */
export type ReasonCode =
  | 'no_money_seen'
  | 'amount_mismatch'
  | 'third_party_sender'
  | 'duplicate'
  | 'suspected_fraud'
  | 'player_request'
  | 'partner_cancelled'
  | 'expired'
  | 'account_closed'
  | 'payout_failed'
  | 'payout_returned'
  | 'other';

export type Customer = {
  /** Your own identifier of the player. */
  id: string;
  username: string;
  fullName: string;
};

export type CreateDepositInput = {
  /** A decimal string with two fraction digits, such as "1000.00"; never a number. */
  amount: string;
  currency: 'TRY';
  /** Your own name for this deposit. The same reference never creates a second one. */
  externalReference: string;
  /** Where the player returns to. The return does not prove a payment. */
  redirectUrl: string;
  customer: Customer & { email?: string | null | undefined };
  /** The language in which the payment page opens. The player may choose another there. */
  language?: 'tr' | 'en' | undefined;
};

export type CreateWithdrawalInput = {
  /** A decimal string with two fraction digits, such as "1000.00"; never a number. */
  amount: string;
  currency: 'TRY';
  /** Your own name for this withdrawal. The same reference never creates a second one. */
  externalReference: string;
  customer: Customer;
  withdrawalAccount: {
    bankName: string;
    accountHolderName: string;
    /** Spaces are allowed. */
    iban: string;
  };
};

/** A deposit as returned by its creation. */
export type CreatedDeposit = {
  id: string;
  type: 'deposit';
  status: DepositStatus;
  /** The requested amount. */
  amountCents: number;
  /** The requested amount. */
  requestedAmountCents: number;
  /** The gross amount received; null until known. */
  actualAmountCents: number | null;
  commissionCents: number;
  /** The amount after commission. */
  netAmountCents: number;
  /** The amount to credit to the player when the deposit is approved. A webhook tells you, or you read it. */
  playerAmountCents: number;
  /** The effect on your balance. */
  balanceImpactCents: number;
  externalReference: string;
  /** The code that the player writes into the transfer. */
  referenceCode: string;
  redirectUrl: string;
  /** The payment page; send the player there right away. */
  hostedUrl: string;
};

/** A withdrawal as returned by its creation. */
export type CreatedWithdrawal = {
  id: string;
  type: 'withdrawal';
  status: WithdrawalStatus;
  /** The requested amount. */
  amountCents: number;
  /** The amount that is paid out to the player. */
  playerAmountCents: number;
  commissionCents: number;
  /** The effect on your balance. */
  balanceImpactCents: number;
};

type ReadFields = {
  currency: 'TRY';
  /** UTC, such as 2026-11-15T09:30:00.000Z. */
  createdAt: string;
  /** When it was approved or rejected; null until then. */
  decidedAt: string | null;
  /** Null unless it was rejected. */
  reasonCode: ReasonCode | null;
  /** The first transaction of the reference, when this one is late or repeated money for it. */
  originalTransactionId: string | null;
};

export type Deposit = CreatedDeposit & ReadFields;

export type Withdrawal = CreatedWithdrawal & ReadFields & { externalReference: string };

/** A transaction as it is now. */
export type Transaction = Deposit | Withdrawal;

/** One page, newest first. */
export type TransactionPage = {
  transactions: Transaction[];
  /** Where the next page starts; null on the last page. */
  nextCursor: string | null;
};

/** The types of events that you can receive. */
export type EventType =
  | 'deposit.approved'
  | 'deposit.rejected'
  | 'withdrawal.approved'
  | 'withdrawal.rejected'
  /** An earlier approval was corrected: these amounts replace the earlier ones. */
  | 'deposit.corrected';

/** A decision about a transaction. */
export type PartnerEvent = {
  type: TransactionType;
  status: 'approved' | 'rejected';
  externalReference: string;
  /**
   * The amount to credit to the player. For a rejected withdrawal it is the refund, for an approved one the amount paid
   * out.
   */
  playerAmountCents: number;
  event: EventType;
  /** The same event always has the same id: use it to handle each event once. */
  eventId: string;
  transactionId: string;
  /** The first transaction of the reference, when this one is late or repeated money for it. */
  originalTransactionId: string | null;
  /** Null for withdrawals. */
  referenceCode: string | null;
  /** The requested amount. */
  amountCents: number;
  /** The gross amount received; null for withdrawals, and where no money was seen. */
  actualAmountCents: number | null;
  commissionCents: number;
  /** The amount after commission; null for withdrawals. */
  netAmountCents: number | null;
  /** The effect of the transaction on your balance. */
  balanceImpactCents: number;
  currency: 'TRY';
  /** Null unless it was rejected. */
  reasonCode: ReasonCode | null;
  /** UTC, such as 2026-11-15T09:30:00.000Z. */
  occurredAt: string;
};

/** One page, oldest first. Fewer events than requested means that there are no more for now. */
export type EventPage = {
  events: PartnerEvent[];
  /** What to give as `after` next time; it stays valid for ever. Null only if there is no event yet. */
  nextCursor: string | null;
};

/** What the service holds for you, all at one moment. */
export type Balance = {
  currency: 'TRY';
  /** Below zero when withdrawals took more than there was, within your credit line. */
  availableCents: number;
  /** Reserved for payouts that are authorised and on their way. */
  reservedCents: number;
  /** What waiting withdrawals that are not authorised yet will take from `availableCents`. */
  openWithdrawalsCents: number;
};

export type AmountRange = {
  minCents: number;
  maxCents: number;
};

/** The range of amounts for new transactions. Both ends are accepted. */
export type Limits = {
  currency: 'TRY';
  deposit: AmountRange;
  withdrawal: AmountRange;
};

export type FieldProblem = {
  /** The field, with dots between levels; empty for the body as a whole. */
  path: string;
  /** What is wrong with it, to be read after the name of the field. */
  problem: string;
};

export type ApiErrorCode =
  | 'invalid_json'
  | 'duplicate_key'
  | 'invalid_request'
  | 'amount_out_of_range'
  | 'commission_exceeds_amount'
  | 'player_limit_reached'
  | 'query_not_allowed'
  | 'body_not_allowed'
  | 'authentication_headers_invalid'
  | 'timestamp_out_of_range'
  | 'signature_invalid'
  | 'partner_disabled'
  | 'address_not_allowed'
  | 'player_blocked'
  | 'not_found'
  | 'external_reference_conflict'
  | 'not_cancellable'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'deposits_paused'
  | 'withdrawals_paused'
  | 'no_deposit_account'
  | 'overloaded'
  | 'unavailable';

export type ApiErrorBody = {
  error: string;
  code: ApiErrorCode;
  requestId: string;
  fields?: FieldProblem[] | undefined;
  minCents?: number | undefined;
  maxCents?: number | undefined;
  serverTime?: number | undefined;
  transactionId?: string | undefined;
  status?: TransactionStatus | undefined;
};
