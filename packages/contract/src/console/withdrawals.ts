/** Payouts that wait to be sent: the queue by stage, and everything that each step needs on one screen. */
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { REASON_CODES, TRANSACTION_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { TWO_PEOPLE_REASONS } from '@vezne/domain/two-people';
import { z } from 'zod';
import { requestAmount, wireCents } from '../fields/amount.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';
import { bankAccountShown, timelineEntry } from './shown.ts';

/** How the queue is divided, from the top: what may be sent now, what I have taken, what nobody has, what colleagues have taken. */
export const PAYOUT_GROUPS = ['authorised', 'mine', 'queued', 'others'] as const;
export type PayoutGroup = (typeof PAYOUT_GROUPS)[number];

const taker = z.object({ handle: z.string(), name: z.string(), isMe: z.boolean() });

/** A row of the queue. It never has the IBAN. Amounts are minor units. */
export const waitingPayout = z.object({
  id: rowId,
  externalReference: z.string(),
  group: z.enum(PAYOUT_GROUPS),
  stage: z.enum(WITHDRAWAL_STAGES),
  waitingSince: moment,
  customerFullName: z.string(),
  partner: z.object({ id: rowId, name: z.string() }),
  /** The bank that the player is paid at. */
  payoutBankName: z.string(),
  /** The account that pays; null until it is taken. */
  bankAccount: z.object({ id: rowId, bankName: z.string(), ibanLastFour: z.string() }).nullable(),
  amountCents: wireCents,
  playerAmountCents: wireCents,
  seen: z.string(),
  marks: z.array(z.enum(PAYOUT_MARKS)),
  /** Another payout of this player with the same amount was made, or waits, today. */
  isSameAmountToday: z.boolean(),
  taker: taker.nullable(),
  hasOpenRequest: z.boolean(),
  /** Authorising it alone would become a request. */
  takesTwo: z.boolean(),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

export const PAYOUT_PAGE = 50;

export const payoutFilters = z.object({
  partner: rowId.optional(),
  /** The account that pays. */
  account: rowId.optional(),
  least: requestAmount.optional(),
  most: requestAmount.optional(),
});

/** One group, the oldest first. */
export const listPayouts = {
  method: 'GET',
  path: '/api/withdrawals',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  query: payoutFilters.extend({ group: z.enum(PAYOUT_GROUPS), after: z.string().max(200).optional() }),
  response: z.object({
    payouts: z.array(waitingPayout),
    /** Of the whole group within the filters. With its first page only: whoever goes on has them. */
    totals: z.object({ count: z.int(), sumCents: wireCents }).nullable(),
    /** For `after`; null on the last page. */
    next: z.string().nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Some rows again, by their ids: what the live stream named. One that waits no longer is missing. */
export const getPayoutRows = {
  method: 'GET',
  path: '/api/withdrawals/rows',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  query: z.object({ ids: z.string().max(100 * 37) }),
  response: z.object({ payouts: z.array(waitingPayout) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** The accounts that can pay this payout, and those that can't, with why. */
const payingAccount = z.object({
  id: rowId,
  bankName: z.string(),
  ibanLastFour: z.string(),
  /** What it holds by the books. */
  balanceCents: wireCents,
  /** What is authorised to leave from it and has not left. */
  authorisedCents: wireCents,
  /** After this payout. Below zero: so much is missing. */
  afterCents: wireCents,
  /** How much may be missing in the books; the bank's own balance is asked for at authorisation then. */
  toleranceCents: wireCents,
  problem: z.enum(['payouts_paused', 'shortfall_above_tolerance']).nullable(),
});
export type PayingAccount = z.infer<typeof payingAccount>;

export const listPayingAccounts = {
  method: 'GET',
  path: '/api/withdrawals/:id/paying-accounts',
  permission: 'decide',
  stepUp: false,
  response: z.object({ accounts: z.array(payingAccount) }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** Another payout, as far as it says something about this one. */
const otherPayout = z.object({
  id: rowId,
  createdAt: moment,
  customerFullName: z.string(),
  partnerName: z.string(),
  amountCents: wireCents,
  status: z.enum(TRANSACTION_STATUSES),
  reasonCode: z.enum(REASON_CODES).nullable(),
  payoutBankName: z.string(),
  ibanLastFour: z.string(),
});
export type OtherPayout = z.infer<typeof otherPayout>;

/** Why somebody can't do a step, before they press. Null: they can, as far as it is known. */
export const PAYOUT_OBSTACLES = [
  /** It is not at this step. */
  'state_conflict',
  'not_permitted',
  /** Another person does this: the one who took it may have sent the money. */
  'second_person_needed',
  'not_the_taker',
  /** A second person was asked, and has not answered. */
  'request_already_open',
  'parts_sent',
  'parts_incomplete',
  'payouts_paused',
  'payee_blocked',
  'paying_account_unavailable',
] as const;
const obstacle = z.enum(PAYOUT_OBSTACLES).nullable();

/** One payout with all that a step is based on. */
export const payoutDetail = z.object({
  id: rowId,
  externalReference: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  stage: z.enum(WITHDRAWAL_STAGES).nullable(),
  reasonCode: z.enum(REASON_CODES).nullable(),
  seen: z.string(),
  currency: z.string(),
  createdAt: moment,
  waitingSince: moment.nullable(),
  decidedAt: moment.nullable(),
  partner: z.object({ id: rowId, name: z.string() }),
  customer: z.object({ id: z.string(), username: z.string(), fullName: z.string() }),
  amountCents: wireCents,
  commissionCents: wireCents,
  playerAmountCents: wireCents,
  balanceImpactCents: wireCents,
  terms: z.object({ basisPoints: z.int(), fixedCents: wireCents, settlementMode: z.string() }),
  /** Where the player is paid. The IBAN is whole only while it may be sent, and only for whoever took or authorised it. */
  payee: z.object({
    bankName: z.string(),
    holderName: z.string(),
    iban: z.string(),
    isWhole: z.boolean(),
  }),
  /** For the bank's own form, as it is pasted: "60000,00". Null while nothing may be sent, as with the IBAN. */
  pastedAmount: z.string().nullable(),
  marks: z.array(z.enum(PAYOUT_MARKS)),
  /** Who has said of which marks that they read them. */
  marksRead: z.array(z.object({ mark: z.enum(PAYOUT_MARKS), by: z.string(), at: moment })),
  isBlocked: z.boolean(),
  bankAccount: bankAccountShown.nullable(),
  /** Of the account that pays, once it is taken. */
  cover: payingAccount.nullable(),
  partnerBalance: z.object({ availableCents: wireCents, creditLineCents: wireCents }),
  taker: taker.extend({ at: moment.nullable() }).nullable(),
  authoriser: taker.extend({ at: moment.nullable() }).nullable(),
  /** Why authorising it alone becomes a request; empty: it doesn't. */
  twoPeopleReasons: z.array(z.enum(TWO_PEOPLE_REASONS)),
  fourEyesCents: wireCents,
  parts: z.array(
    z.object({
      number: z.int(),
      amountCents: wireCents,
      bankReference: z.string(),
      sentBy: z.string(),
      at: moment,
    }),
  ),
  /** What the bank called it, when it went in one transfer. */
  bankReference: z.string().nullable(),
  openRequest: z
    .object({
      id: rowId,
      action: z.string(),
      askedBy: z.string(),
      askedAt: moment,
      isMine: z.boolean(),
      note: z.string().nullable(),
    })
    .nullable(),
  /** What this person can do now. */
  obstacles: z.object({
    take: obstacle,
    authorise: obstacle,
    release: obstacle,
    reject: obstacle,
    recordPart: obstacle,
    approve: obstacle,
    handOver: obstacle,
    returnPayout: obstacle,
    correct: obstacle,
    bookMisdirection: obstacle,
  }),
  /** Other players' payouts to the same IBAN, the newest first. */
  sameIban: z.array(otherPayout),
  /** This player's last paid payout, if it went elsewhere. */
  lastPayout: otherPayout.nullable(),
  /** This player's others of the same amount today. */
  sameAmountToday: z.array(otherPayout),
  player: z.object({
    payouts: z.int(),
    approved: z.int(),
    rejected: z.int(),
    latest: z.array(otherPayout),
  }),
  /** What went to a wrong account with it, and is neither back nor given up. */
  misdirectedOutCents: wireCents,
  timeline: z.array(timelineEntry),
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

export const getPayout = {
  method: 'GET',
  path: '/api/withdrawals/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: payoutDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
