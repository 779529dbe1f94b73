/** Search everywhere: one text, and any deposit or withdrawal that it may mean. */
import { SEARCH_KINDS, SEARCH_MAX_LENGTH } from '@vezne/domain/search-kind';
import {
  REASON_CODES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  WITHDRAWAL_STAGES,
} from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { moment, rowId } from './fields.ts';
import { WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** Amounts are minor units. An IBAN is never whole. */
export const foundTransaction = z.object({
  id: rowId,
  type: z.enum(TRANSACTION_TYPES),
  referenceCode: z.string().nullable(),
  externalReference: z.string(),
  createdAt: moment,
  customer: z.object({ id: z.string(), username: z.string(), fullName: z.string() }),
  partnerName: z.string(),
  amountCents: wireCents,
  actualAmountCents: wireCents.nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  stage: z.enum(WITHDRAWAL_STAGES).nullable(),
  reasonCode: z.enum(REASON_CODES).nullable(),
  isLateMoney: z.boolean(),
  /** "TR33 **** **** **** **** **13 26"; null for a deposit. */
  payoutIban: z.string().nullable(),
});
export type FoundTransaction = z.infer<typeof foundTransaction>;

/** What was found if the text is of this kind; nothing is an answer too. */
export const foundGroup = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Of a player's kinds: the newest of each player, one player after another. */
  transactions: z.array(foundTransaction),
  /** There are more than these. */
  isMore: z.boolean(),
  /** Of amounts: what is decided was searched from here on. Null for other kinds. */
  since: moment.nullable(),
});
export type FoundGroup = z.infer<typeof foundGroup>;

/** What is searched for is in the body: addresses are written to logs on their way, and a text may be a name or an IBAN. */
export const search = {
  method: 'POST',
  path: '/api/search',
  permission: 'read_queues',
  isMaskable: true,
  isRead: true,
  stepUp: false,
  request: z.strictObject({
    // What can't be in any text of ours finds nothing, and is not refused: people paste all kinds of things.
    text: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(SEARCH_MAX_LENGTH, `must have at most ${SEARCH_MAX_LENGTH} characters`),
    /** How far back an amount is looked for among what is decided; 7 if nothing is said. */
    days: z.int().min(1).max(31).optional(),
  }),
  response: z.object({
    /** One for each kind that the text can be, in the order in which they are shown. */
    groups: z.array(foundGroup),
    /** Nothing has this code, id or reference; these have a code that differs by one mistake. */
    meant: z.array(foundTransaction),
  }),
  errors: [...WRITE_ERRORS, 'too_many_ibans'],
} as const satisfies ConsoleRoute;
