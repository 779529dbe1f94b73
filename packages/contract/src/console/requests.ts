/** What waits for a second person, as the console shows it, and how somebody ends it. */
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { REQUEST_STATUSES } from '@vezne/domain/four-eyes-request';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { PERMISSIONS } from '@vezne/domain/permissions';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { boundedText } from '../fields/text.ts';
import { DEPOSIT_WARNINGS } from './deposits.ts';
import { DECISION_ERRORS, note } from './decisions.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';
import { enrolmentLink } from './staff.ts';

/** Why this person can't confirm it now. The confirmation refuses for the same reasons. */
export const REQUEST_OBSTACLES = [
  /** Its life is over. */
  'ended',
  'expired',
  /** Nobody confirms what they asked for: it waits for somebody else. */
  'own_request',
  /** The person's roles don't suffice; `permission` says what is needed. */
  'not_permitted',
  /** It makes a secret, or changes what this process may not write: another surface does it. */
  'confirmed_at_command_line',
  /** Whoever asked is disabled by now, or may not ask for it any more. */
  'asker_not_active',
  'asker_not_permitted',
  /** What it is about is not what the first person saw, or it can't be done as things are; `refusal` says why. */
  'refused',
] as const;
export type RequestObstacle = (typeof REQUEST_OBSTACLES)[number];

const person = z.object({ handle: z.string(), name: z.string() });

/** What it is about. */
const subject = z.object({
  type: z.string(),
  id: z.string(),
  /** As people call it: a partner, a bank account, a person, a player. Null: it has no name, or none is known. */
  name: z.string().nullable(),
  /** Of a transaction, a webhook address or a blocked player. */
  partner: z.string().nullable(),
  /** Of a transaction or a webhook address; null: it is not known by its id. */
  partnerId: rowId.nullable(),
  /** Of a transaction. */
  referenceCode: z.string().nullable(),
});

