import { DEFAULT_DEPOSIT_RANGE, DEFAULT_WITHDRAWAL_RANGE } from '@vezne/domain/limits';
import type { AmountRange } from '@vezne/domain/limits';
import { toWireInteger } from '@vezne/domain/money';
import type { EventType } from '@vezne/domain/transaction-state';
import type { z } from 'zod';
import type { createDeposit } from './deposits.ts';
import { API_ERRORS } from './errors.ts';
import type { ApiErrorBody, ApiErrorCode, ApiErrorExtras } from './errors.ts';
import type { PartnerEvent } from './events.ts';
import type { PARTNER_API } from './routes.ts';
import type { TestEvent } from './test-event.ts';
import type { createWithdrawal } from './withdrawals.ts';

/**
 * All examples of the documentation tell one story: Ayşe deposits and withdraws 1000.00 at a commission of 3 % that is
 * deducted from the amount. Only 950.00 of the deposit arrive. Tests parse everything with the schemas.
 */

const ORIGIN = 'https://api.vezne.example';
const customer = { id: '42', username: 'ayse', fullName: 'Ayşe Işık' };

export const depositRequestExample = {
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'order-1001',
  redirectUrl: 'https://shop.example/return',
  customer,
} as const satisfies z.input<typeof createDeposit.request>;

export const withdrawalRequestExample = {
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'payout-2001',
  customer,
  withdrawalAccount: {
    bankName: 'Ziraat Bankası',
    accountHolderName: 'Ayşe Işık',
    iban: 'TR33 0006 1005 1978 6457 8413 26',
  },
} as const satisfies z.input<typeof createWithdrawal.request>;

const DEPOSIT_ID = 'txn_01a1de8aca967c41b3f05e92d8a7641b';
const WITHDRAWAL_ID = 'txn_01a1dea8b94e7d93a6c28b10f45e7d02';
const CANCELLED_ID = 'txn_01a1deeb06997b0e92d47fa1c8350e6d';

const createdDeposit = {
  id: DEPOSIT_ID,
  type: 'deposit',
  status: 'waiting_payment',
  amountCents: 100_000,
  requestedAmountCents: 100_000,
  actualAmountCents: null,
  commissionCents: 3_000,
  netAmountCents: 97_000,
  playerAmountCents: 97_000,
  balanceImpactCents: 97_000,
  externalReference: 'order-1001',
  referenceCode: 'K7M4XPTK',
  redirectUrl: 'https://shop.example/return',
  hostedUrl: `${ORIGIN}/pay/${DEPOSIT_ID}/q3Zt8vXn1LrW5yKcB7dGmH0sJp4uFa9TeRi2oNxCk6E`,
} as const;

const createdWithdrawal = {
  id: WITHDRAWAL_ID,
  type: 'withdrawal',
  status: 'waiting_confirmation',
  amountCents: 100_000,
  playerAmountCents: 97_000,
  commissionCents: 3_000,
  balanceImpactCents: -100_000,
} as const;

const approvedDeposit = {
  ...createdDeposit,
  status: 'approved',
  actualAmountCents: 95_000,
  commissionCents: 2_850,
  netAmountCents: 92_150,
  playerAmountCents: 92_150,
  balanceImpactCents: 92_150,
  currency: 'TRY',
  createdAt: '2026-11-15T09:30:00.214Z',
  decidedAt: '2026-11-15T09:52:18.640Z',
  reasonCode: null,
  originalTransactionId: null,
} as const;

const waitingWithdrawal = {
  ...createdWithdrawal,
  externalReference: 'payout-2001',
  currency: 'TRY',
  createdAt: '2026-11-15T10:02:41.870Z',
  decidedAt: null,
  reasonCode: null,
  originalTransactionId: null,
} as const;

