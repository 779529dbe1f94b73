/** The partner's books with us: every entry of what is available and of what is set aside for payouts, with the balance after it. */
import { JOINT_KINDS } from '@vezne/domain/partner-statement';
import { POSTING_KINDS } from '@vezne/domain/postings';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { oneOf } from '../fields/field-problems.ts';
import { pageQuery } from '../fields/page-query.ts';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS } from '../sign-in/route.ts';
import { IN_ORDER, typedMoment } from './fields.ts';
import type { PortalRoute } from './route.ts';

/** A posting, or what a statement adds up under one name. */
export const ENTRY_KINDS = [...POSTING_KINDS, ...JOINT_KINDS] as const;

/** `available` is partner_balance of the books, `reserved` is partner_reserved. */
export const BOOKS = ['available', 'reserved'] as const;

const entry = z.object({
  /** Numbers of an account have no gap. */
  entryNo: z.int(),
  kind: z.enum(POSTING_KINDS),
  /** The part of the posting that is our commission, or gives it back. */
  isCommission: z.boolean(),
  amountCents: wireCents,
  balanceAfterCents: wireCents,
  at: moment,
  /** What it is about; null: money that moved without a player's transaction, such as a settlement. */
  transaction: z
    .object({
      id: rowId,
      type: z.enum(['deposit', 'withdrawal']),
      externalReference: z.string(),
      referenceCode: z.string().nullable(),
      customerUsername: z.string(),
    })
    .nullable(),
});

const entryNo = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'must be a number of an entry')
  .transform(BigInt);

/** Newest first. */
export const listEntries = {
  method: 'GET',
  path: '/api/entries',
  permission: 'read_money',
  stepUp: false,
  query: pageQuery({
    book: z.enum(BOOKS, { error: oneOf(BOOKS) }).default('available'),
    from: typedMoment.optional(),
    to: typedMoment.optional(),
    kind: z.enum(ENTRY_KINDS, { error: oneOf(ENTRY_KINDS) }).optional(),
    /** The number of the last one of the page before. */
    before: entryNo.optional(),
  }).refine(IN_ORDER.check, IN_ORDER.problem),
  response: z.object({
    currency,
    /** Of the whole period, whatever kind is asked for: opening and change are closing. */
    period: z.object({
      entries: z.int(),
      openingCents: wireCents,
      changeCents: wireCents,
      closingCents: wireCents,
    }),
    entries: z.array(entry),
    /** What to ask for as `before`; null: these were the last. */
    next: z.int().nullable(),
    /** If a kind is so rare that not all of the period was looked at: how far. */
    lookedBackTo: moment.nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** What one transaction did to both books, in order. */
export const listTransactionEntries = {
  method: 'GET',
  path: '/api/transactions/:id/entries',
  permission: 'read_money',
  stepUp: false,
  response: z.object({
    entries: z.array(entry.omit({ transaction: true }).extend({ book: z.enum(BOOKS) })),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
