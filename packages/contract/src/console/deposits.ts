/** Deposits that wait for an operator: the queue, and everything that a decision needs on one screen. */
import { HOLD_REASONS } from '@vezne/domain/hold';
import { REASON_CODES, TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import { TWO_PEOPLE_REASONS } from '@vezne/domain/two-people';
import { z } from 'zod';
import { requestAmount, wireCents } from '../fields/amount.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';
import { bankAccountShown, timelineEntry } from './shown.ts';

/** What deserves a second look before a deposit is approved. */
export const DEPOSIT_WARNINGS = ['another_sender', 'same_amount_again', 'late_money', 'moved'] as const;
export type DepositWarning = (typeof DEPOSIT_WARNINGS)[number];

/** Somebody has the deposit open, and nobody else decides it meanwhile. */
export const claim = z.object({
  staffId: rowId,
  handle: z.string(),
  name: z.string(),
  until: moment,
  isMine: z.boolean(),
});

/** A row of the queue. Amounts are minor units. */
export const waitingDeposit = z.object({
  id: rowId,
  referenceCode: z.string().nullable(),
  waitingSince: moment,
  customerFullName: z.string(),
  partner: z.object({ id: rowId, name: z.string() }),
  bankAccount: z.object({ id: rowId, bankName: z.string(), ibanLastFour: z.string() }).nullable(),
  amountCents: wireCents,
  /** What is seen of it. A decision carries it, so that nobody decides on what has changed. */
  seen: z.string(),
  warnings: z.array(z.enum(DEPOSIT_WARNINGS)),
  hasReceipt: z.boolean(),
  claim: claim.nullable(),
  heldUntil: moment.nullable(),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  /** A request about it waits for a second person. */
  hasOpenRequest: z.boolean(),
  /** An approval of the asked amount would become a request. */
  takesTwo: z.boolean(),
});
export type WaitingDeposit = z.infer<typeof waitingDeposit>;

export const QUEUE_PAGE = 50;

const wholeSeconds = z.coerce.number().int().min(0).max(31_536_000);

export const queueFilters = z.object({
  partner: rowId.optional(),
  account: rowId.optional(),
  least: requestAmount.optional(),
  most: requestAmount.optional(),
  claimed: z.enum(['mine', 'others', 'nobody']).optional(),
  /** Waiting for at least so long. */
  olderThan: wholeSeconds.optional(),
});

/** The oldest first; those that are held come last. */
export const listDeposits = {
  method: 'GET',
  path: '/api/deposits',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  query: queueFilters.extend({ after: z.string().max(200).optional() }),
  response: z.object({
    deposits: z.array(waitingDeposit),
    /** For `after`; null on the last page. */
    next: z.string().nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Some rows again, by their ids: what the live stream named. One that waits no longer is missing. */
export const getDepositRows = {
  method: 'GET',
  path: '/api/deposits/rows',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  query: z.object({ ids: z.string().max(100 * 37) }),
  response: z.object({ deposits: z.array(waitingDeposit) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** What the filters can be set to. */
export const getDepositFilters = {
  method: 'GET',
  path: '/api/deposits/filters',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: z.object({
    partners: z.array(z.object({ id: rowId, name: z.string() })),
    bankAccounts: z.array(z.object({ id: rowId, bankName: z.string(), ibanLastFour: z.string() })),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** The oldest within the filters that nobody has open and that is not held. */
export const getNextDeposit = {
  method: 'GET',
  path: '/api/deposits/next',
  permission: 'decide',
  stepUp: false,
  query: queueFilters,
  response: z.object({ id: rowId.nullable() }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

const otherDeposit = z.object({
  id: rowId,
  referenceCode: z.string().nullable(),
  createdAt: moment,
  amountCents: wireCents,
  actualAmountCents: wireCents.nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  reasonCode: z.enum(REASON_CODES).nullable(),
});

/** What can wait for a second person. */
export const REQUESTS_ABOUT_DEPOSITS = [
  'deposit.approve',
  'deposit.approve_in_bulk',
  'deposit.correct',
] as const;

/** One deposit with all its evidence. */
export const depositDetail = z.object({
  id: rowId,
  externalReference: z.string(),
  referenceCode: z.string().nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  reasonCode: z.enum(REASON_CODES).nullable(),
  seen: z.string(),
  currency: z.string(),
  createdAt: moment,
  waitingSince: moment.nullable(),
  decidedAt: moment.nullable(),
  partner: z.object({ id: rowId, name: z.string() }),
  customer: z.object({ id: z.string(), username: z.string(), fullName: z.string() }),
  amountCents: wireCents,
  actualAmountCents: wireCents.nullable(),
  commissionCents: wireCents,
  netAmountCents: wireCents.nullable(),
  playerAmountCents: wireCents,
  balanceImpactCents: wireCents,
  /** For the figures while somebody types: depositAmounts of the domain. */
  terms: z.object({ basisPoints: z.int(), fixedCents: wireCents, settlementMode: z.string() }),
  bankAccount: bankAccountShown.nullable(),
  /** A freeze moved it: the account that was shown before. No account is preset then. */
  previousBankAccount: bankAccountShown.nullable(),
  warnings: z.array(z.enum(DEPOSIT_WARNINGS)),
  /** An approval must say what the bank shows: its reference and the sender. */
  needsSighting: z.boolean(),
  /** Why an approval of the asked amount takes a second person; empty: it doesn't. */
  twoPeopleReasons: z.array(z.enum(TWO_PEOPLE_REASONS)),
  /** For the same answer while somebody types another amount. */
  fourEyesCents: wireCents,
  playerAloneTodayCents: wireCents,
  senderDetails: z
    .object({
      senderName: z.string().nullable(),
      ibanLastFour: z.string().nullable(),
      sentAt: moment.nullable(),
    })
    .nullable(),
  receipts: z.array(
    z.object({ receiptNo: z.int(), mediaType: z.string(), bytes: z.int(), createdAt: moment }),
  ),
  claim: claim.nullable(),
  heldUntil: moment.nullable(),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  openRequest: z
    .object({
      id: rowId,
      action: z.enum(REQUESTS_ABOUT_DEPOSITS),
      askedBy: z.string(),
      askedAt: moment,
      isMine: z.boolean(),
      /** What it would be afterwards; null: as asked, or as it is. */
      actualAmountCents: wireCents.nullable(),
      bankAccount: bankAccountShown.nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  originalTransactionId: rowId.nullable(),
  /** Of one that is decided: what came for it afterwards, and what is open of money that was refused. */
  afterwards: z
    .object({
      lateDeposits: z.array(otherDeposit),
      refusedMoney: z
        .object({ transactionId: rowId, openCents: wireCents, bankAccount: bankAccountShown.nullable() })
        .nullable(),
      /** Whether its partner has subscribed to corrections. If not, somebody calls. */
      hearsOfCorrections: z.boolean(),
    })
    .nullable(),
  /** Another of the same player and amount within a day. */
  twins: z.array(otherDeposit),
  player: z.object({
    deposits: z.int(),
    approved: z.int(),
    rejected: z.int(),
    /** The newest of them. */
    latest: z.array(otherDeposit),
  }),
  timeline: z.array(timelineEntry),
});
export type DepositDetail = z.infer<typeof depositDetail>;

export const getDeposit = {
  method: 'GET',
  path: '/api/deposits/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: depositDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** A receipt as its player sent it, to be kept and never shown as a page. Every look is audited. Answered as the file itself. */
export const getReceipt = {
  method: 'GET',
  path: '/api/deposits/:id/receipts/:no',
  permission: 'read_queues',
  stepUp: false,
  /** The bytes. */
  response: z.unknown(),
  errors: [...READ_ERRORS, 'not_found', 'outcome_unknown'],
} as const satisfies ConsoleRoute;