const cancelledDeposit = {
  ...createdDeposit,
  id: CANCELLED_ID,
  status: 'rejected',
  commissionCents: 0,
  netAmountCents: 0,
  playerAmountCents: 0,
  balanceImpactCents: 0,
  externalReference: 'order-1002',
  referenceCode: 'H3RA9WD2',
  hostedUrl: `${ORIGIN}/pay/${CANCELLED_ID}/Vb6mR2kT9wYxQe4oJ8hNfZ1cLs5uGa7PdKi3tXyMn0A`,
  currency: 'TRY',
  createdAt: '2026-11-15T11:15:07.033Z',
  decidedAt: '2026-11-15T11:20:44.512Z',
  reasonCode: 'partner_cancelled',
  originalTransactionId: null,
} as const;

const approvedEvent = {
  type: 'deposit',
  status: 'approved',
  externalReference: approvedDeposit.externalReference,
  playerAmountCents: approvedDeposit.playerAmountCents,
  event: 'deposit.approved',
  eventId: 'evt_01a1de9f31f07a5c8e07d2b46c91f358',
  transactionId: DEPOSIT_ID,
  originalTransactionId: null,
  referenceCode: approvedDeposit.referenceCode,
  amountCents: approvedDeposit.amountCents,
  actualAmountCents: approvedDeposit.actualAmountCents,
  commissionCents: approvedDeposit.commissionCents,
  netAmountCents: approvedDeposit.netAmountCents,
  balanceImpactCents: approvedDeposit.balanceImpactCents,
  currency: 'TRY',
  reasonCode: null,
  occurredAt: approvedDeposit.decidedAt,
} as const;

const withdrawalEvent = {
  type: 'withdrawal',
  externalReference: waitingWithdrawal.externalReference,
  transactionId: WITHDRAWAL_ID,
  originalTransactionId: null,
  referenceCode: null,
  amountCents: waitingWithdrawal.amountCents,
  actualAmountCents: null,
  netAmountCents: null,
  currency: 'TRY',
} as const;

/** One event of each type, as a webhook brings it. The withdrawal is shown with either end. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, PartnerEvent>> = {
  'deposit.approved': approvedEvent,
  'deposit.rejected': {
    ...approvedEvent,
    status: 'rejected',
    externalReference: cancelledDeposit.externalReference,
    playerAmountCents: 0,
    event: 'deposit.rejected',
    eventId: 'evt_01a1def02c107d5e9b3f6a8c41d27e90',
    transactionId: CANCELLED_ID,
    referenceCode: cancelledDeposit.referenceCode,
    actualAmountCents: null,
    commissionCents: 0,
    netAmountCents: 0,
    balanceImpactCents: 0,
    reasonCode: cancelledDeposit.reasonCode,
    occurredAt: cancelledDeposit.decidedAt,
  },
  'withdrawal.approved': {
    ...withdrawalEvent,
    status: 'approved',
    playerAmountCents: waitingWithdrawal.playerAmountCents,
    event: 'withdrawal.approved',
    eventId: 'evt_01a1dec1a3f57c0f8d21e4b67a905c3e',
    commissionCents: waitingWithdrawal.commissionCents,
    balanceImpactCents: waitingWithdrawal.balanceImpactCents,
    reasonCode: null,
    occurredAt: '2026-11-15T10:29:55.102Z',
  },
  'withdrawal.rejected': {
    ...withdrawalEvent,
    status: 'rejected',
    playerAmountCents: waitingWithdrawal.amountCents,
    event: 'withdrawal.rejected',
    eventId: 'evt_01a1dec1a3f57c0f8d21e4b67a905c3f',
    commissionCents: 0,
    balanceImpactCents: 0,
    reasonCode: 'account_closed',
    occurredAt: '2026-11-15T10:29:55.102Z',
  },
  'deposit.corrected': {
    ...approvedEvent,
    playerAmountCents: 87_300,
    event: 'deposit.corrected',
    eventId: 'evt_01a1df0b77e27f3a9c58d14e60b2a7f1',
    actualAmountCents: 90_000,
    commissionCents: 2_700,
    netAmountCents: 87_300,
    balanceImpactCents: 87_300,
    occurredAt: '2026-11-15T11:50:09.371Z',
  },
};

/** The event that tests an endpoint. A test compares it with what is sent. */
export const TEST_EVENT_EXAMPLE: TestEvent = {
  event: 'webhook.test',
  eventId: 'evt_01a1dd8f10a27c4e9f3b5a6d7e8091b2',
  message: 'This tests your endpoint. It is about no transaction: answer 200, and credit nothing.',
  occurredAt: '2026-11-15T09:52:18.640Z',
};

