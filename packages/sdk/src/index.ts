export { createVezneClient } from './client.ts';
export type { CallOptions, Created, VezneClient } from './client.ts';
export { VezneError, VezneOutcomeUnknownError } from './errors.ts';
export type { VezneClientOptions } from './options.ts';
export type { EventQuery, TransactionQuery } from './paths.ts';
export type { RetryNotice } from './retries.ts';
export { signedHeaders, signRequest } from './signature.ts';
export type {
  AmountRange,
  ApiErrorCode,
  Balance,
  CreateDepositInput,
  CreatedDeposit,
  CreatedWithdrawal,
  CreateWithdrawalInput,
  Customer,
  Deposit,
  DepositStatus,
  EventPage,
  EventType,
  FieldProblem,
  Limits,
  PartnerEvent,
  ReasonCode,
  Transaction,
  TransactionPage,
  TransactionStatus,
  TransactionType,
  Withdrawal,
  WithdrawalStatus,
} from './types.ts';
export { WebhookVerificationError } from './webhooks/errors.ts';
export type { WebhookProblem } from './webhooks/errors.ts';
export { fastifyPlugin } from './webhooks/fastify.ts';
export { createWebhookHandler } from './webhooks/handler.ts';
export type { WebhookAnswer, WebhookHandler, WebhookHandlerOptions } from './webhooks/handler.ts';
export type { WebhookHeaders } from './webhooks/headers.ts';
export { expressHandler, nodeHandler } from './webhooks/node.ts';
export { signedWebhookHeaders, signWebhook } from './webhooks/signature.ts';
export type { SignedWebhook, WebhookSignatureHeaders } from './webhooks/signature.ts';
export { memoryStore } from './webhooks/store.ts';
export type { ProcessedEvents } from './webhooks/store.ts';
export { isTestWebhook } from './webhooks/test-event.ts';
export type { WebhookTest } from './webhooks/test-event.ts';
export { verifyWebhook } from './webhooks/verify.ts';
export type { ReceivedWebhook, VerifiedWebhook, VerifyOptions, WebhookEvent } from './webhooks/verify.ts';
