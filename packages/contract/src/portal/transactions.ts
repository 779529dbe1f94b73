/** A partner's transactions, as its people see them: no stage, no note and nobody of ours. */
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import {
  EVENT_TYPES,
  REASON_CODES,
  STEP_TRIGGERS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@vezne/domain/transaction-state';
import { PORTAL_STATES, STATE_FILTERS } from '@vezne/domain/portal-state';
import { SEARCH_MAX_LENGTH } from '@vezne/domain/search-kind';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { oneOf } from '../fields/field-problems.ts';
import { pageQuery } from '../fields/page-query.ts';
import { boundedText } from '../fields/text.ts';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import { IN_ORDER, typedCents, typedMoment } from './fields.ts';
import type { PortalRoute } from './route.ts';

export const listedTransaction = z.object({
  id: rowId,
  /** As the API names it. */
  transactionId: z.string().startsWith('txn_'),
  type: z.enum(TRANSACTION_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  /** As the portal says it: what is being paid and what came back have words of their own. */
  state: z.enum(PORTAL_STATES),
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

const FILTERS = {
  type: z.enum(TRANSACTION_TYPES, { error: oneOf(TRANSACTION_TYPES) }).optional(),
  status: z.enum(STATE_FILTERS, { error: oneOf(STATE_FILTERS) }).optional(),
  /** When it was created. */
  from: typedMoment.optional(),
  to: typedMoment.optional(),
  /** What was asked for, or what came. */
  amountFrom: typedCents.optional(),
  amountTo: typedCents.optional(),
  /** `next` of the page before. */
  before: rowId.optional(),
};

const page = z.object({
  transactions: z.array(listedTransaction),
  /** What to ask for as `before`; null: these were the last. */
  next: rowId.nullable(),
  /** No index knows amounts. If so many had to be looked at that we stopped: how far we looked. `next` goes on from there. */
  lookedBackTo: moment.nullable(),
});

/** Newest first. */
export const listTransactions = {
  method: 'GET',
  path: '/api/transactions',
  permission: 'read_transactions',
  stepUp: false,
  query: pageQuery(FILTERS).refine(IN_ORDER.check, IN_ORDER.problem),
  response: page,
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** Newest first. A player's name must not stand in an address, so it is no GET. */
export const searchTransactions = {
  method: 'POST',
  path: '/api/transactions/search',
  permission: 'read_transactions',
  stepUp: false,
  isRead: true,
  request: pageQuery({
    ...FILTERS,
    /**
     * One text: the partner's reference, an id, a reference code or an amount as a whole, or how the id, the user name or the name of a
     * player begins.
     */
    text: boundedText({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }),
  }).refine(IN_ORDER.check, IN_ORDER.problem),
  response: page.extend({
    /** More players begin with the text than were looked at. */
    hasMorePlayers: z.boolean(),
  }),
  errors: WRITE_ERRORS,
} as const satisfies PortalRoute;

/** One try to tell an endpoint. */
const attempt = z.object({
  at: moment,
  durationMs: z.int(),
  /** Null: there was no answer. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** How the answer began. */
  answerStart: z.string().nullable(),
});

export const DELIVERY_STATES = ['pending', 'delivered', 'parked'] as const;

const delivery = z.object({
  endpointId: rowId,
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  /** The newest first, not more than are read. */
  tries: z.array(attempt),
});

export const getTransaction = {
  method: 'GET',
  path: '/api/transactions/:id',
  permission: 'read_transactions',
  stepUp: false,
  response: z.object({
    transaction: listedTransaction.extend({
      originalTransactionId: z.string().startsWith('txn_').nullable(),
      originalId: rowId.nullable(),
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
        /** At each endpoint that asks for it. */
        deliveries: z.array(delivery),
      }),
    ),
    /** Money that came for this deposit after it had ended. */
    lateMoney: z.array(
      z.object({
        id: rowId,
        transactionId: z.string().startsWith('txn_'),
        status: z.enum(TRANSACTION_STATUSES),
        amountCents: wireCents,
        createdAt: moment,
      }),
    ),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
