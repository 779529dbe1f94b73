/** A partner's transactions, as its people see them: no stage, no note and nobody of ours. */
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import {
  EVENT_TYPES,
  REASON_CODES,
  STEP_TRIGGERS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { oneOf } from '../fields/field-problems.ts';
import { pageQuery } from '../fields/page-query.ts';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

const listedTransaction = z.object({
  id: rowId,
  /** As the API names it. */
  transactionId: z.string().startsWith('txn_'),
  type: z.enum(TRANSACTION_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  externalReference: z.string(),
  referenceCode: z.string().nullable(),
  customer: z.object({ id: z.string(), username: z.string(), fullName: z.string() }),
  currency,
  amountCents: wireCents,
  actualAmountCents: wireCents.nullable(),
  commissionCents: wireCents,
  netAmountCents: wireCents.nullable(),
  playerAmountCents: wireCents,
  balanceImpactCents: wireCents,
  reasonCode: z.enum(REASON_CODES).nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
});

const from = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-15T09:30:00Z' })
  .transform((text) => new Date(text));

/** Newest first. */
export const listTransactions = {
  method: 'GET',
  path: '/api/transactions',
  permission: 'read_transactions',
  stepUp: false,
  query: pageQuery({
    type: z.enum(TRANSACTION_TYPES, { error: oneOf(TRANSACTION_TYPES) }).optional(),
    status: z.enum(TRANSACTION_STATUSES, { error: oneOf(TRANSACTION_STATUSES) }).optional(),
    from: from.optional(),
    to: from.optional(),
    /** The id of the last one of the page before. */
    before: rowId.optional(),
  }),
  response: z.object({ transactions: z.array(listedTransaction), hasMore: z.boolean() }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

export const getTransaction = {
  method: 'GET',
  path: '/api/transactions/:id',
  permission: 'read_transactions',
  stepUp: false,
  response: z.object({
    transaction: listedTransaction.extend({
      originalTransactionId: z.string().startsWith('txn_').nullable(),
      redirectUrl: z.string().nullable(),
      expiresAt: moment.nullable(),
      payout: z.object({ bankName: z.string(), holderName: z.string(), iban: z.string() }).nullable(),
      terms: z.object({
        basisPoints: z.int(),
        fixedCents: wireCents,
        settlementMode: z.enum(SETTLEMENT_MODES),
      }),
    }),
    /** In order. */
    steps: z.array(
      z.object({ trigger: z.enum(STEP_TRIGGERS), status: z.enum(TRANSACTION_STATUSES), at: moment }),
    ),
    /** What the partner was told of it. */
    events: z.array(
      z.object({
        id: z.string().startsWith('evt_'),
        type: z.enum(EVENT_TYPES),
        playerAmountCents: wireCents,
        balanceImpactCents: wireCents,
        occurredAt: moment,
      }),
    ),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
