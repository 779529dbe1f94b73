export { createVezneClient } from './client.ts';
export type { CallOptions, Created, VezneClient } from './client.ts';
export { VezneError, VezneOutcomeUnknownError } from './errors.ts';
export type { VezneClientOptions } from './options.ts';
export type { TransactionQuery } from './paths.ts';
export type { RetryNotice } from './retries.ts';
export { signedHeaders, signRequest } from './signature.ts';
export type {
  AmountRange,
  ApiErrorCode,
  CreateDepositInput,
  CreatedDeposit,
  CreatedWithdrawal,
  CreateWithdrawalInput,
  Customer,
  Deposit,
  DepositStatus,
  FieldProblem,
  Limits,
  ReasonCode,
  Transaction,
  TransactionPage,
  TransactionStatus,
  TransactionType,
  Withdrawal,
  WithdrawalStatus,
} from './types.ts';