type Operation = keyof typeof PARTNER_API;
type ResponseExamples = { [Name in Operation]: z.input<(typeof PARTNER_API)[Name]['response']> };

/** What each call returns when it succeeds. */
export const RESPONSE_EXAMPLES: ResponseExamples = {
  createDeposit: { transaction: createdDeposit },
  createWithdrawal: { transaction: createdWithdrawal },
  getTransaction: { transaction: approvedDeposit },
  listTransactions: {
    transactions: [waitingWithdrawal, approvedDeposit],
    nextCursor: 'MTp0eG5fMDFhMWRlOGFjYTk2N2M0MWIzZjA1ZTkyZDhhNzY0MWI',
  },
  cancelTransaction: { transaction: cancelledDeposit },
  listEvents: { events: [approvedEvent], nextCursor: approvedEvent.eventId },
  // The deposit has arrived, and the withdrawal is waiting.
  getBalance: {
    currency: 'TRY',
    availableCents: approvedDeposit.balanceImpactCents,
    reservedCents: 0,
    openWithdrawalsCents: -waitingWithdrawal.balanceImpactCents,
  },
  getLimits: {
    currency: 'TRY',
    deposit: wireRange(DEFAULT_DEPOSIT_RANGE),
    withdrawal: wireRange(DEFAULT_WITHDRAWAL_RANGE),
  },
};

/** The body that each call sends; calls without an entry send none. */
export const REQUEST_EXAMPLES: Partial<Record<Operation, object>> = {
  createDeposit: depositRequestExample,
  createWithdrawal: withdrawalRequestExample,
};

/** The transaction in the examples of calls with an id in the path. */
export const PATH_ID_EXAMPLES: Partial<Record<Operation, string>> = {
  getTransaction: DEPOSIT_ID,
  cancelTransaction: CANCELLED_ID,
};

const ERROR_EXTRAS: ApiErrorExtras = {
  invalid_request: {
    fields: [
      { path: 'amount', problem: 'must be a string such as "1000.00", not a number' },
      { path: 'customer.id', problem: 'is required' },
    ],
  },
  amount_out_of_range: wireRange(DEFAULT_DEPOSIT_RANGE),
  timestamp_out_of_range: { serverTime: 1_794_735_000 },
  external_reference_conflict: { transactionId: DEPOSIT_ID, status: 'waiting_payment' },
  not_cancellable: { transactionId: DEPOSIT_ID, status: 'approved' },
};

export function errorExample(code: ApiErrorCode): ApiErrorBody {
  const extras: Partial<Record<ApiErrorCode, Partial<ApiErrorBody>>> = ERROR_EXTRAS;
  return {
    error: API_ERRORS[code].error,
    code,
    requestId: 'req_01a1de8acaff7e21a05b6d4c93f81720',
    ...extras[code],
  };
}

/** A signed request with everything that went into its signature. The credentials are made up. */
export const SIGNING_EXAMPLE = {
  apiKey: 'vzk_test_4f1c2a7e9b6d0c35e1f84a7227',
  apiSecret: 'vzs_rT0pBq3mX8kVn5LwYd2JhGc7ZfE9uSaQ1oKiM4tRxN6',
  hashSecret: 'vzh_eW6yCjP2nQ9sHbU4gTzD7rLkX1vMfA3oJ5iYwN8dKq0',
  timestamp: '1794735000',
  method: 'POST',
  path: '/v1/deposits',
  body: JSON.stringify(depositRequestExample),
  signature: 'fd57cea78b07915c2ff235354a1493280f8b9e8d9ae50ac03357290df9cab290',
} as const;

function wireRange({ minCents, maxCents }: AmountRange): { minCents: number; maxCents: number } {
  return { minCents: toWireInteger(minCents), maxCents: toWireInteger(maxCents) };
}
