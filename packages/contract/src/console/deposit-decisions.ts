/** What an operator does to a deposit. Each press does one thing, and a repeat after a lost answer does it once. */
import { HOLD_REASONS } from '@vezne/domain/hold';
import { ZERO_CENTS } from '@vezne/domain/money';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { requestAmount } from '../fields/amount.ts';
import {
  DECISION_ERRORS,
  bankReference,
  decisionId,
  decisionRoute,
  note,
  pressed,
  seen,
  senderSeen,
} from './decisions.ts';
import { claim } from './deposits.ts';
import { moment, rowId } from './fields.ts';
import { WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const decision = { ...decisionRoute, errors: [...DECISION_ERRORS, 'deposit_claimed'] } as const;

/** It moves money, so it takes a step-up, and each approval prolongs that. */
export const approveDeposit = {
  ...decision,
  stepUp: true,
  path: '/api/deposits/:id/approve',
  request: pressed.extend({
    actualAmount: requestAmount,
    bankAccountId: rowId.optional(),
    bankReference: bankReference.optional(),
    senderSeen: senderSeen.optional(),
    isReferenceUsedBefore: z.literal(true).optional(),
  }),
} as const satisfies ConsoleRoute;

/** `moneySeen`: null says that none was seen; absent says nothing, which only some reasons allow. */
export const rejectDeposit = {
  ...decision,
  path: '/api/deposits/:id/reject',
  request: pressed.extend({
    reason: z.enum(REJECTION_REASONS.deposit),
    moneySeen: z
      .object({
        amount: requestAmount,
        bankAccountId: rowId,
        bankReference: bankReference.optional(),
        senderSeen: senderSeen.optional(),
      })
      .nullable()
      .optional(),
  }),
} as const satisfies ConsoleRoute;

/** The player forgot to press the button. */
export const confirmDepositOnBehalf = {
  ...decision,
  path: '/api/deposits/:id/confirm-on-behalf',
  request: pressed,
} as const satisfies ConsoleRoute;

export const holdDeposit = {
  ...decision,
  path: '/api/deposits/:id/hold',
  request: pressed.extend({ until: moment, reason: z.enum(HOLD_REASONS) }),
} as const satisfies ConsoleRoute;

export const unholdDeposit = {
  ...decision,
  path: '/api/deposits/:id/unhold',
  request: pressed,
} as const satisfies ConsoleRoute;

/**
 * Money for a deposit that is decided already: it came late, or once more. It becomes a deposit of its own that waits; whether its approval
 * takes a second person is said there. `decisionId` again: the same deposit, once.
 */
export const enterLateMoney = {
  method: 'POST',
  path: '/api/deposits/:id/late-money',
  permission: 'decide',
  stepUp: false,
  request: z
    .object({
      decisionId,
      amount: requestAmount,
      /** Default: where the first one was to be paid, or where the refused money is. */
      bankAccountId: rowId.optional(),
      /** The rejected deposit whose money it is: nothing came anew. */
      refusedTransactionId: rowId.optional(),
      /** It came besides money that was refused and is still open. */
      isNewMoney: z.literal(true).optional(),
      note: note.optional(),
    })
    .refine(
      ({ refusedTransactionId, isNewMoney }) =>
        refusedTransactionId === undefined || isNewMoney === undefined,
      { path: ['isNewMoney'], error: 'contradicts refusedTransactionId' },
    ),
  response: z.object({ id: rowId }),
  errors: [...WRITE_ERRORS, 'not_found', 'decision_refused'],
} as const satisfies ConsoleRoute;

/** What really came; "0.00" if nothing did. */
const correctedAmount = z.union([z.literal('0.00').transform(() => ZERO_CENTS), requestAmount]);

/** An approved deposit has the wrong amount, the wrong account, or both. It always waits for a second person. */
export const correctDeposit = {
  ...decision,
  stepUp: true,
  path: '/api/deposits/:id/correct',
  request: pressed
    .extend({ actualAmount: correctedAmount.optional(), bankAccountId: rowId.optional(), note })
    .refine(({ actualAmount, bankAccountId }) => actualAmount !== undefined || bankAccountId !== undefined, {
      path: ['actualAmount'],
      error: 'or bankAccountId is required',
    }),
} as const satisfies ConsoleRoute;

/** Opens it for oneself for a while; again: for longer. With `takeOver` also from somebody else, which is audited. */
export const claimDeposit = {
  method: 'POST',
  path: '/api/deposits/:id/claim',
  permission: 'decide',
  stepUp: false,
  /** A person does something: pages extend a claim only after a key or a move of the mouse. */
  request: z.object({ takeOver: z.boolean().default(false) }),
  response: z.object({ claim }),
  errors: [...WRITE_ERRORS, 'not_found', 'deposit_claimed', 'decision_refused'],
} as const satisfies ConsoleRoute;

/** Closes it, so that the next person need not wait. */
export const releaseDeposit = {
  method: 'DELETE',
  path: '/api/deposits/:id/claim',
  permission: 'decide',
  stepUp: false,
  response: z.object({}),
  errors: [...WRITE_ERRORS],
} as const satisfies ConsoleRoute;

export const BULK_LIMIT = 100;

/** One line of the answer to a bulk. `requestId` alone: the whole bulk waits for a second person. */
export const bulkLine = z.union([
  z.object({ id: rowId, outcome: z.literal('made'), status: z.enum(TRANSACTION_STATUSES) }),
  z.object({
    id: rowId,
    outcome: z.literal('refused'),
    refusal: z.string(),
    claimedBy: z.string().optional(),
  }),
  /** It may have been done or not. */
  z.object({ id: rowId, outcome: z.literal('unknown') }),
  z.object({ outcome: z.literal('asked'), requestId: rowId }),
]);
export type BulkLine = z.infer<typeof bulkLine>;

/** As asked, none with a warning. Answered line by line as NDJSON, each line a `bulkLine`. */
export const approveDepositsInBulk = {
  method: 'POST',
  path: '/api/deposits/approve-in-bulk',
  permission: 'decide',
  stepUp: true,
  request: z.object({
    deposits: z
      .array(z.object({ id: rowId, seen, decisionId }))
      .min(1)
      .max(BULK_LIMIT),
    note: note.optional(),
  }),
  /** Of each line. */
  response: bulkLine,
  errors: [...WRITE_ERRORS, 'decision_refused'],
} as const satisfies ConsoleRoute;
