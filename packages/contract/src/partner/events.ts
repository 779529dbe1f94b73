import { EVENT_TYPES, REASON_CODES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { pageQuery } from '../fields/page-query.ts';
import { READ_ERRORS } from './route.ts';
import type { PartnerRoute } from './route.ts';

/** The form of an event's id; any other text cannot be one. */
const EVENT_ID_PATTERN = /^evt_[0-9a-f]{32}$/;

/** The problem when `after` is not an event of this partner: malformed, unknown or another partner's. */
export const AFTER_PROBLEM =
  'must be the eventId of one of your events, such as nextCursor of the page before';

/** What a partner is told about a transaction. Every receiver needs the first four fields. */
export const partnerEvent = z.object({
  type: z.enum(TRANSACTION_TYPES).meta({ description: 'The kind of the transaction.' }),
  status: z.enum(['approved', 'rejected']).meta({ description: 'What was decided.' }),
  externalReference: z.string().meta({ description: 'Your reference, as you sent it.' }),
  playerAmountCents: wireCents.meta({
    description:
      'The amount to credit to the player. Of an approved withdrawal it is what was paid out; of a rejected one it is the refund.',
  }),
  event: z.enum(EVENT_TYPES).meta({
    description:
      'What happened. `deposit.corrected` puts an earlier approval right: its amounts are those that should have been, and they replace the ones you were told.',
  }),
  eventId: z.string().startsWith('evt_').meta({
    description:
      'Our identifier of the event. The same event never has another one: go by it to handle each event once.',
  }),
  transactionId: z.string().startsWith('txn_').meta({ description: 'The transaction that it is about.' }),
  originalTransactionId: z.string().startsWith('txn_').nullable().meta({
    description: 'The first transaction of the reference, when this one is late or repeated money for it.',
  }),
  referenceCode: z
    .string()
    .nullable()
    .meta({ description: 'The code that the player writes into the transfer; null for withdrawals.' }),
  amountCents: wireCents.meta({ description: 'The requested amount.' }),
  actualAmountCents: wireCents
    .nullable()
    .meta({ description: 'The gross amount received; null for withdrawals, and where no money was seen.' }),
  commissionCents: wireCents.meta({ description: 'Our commission.' }),
  netAmountCents: wireCents
    .nullable()
    .meta({ description: 'The amount after commission; null for withdrawals.' }),
  balanceImpactCents: wireCents.meta({ description: 'The effect of the transaction on your balance.' }),
  currency,
  reasonCode: z
    .enum(REASON_CODES)
    .nullable()
    .meta({ description: 'Why it was rejected; null unless it was.' }),
  occurredAt: z.iso.datetime().meta({ description: 'When it was decided, UTC.' }),
});

export type PartnerEvent = z.infer<typeof partnerEvent>;

export const eventListQuery = pageQuery({
  after: z.string().regex(EVENT_ID_PATTERN, AFTER_PROBLEM).optional().meta({
    description:
      'Only the events after the one with this `eventId`, such as `nextCursor` of the page before; from your first event on unless given.',
  }),
  corrections: z.enum(['true', 'false']).default('false').meta({
    description:
      '`true`: also `deposit.corrected`, for receivers that know that its amounts replace those of the approval and are not added to them.',
  }),
});

export const listEvents = {
  method: 'GET',
  path: '/v1/events',
  summary: 'List events, oldest first.',
  request: z.object({}),
  query: eventListQuery,
  response: z.object({
    events: z.array(partnerEvent).meta({
      description: 'The events of this page, oldest first. Fewer than `limit`: there are no more for now.',
    }),
    nextCursor: z.string().startsWith('evt_').nullable().meta({
      description:
        'What to send as `after` the next time, for ever: the last event of this page, or the `after` that you sent when the page is empty. Null only if you have no event yet.',
    }),
  }),
  successStatus: 200,
  errors: [...READ_ERRORS, 'invalid_request', 'overloaded'],
} as const satisfies PartnerRoute;