/** How a value is written. */
export const LINE_KINDS = [
  'text',
  'amount',
  'percent',
  'moment',
  'flag',
  'list',
  'iban',
  'seconds',
  'hours',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

const lineValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type LineValue = z.infer<typeof lineValue>;

/** One field, before and after. A field that is new has no value before. */
const requestLine = z.object({
  /** As the code calls it, with dots: `settlementAccount.iban`. */
  field: z.string(),
  kind: z.enum(LINE_KINDS),
  isNew: z.boolean(),
  before: lineValue,
  after: lineValue,
});
export type RequestLine = z.infer<typeof requestLine>;

/** What stays as it is, and whoever confirms should know: whose address it is, which roles somebody has. */
const requestFact = z.object({ field: z.string(), kind: z.enum(LINE_KINDS), value: lineValue });
export type RequestFact = z.infer<typeof requestFact>;

export const requestRow = z.object({
  id: rowId,
  /** As the audit log calls it; `ledger.post` and `deposit.approve_in_bulk` besides. */
  action: z.string(),
  /** Of an operation in the books: which. */
  operation: z.string().nullable(),
  subject,
  amountCents: wireCents.nullable(),
  /** Of a bulk: how many deposits. */
  deposits: z.int().nullable(),
  /** Of a change: the first field that differs, and how many others do. */
  headline: requestLine.nullable(),
  moreLines: z.int(),
  askedBy: person,
  isMine: z.boolean(),
  askedAt: moment,
  expiresAt: moment,
  status: z.enum(REQUEST_STATUSES),
  decidedBy: person.nullable(),
  decidedAt: moment.nullable(),
  /** Why it was declined. */
  decisionNote: z.string().nullable(),
  obstacle: z.enum(REQUEST_OBSTACLES).nullable(),
  /** What whoever confirms it must be allowed; null: nobody confirms it. */
  permission: z.enum(PERMISSIONS).nullable(),
  /** With the obstacle `refused`: the code of the refusal. */
  refusal: z.string().nullable(),
});
export type RequestRow = z.infer<typeof requestRow>;

/** The deposit or payout that it is about, as it is now. */
const requestTransaction = z.object({
  id: rowId,
  type: z.enum(['deposit', 'withdrawal']),
  status: z.enum(TRANSACTION_STATUSES),
  stage: z.enum(WITHDRAWAL_STAGES).nullable(),
  referenceCode: z.string().nullable(),
  partner: z.object({ id: rowId, name: z.string() }),
  customer: z.object({ id: z.string(), username: z.string(), fullName: z.string() }),
  amountCents: wireCents,
  actualAmountCents: wireCents.nullable(),
  commissionCents: wireCents,
  playerAmountCents: wireCents,
  balanceImpactCents: wireCents,
  terms: z.object({ basisPoints: z.int(), fixedCents: wireCents, settlementMode: z.string() }),
  /** Our account: where it was paid to, or pays. */
  bankAccount: z.string().nullable(),
  /** Of a deposit: who sent the money, as the player says, and how many receipts there are. Null: the player said nothing. */
  senderName: z.string().nullable(),
  receipts: z.int(),
  /** Of a payout: where the player is paid. Never the whole IBAN. */
  payee: z.object({ holderName: z.string(), bankName: z.string(), iban: z.string() }).nullable(),
  marks: z.array(z.enum(PAYOUT_MARKS)),
  warnings: z.array(z.enum(DEPOSIT_WARNINGS)),
  takenBy: z.string().nullable(),
  hasChanged: z.boolean(),
});
export type RequestTransaction = z.infer<typeof requestTransaction>;

/** What a confirmation would make of the transaction. */
const requestOutcome = z.object({
  status: z.enum(TRANSACTION_STATUSES),
  stage: z.enum(WITHDRAWAL_STAGES).nullable(),
  actualAmountCents: wireCents.nullable(),
  commissionCents: wireCents,
  playerAmountCents: wireCents,
  balanceImpactCents: wireCents,
});

const bulkDeposit = z.object({
  id: rowId,
  referenceCode: z.string().nullable(),
  customerFullName: z.string(),
  partner: z.string(),
  bankName: z.string().nullable(),
  amountCents: wireCents,
  /** It can't be approved as it is now; the code says why. */
  refusal: z.string().nullable(),
});

/** One account of the books: `bank` of an account, `partner_balance` of a partner, or one of the house. */
const bookAccount = z.object({ kind: z.string(), owner: z.string().nullable() });

const wireTerms = z.object({
  basisPoints: z.int(),
  fixedCents: wireCents,
  mode: z.enum(SETTLEMENT_MODES),
});

export const requestDetail = requestRow.extend({
  note: z.string().nullable(),
  /** Why it takes two. */
  reasons: z.array(z.string()),
  lines: z.array(requestLine),
  facts: z.array(requestFact),
  /** Of a change of terms that can be confirmed: all of them, without and with it. */
  terms: z.object({ direction: z.enum(TRANSACTION_TYPES), before: wireTerms, after: wireTerms }).nullable(),
  transaction: requestTransaction.nullable(),
  outcome: requestOutcome.nullable(),
  bulk: z.array(bulkDeposit),
  /** What the books get. */
  transfers: z.array(z.object({ debit: bookAccount, credit: bookAccount, amountCents: wireCents })),
  /** Of a return to the sender: whoever confirms types the IBAN that the bank shows. */
  needsSenderIban: z.boolean(),
  mayDecline: z.boolean(),
  mayWithdraw: z.boolean(),
  /** How it is confirmed where the console can't. */
  command: z.string().nullable(),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** All that are open, those that expire first on top; then the latest that have ended. Only what the person may see. */
export const listRequests = {
  method: 'GET',
  path: '/api/requests',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: z.object({ open: z.array(requestRow), ended: z.array(requestRow) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** How many this person may confirm. The navigation asks when something has changed. */
export const countMyRequests = {
  method: 'GET',
  path: '/api/requests/count',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({ toConfirm: z.int() }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

export const getRequest = {
  method: 'GET',
  path: '/api/requests/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: requestDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

const END_ERRORS = DECISION_ERRORS;

/**
 * A second person agrees, and it is done at once. A request ends once, so it needs no id of the press: the same person again is told
 * the same.
 */
export const confirmRequest = {
  method: 'POST',
  path: '/api/requests/:id/confirm',
  permission: 'read_queues',
  stepUp: true,
  request: z.object({
    /** The marks of a payout that the second person has read. */
    marksRead: z.array(z.enum(PAYOUT_MARKS)).max(PAYOUT_MARKS.length),
    senderIban: boundedText({ minLength: 1, maxLength: 64 }).optional(),
  }),
  response: z.object({
    status: z.literal('confirmed'),
    /** Of a new person, or one who was reset. */
    enrolment: enrolmentLink.nullable(),
    /** Of a new partner, or of new credentials: what the partner signs with, which is shown this once. */
    credentials: z.object({ apiKey: z.string(), apiSecret: z.string(), hashSecret: z.string() }).nullable(),
    /** Of a new endpoint, or of its new secret: what we sign webhooks with, which is shown this once. */
    webhookSecret: z.string().nullable(),
  }),
  errors: END_ERRORS,
} as const satisfies ConsoleRoute;

/** Nothing is done, and whoever asked reads why. */
export const declineRequest = {
  method: 'POST',
  path: '/api/requests/:id/decline',
  permission: 'read_queues',
  stepUp: false,
  request: z.object({ reason: note }),
  response: z.object({ status: z.literal('declined') }),
  errors: END_ERRORS,
} as const satisfies ConsoleRoute;

/** Whoever asked takes it back. */
export const withdrawRequest = {
  method: 'POST',
  path: '/api/requests/:id/withdraw',
  permission: 'read_queues',
  stepUp: false,
  request: z.object({ isMine: z.literal(true) }),
  response: z.object({ status: z.literal('withdrawn') }),
  errors: END_ERRORS,
} as const satisfies ConsoleRoute;
