/** Bank accounts of ours: what they hold and took today, who opened them, and what may be done with them. */
import { ZERO_CENTS, parseAmount } from '@vezne/domain/money';
import { POSTING_KINDS } from '@vezne/domain/postings';
import { z } from 'zod';
import { requestAmount, wireCents } from '../fields/amount.ts';
import { requiredAs } from '../fields/field-problems.ts';
import { changePress, changeRoute } from './administration.ts';
import { day, moment, rowId } from './fields.ts';
import { waitingChange } from './partners.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const bankAccountRow = z.object({
  id: rowId,
  bankName: z.string(),
  holderName: z.string(),
  /** Masked for whoever reads everything masked. */
  iban: z.string(),
  status: z.enum(['enabled', 'disabled', 'frozen']),
  depositsPaused: z.boolean(),
  payoutsPaused: z.boolean(),
  /** How much it may be given to receive in a day; null: no cap. */
  dailyCapCents: wireCents.nullable(),
  /** What it was given to receive today, less what will not come any more. */
  usedTodayCents: wireCents,
  /** What it holds by the books. */
  balanceCents: wireCents,
  /** Deposits whose players are asked to pay into it now. */
  openDeposits: z.int(),
});
export type BankAccountRow = z.infer<typeof bankAccountRow>;

/** An account beside which a number stands. */
const namedAccount = z.object({ id: rowId, bankName: z.string(), ibanLastFour: z.string() });

/** How far the freeze is: the worker moves open deposits away, and watches until no process can give the account to another. */
const freezeState = z.object({
  frozenAt: moment,
  /** `awaited`: its first look comes within seconds. `at_work`: it has looked a moment ago, or has nothing left to watch. */
  worker: z.enum(['awaited', 'at_work', 'missing']),
  /** From then on no new deposit gets the account; null: not yet. */
  settledAt: moment.nullable(),
  depositsMoved: z.int(),
  movedTo: z.array(namedAccount.extend({ deposits: z.int() })),
  /** Without one the deposits stay, and their players are told to send nothing. */
  hasOtherAccount: z.boolean(),
});
export type FreezeState = z.infer<typeof freezeState>;

const bankAccountDetail = bankAccountRow.extend({
  /** How much may be missing in its books when money leaves. */
  toleranceCents: wireCents,
  /** Authorised to leave, and not approved yet. */
  authorisedCents: wireCents,
  /** Money on it that has no owner. */
  unallocatedCents: wireCents,
  openDepositsCents: wireCents,
  /** How many deposits were given it today. */
  assignedToday: z.int(),
  createdAt: moment,
  /** Who asked for it and who confirmed it; null: it is older than that rule. */
  openedBy: z.object({ askedBy: z.string(), confirmedBy: z.string() }).nullable(),
  /** Null: it is not frozen. */
  freeze: freezeState.nullable(),
  waiting: z.array(waitingChange),
});
export type BankAccountDetail = z.infer<typeof bankAccountDetail>;

