/** What is done with a payout. Each press does one thing, and a repeat after a lost answer does it once. */
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { z } from 'zod';
import { requestAmount } from '../fields/amount.ts';
import { DECISION_ERRORS, bankReference, decisionId, decisionRoute, note, pressed } from './decisions.ts';
import { rowId } from './fields.ts';
import { WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** What the person ticked. */
const marksRead = z.array(z.enum(PAYOUT_MARKS)).max(PAYOUT_MARKS.length).default([]);

/** The person who takes it chooses the account that will pay. */
export const takePayout = {
  ...decisionRoute,
  path: '/api/withdrawals/:id/take',
  request: pressed.extend({ bankAccountId: rowId, marksRead }),
} as const satisfies ConsoleRoute;

/** After this the money may be sent. */
export const authorisePayout = {
  ...decisionRoute,
  stepUp: true,
  path: '/api/withdrawals/:id/authorise',
  request: pressed.extend({
    marksRead,
    /** What the bank shows, when the books say that the account holds too little. */
    bankBalance: requestAmount.optional(),
  }),
} as const satisfies ConsoleRoute;

/** Back into the queue. After authorisation it takes somebody who neither had it in hand nor authorised it, and a fresh proof. */
export const releasePayout = {
  ...decisionRoute,
  path: '/api/withdrawals/:id/release',
  request: pressed,
} as const satisfies ConsoleRoute;

/** After authorisation as above. */
export const rejectPayout = {
  ...decisionRoute,
  path: '/api/withdrawals/:id/reject',
  request: pressed.extend({ reason: z.enum(REJECTION_REASONS.withdrawal) }),
} as const satisfies ConsoleRoute;

/** One of several transfers was sent. */
export const recordPayoutPart = {
  ...decisionRoute,
  path: '/api/withdrawals/:id/parts',
  request: pressed.extend({
    amount: requestAmount,
    bankReference,
    isReferenceUsedBefore: z.literal(true).optional(),
  }),
} as const satisfies ConsoleRoute;

/** It was sent, whole, and the partner is told. With parts the bank's references are theirs, and none is said here. */
export const approvePayout = {
  ...decisionRoute,
  path: '/api/withdrawals/:id/approve',
  request: pressed.extend({
    bankReference: bankReference.optional(),
    isReferenceUsedBefore: z.literal(true).optional(),
  }),
} as const satisfies ConsoleRoute;

/** Somebody else goes on with it, who has looked at the bank: nothing was sent beyond the recorded parts. */
export const handOverPayout = {
  ...decisionRoute,
  stepUp: true,
  path: '/api/withdrawals/:id/hand-over',
  request: pressed.extend({ isNotSent: z.literal(true) }),
} as const satisfies ConsoleRoute;

/** The bank sent an approved payout back. */
export const returnPayout = {
  ...decisionRoute,
  stepUp: true,
  path: '/api/withdrawals/:id/return',
  request: pressed.extend({
    /** Default: all of it. What is missing is the bank's fee. */
    arrived: requestAmount.optional(),
    /** Default: the account that paid. */
    bankAccountId: rowId.optional(),
    /** It is the payment to the player that came back, and not a transfer that had gone to a wrong account. */
    isPaymentItself: z.literal(true).optional(),
  }),
} as const satisfies ConsoleRoute;

/** Another of our accounts paid it than was recorded. It always waits for a second person. */
export const correctPayout = {
  ...decisionRoute,
  stepUp: true,
  path: '/api/withdrawals/:id/correct',
  request: pressed.extend({ bankAccountId: rowId, note }),
} as const satisfies ConsoleRoute;

/** It went to a wrong account, and was or will be paid again. It always waits for a second person. */
export const bookMisdirection = {
  method: 'POST',
  path: '/api/withdrawals/:id/misdirection',
  permission: 'ask_operation',
  stepUp: true,
  request: z.object({ decisionId, amount: requestAmount, bankAccountId: rowId, note }),
  response: z.object({ requestId: rowId }),
  errors: [...DECISION_ERRORS],
} as const satisfies ConsoleRoute;

export const COPIED_FIELDS = ['iban', 'holder', 'amount'] as const;
export type CopiedField = (typeof COPIED_FIELDS)[number];

/** Somebody copied it. Kept once for each person, payout and field. */
export const recordCopy = {
  method: 'POST',
  path: '/api/withdrawals/:id/copies',
  permission: 'decide',
  stepUp: false,
  request: z.object({ field: z.enum(COPIED_FIELDS) }),
  response: z.object({}),
  errors: [...WRITE_ERRORS, 'not_found', 'decision_refused'],
} as const satisfies ConsoleRoute;
