import { REASON_CODES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { depositTransaction } from './deposits.ts';
import { oneOf } from '../fields/field-problems.ts';
import { pageQuery } from '../fields/page-query.ts';
import { READ_ERRORS, SIGNED_REQUEST_ERRORS } from './route.ts';
import type { PartnerRoute } from './route.ts';
import { externalReference } from '../fields/text.ts';
import { withdrawalTransaction } from './withdrawals.ts';

/** The form of a transaction's id; any other text cannot be one. */
export const TRANSACTION_ID_PATTERN = /^txn_[0-9a-f]{32}$/;

/** What a read adds to the fields that a create returns. */
const readFields = {
  currency,
  createdAt: z.iso.datetime().meta({ description: 'When it was created, UTC.' }),
  decidedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was approved or rejected; null until then.' }),
  reasonCode: z
    .enum(REASON_CODES)
    .nullable()
    .meta({ description: 'Why it was rejected; null unless it was.' }),
  originalTransactionId: z.string().startsWith('txn_').nullable().meta({
    description: 'The first transaction of the reference, when this one is late or repeated money for it.',
  }),
};

export const depositRead = depositTransaction.extend(readFields);

export const withdrawalRead = withdrawalTransaction.extend({
  externalReference: z.string().meta({ description: 'Your reference, as you sent it.' }),
  ...readFields,
});

export const transactionRead = z.discriminatedUnion('type', [depositRead, withdrawalRead]);

export type TransactionRead = z.infer<typeof transactionRead>;

const oneTransaction = z.object({ transaction: transactionRead });

export const getTransaction = {
  method: 'GET',
  path: '/v1/transactions/{id}',
  summary: 'Retrieve one transaction as it is now.',
  request: z.object({}),
  response: oneTransaction,
  successStatus: 200,
  errors: [...READ_ERRORS, 'query_not_allowed', 'not_found'],
} as const satisfies PartnerRoute;

export const cancelTransaction = {
  method: 'POST',
  path: '/v1/transactions/{id}/cancel',
  summary: 'Cancel a deposit that waits for payment, or a withdrawal that nobody has taken up yet.',
  request: z.object({}),
  response: oneTransaction,
  successStatus: 200,
  errors: [
    ...SIGNED_REQUEST_ERRORS,
    'invalid_json',
    'duplicate_key',
    'invalid_request',
    'query_not_allowed',
    'body_too_large',
    'unsupported_media_type',
    'not_found',
    'not_cancellable',
  ],
} as const satisfies PartnerRoute;

const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-15T09:30:00Z' })
  .transform((text) => new Date(text));

export const transactionListQuery = pageQuery({
  externalReference: externalReference
    .optional()
    .meta({ description: 'Only the transactions of this reference.' }),
  type: z
    .enum(TRANSACTION_TYPES, { error: oneOf(TRANSACTION_TYPES) })
    .optional()
    .meta({ description: 'Only deposits, or only withdrawals.' }),
  status: z
    .enum(TRANSACTION_STATUSES, { error: oneOf(TRANSACTION_STATUSES) })
    .optional()
    .meta({ description: 'Only the transactions with this status now.' }),
  from: moment.optional().meta({ description: 'Created at this time or later.' }),
  to: moment.optional().meta({ description: 'Created before this time.' }),
  cursor: z
    .string()
    .max(128, 'is not a cursor of ours')
    .optional()
    .meta({ description: 'nextCursor of the page before; send the other parameters unchanged.' }),
});

export type TransactionListQuery = z.infer<typeof transactionListQuery>;

export const listTransactions = {
  method: 'GET',
  path: '/v1/transactions',
  summary: 'List transactions, newest first.',
  request: z.object({}),
  query: transactionListQuery,
  response: z.object({
    transactions: z.array(transactionRead).meta({ description: 'The transactions of this page.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Where the next page starts; null on the last page.' }),
  }),
  successStatus: 200,
  errors: [...READ_ERRORS, 'invalid_request', 'overloaded'],
} as const satisfies PartnerRoute;

const range = z.object({
  minCents: wireCents.meta({ description: 'The smallest amount that is accepted.' }),
  maxCents: wireCents.meta({ description: 'The largest amount that is accepted.' }),
});

export const getLimits = {
  method: 'GET',
  path: '/v1/limits',
  summary: 'The amounts that your new transactions may have.',
  request: z.object({}),
  response: z.object({ currency, deposit: range, withdrawal: range }),
  successStatus: 200,
  errors: [...READ_ERRORS, 'query_not_allowed'],
} as const satisfies PartnerRoute;