/** All of them, by bank: there are dozens at most. */
export const listBankAccounts = {
  method: 'GET',
  path: '/api/bank-accounts',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({
    accounts: z.array(bankAccountRow),
    /** New ones that wait for a second person; empty for whoever reads queues alone. */
    waiting: z.array(waitingChange.extend({ name: z.string() })),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

export const getBankAccount = {
  method: 'GET',
  path: '/api/bank-accounts/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: bankAccountDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** The number of an entry. As text: a JSON number is a float. */
const entryNo = z.string().regex(/^[1-9]\d{0,17}$/);

/** What moved the account's balance: everything of one decision or one operation in one line. */
const bankAccountEntry = z.object({
  /** Of the newest of its entries. */
  no: entryNo,
  at: moment,
  kind: z.enum(POSTING_KINDS),
  amountCents: wireCents,
  balanceAfterCents: wireCents,
  /** The deposit or payout that it is of. */
  transaction: z
    .object({
      id: rowId,
      type: z.enum(['deposit', 'withdrawal']),
      referenceCode: z.string().nullable(),
      customerName: z.string(),
    })
    .nullable(),
  /** The partner that money was settled to or came from. */
  partner: z.string().nullable(),
  /** What was written about an operation, without whole IBANs. */
  note: z.string().nullable(),
  by: z.string(),
  /** The second person of an operation. */
  confirmedBy: z.string().nullable(),
});
export type BankAccountEntry = z.infer<typeof bankAccountEntry>;

/** The first and the last day. */
const entriesPeriod = z.object({ from: day.optional(), to: day.optional() });

/** What the books have of the account, the newest first. */
export const listBankAccountEntries = {
  method: 'GET',
  path: '/api/bank-accounts/:id/entries',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: entriesPeriod.extend({ before: entryNo.optional() }),
  response: z.object({ entries: z.array(bankAccountEntry), next: entryNo.nullable() }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** A file with more lines than this is cut, and says so. */
export const ENTRIES_EXPORT_ROWS = 100_000;

/** All entries of the period as CSV, newest first; cut at ENTRIES_EXPORT_ROWS. Audited. Answered as the file itself. */
export const exportBankAccountEntries = {
  method: 'GET',
  path: '/api/bank-accounts/:id/entries/export',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: entriesPeriod,
  /** The bytes. */
  response: z.unknown(),
  errors: [...READ_ERRORS, 'not_found', 'outcome_unknown', 'overloaded'],
} as const satisfies ConsoleRoute;

/** What a freeze would move, and where, as it stands now. */
export const planFreeze = {
  method: 'GET',
  path: '/api/bank-accounts/:id/freeze-plan',
  permission: 'decide',
  stepUp: false,
  isPolled: true,
  response: z.object({
    deposits: z.int(),
    /** Where they go; empty: there is no other account, and they stay. */
    targets: z.array(namedAccount.extend({ deposits: z.int(), cents: wireCents })),
    /** Taken with this account, and nothing sent yet: they go back to the queue. */
    payoutsReleased: z.int(),
    /** Their money may have left. */
    payoutsAuthorised: z.array(
      z.object({
        id: rowId,
        customerName: z.string(),
        cents: wireCents,
        /** Who pays it. */
        inHandsOf: z.string(),
        /** Somebody has copied where it goes. */
        isCopied: z.boolean(),
      }),
    ),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
export type FreezePlan = z.infer<typeof planFreeze.response>;

/** The use case says what is no name or no IBAN. These are bounds of what it reads. */
const typed = z.string().max(512);

/** It begins disabled, when a second person has confirmed it. */
export const addBankAccount = changeRoute('bank_account.add', {
  path: '/api/bank-accounts/add',
  request: changePress.extend({
    bankName: typed,
    holderName: typed,
    iban: typed,
    /** Null: no cap. */
    dailyCap: requestAmount.nullable(),
  }),
});

export const enableBankAccount = changeRoute('bank_account.enable', {
  path: '/api/bank-accounts/:id/enable',
  request: changePress,
});

/** From enabled one person is enough; from frozen it ends the watch, and takes two. */
export const disableBankAccount = changeRoute('bank_account.disable', {
  path: '/api/bank-accounts/:id/disable',
  request: changePress,
});

/** An amount that may be nothing at all. */
const amountOrZero = z
  .string({ error: requiredAs('a string such as "1000.00", not a number') })
  .transform((text, context) => {
    const amountCents = text === '0.00' ? ZERO_CENTS : parseAmount(text);
    if (amountCents !== undefined) return amountCents;
    context.addIssue('must be a decimal with two fraction digits, such as "1000.00"');
    return z.NEVER;
  });

/** What is left out stays as it is. */
export const setBankAccount = changeRoute('bank_account.set', {
  path: '/api/bank-accounts/:id/set',
  request: changePress.extend({
    /** Null: no cap. */
    dailyCap: requestAmount.nullable().exactOptional(),
    tolerance: amountOrZero.exactOptional(),
  }),
});

const directions = changePress.extend({ deposits: z.boolean(), payouts: z.boolean() });

/** No new deposit is given the account, no new payout leaves from it, or both. */
export const pauseBankAccount = changeRoute('bank_account.pause', {
  path: '/api/bank-accounts/:id/pause',
  request: directions,
});

export const resumeBankAccount = changeRoute('bank_account.resume', {
  path: '/api/bank-accounts/:id/resume',
  request: directions,
});

/** It takes and pays nothing from now on. The worker moves its open deposits; `getBankAccount` says how far it is. */
export const freezeBankAccount = changeRoute('bank_account.freeze', {
  path: '/api/bank-accounts/:id/freeze',
  request: changePress,
});
