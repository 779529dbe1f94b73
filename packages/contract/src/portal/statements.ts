/** A partner's statements: closed months, files of any period, and what was done by day or by month. */
import {
  MOVEMENT_KINDS,
  RESERVE_KINDS,
  STATEMENT_FIRST_DAY,
  STATEMENT_FORMATS,
  STATEMENT_MOST_DAYS,
  STATEMENT_PROBLEMS,
  STATEMENT_STATES,
} from '@vezne/domain/partner-statement';
import { daysIn, isDay, isMonth, spanOfDays } from '@vezne/domain/turkish-calendar';
import { LANGUAGES } from '@vezne/domain/written';
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { oneOf, requiredAs } from '../fields/field-problems.ts';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

/** A month of Turkey's calendar, "2026-10". */
const month = z
  .string({ error: requiredAs('a month such as 2026-10') })
  .refine(isMonth, 'must be a month such as 2026-10');

/** A day of Turkey's calendar, "2026-10-31". */
const day = z
  .string({ error: requiredAs('a day such as 2026-10-31') })
  .refine(isDay, 'must be a day such as 2026-10-31');

/** Each is what it does to the balance: a withdrawal and its commission are below zero, and gross and commission are the net amount. */
const amounts = { grossCents: wireCents, commissionCents: wireCents, netCents: wireCents };

/** All movements of one kind. */
const movementSum = z.object({ kind: z.enum(MOVEMENT_KINDS), count: z.int(), ...amounts });

/** Of what is set aside for withdrawals. */
const reserveSum = z.object({ kind: z.enum(RESERVE_KINDS), amountCents: wireCents });

/** The balance that is available, and what is set aside for withdrawals, at both ends. */
const ends = {
  openingCents: wireCents,
  closingCents: wireCents,
  reservedOpeningCents: wireCents,
  reservedClosingCents: wireCents,
};

const closedMonth = z.object({
  month,
  /** "VZ-2026-10-0007": without a gap for each partner. */
  number: z.string(),
  closedAt: moment,
  movements: z.int(),
  ...ends,
});

/** A file of a statement that was asked for. */
const statementFile = z.object({
  id: rowId,
  /** Null: of any period. */
  month: month.nullable(),
  /** Of a closed month. */
  number: z.string().nullable(),
  /** Both days belong to it. */
  from: day,
  to: day,
  language: z.enum(LANGUAGES),
  format: z.enum(STATEMENT_FORMATS),
  state: z.enum(STATEMENT_STATES),
  /** With `failed`. */
  problem: z.enum(STATEMENT_PROBLEMS).nullable(),
  /** With `ready`. */
  sizeBytes: z.int().nullable(),
  askedAt: moment,
  readyAt: moment.nullable(),
  /** It is deleted then. A closed month can be asked for again. */
  keptUntil: moment,
});

/** Newest first. Months are all; files are those of the last 90 days, at most 100. */
export const listStatements = {
  method: 'GET',
  path: '/api/statements',
  permission: 'read_money',
  stepUp: false,
  response: z.object({
    months: z.array(closedMonth),
    files: z.array(statementFile),
    /** The first day of which there can be anything, and today. */
    firstDay: day,
    today: day,
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

const format = z.enum(STATEMENT_FORMATS, { error: oneOf(STATEMENT_FORMATS) });
const language = z.enum(LANGUAGES, { error: oneOf(LANGUAGES) });

const isWithinBounds = (period: { from: string; to: string }): boolean =>
  !isDay(period.from) ||
  !isDay(period.to) ||
  (period.from <= period.to && daysIn(spanOfDays(period.from, period.to)) <= STATEMENT_MOST_DAYS);

/**
 * Asks for a file, which a worker makes within moments. What is there already, or is being made, is answered instead of a second one: so a
 * press that comes twice asks once.
 */
export const askStatement = {
  method: 'POST',
  path: '/api/statements',
  permission: 'read_money',
  stepUp: false,
  request: z.discriminatedUnion(
    'of',
    [
      z.object({ of: z.literal('month'), month, language, format }),
      z
        .object({ of: z.literal('period'), from: day, to: day, language, format })
        .refine(({ from }) => !isDay(from) || from >= STATEMENT_FIRST_DAY, {
          path: ['from'],
          message: `must not be before ${STATEMENT_FIRST_DAY}`,
        })
        .refine(isWithinBounds, {
          path: ['to'],
          message: `must not be before the first day, nor more than ${STATEMENT_MOST_DAYS} days from it`,
        }),
    ],
    { error: 'must be a month or a period' },
  ),
  response: z.object({ file: statementFile }),
  errors: [...WRITE_ERRORS, 'month_not_closed', 'day_to_come', 'too_many_statements'],
} as const satisfies PortalRoute;

/** How a file is getting on. Ask again every two seconds while it waits. */
export const getStatement = {
  method: 'GET',
  path: '/api/statements/:id',
  permission: 'read_money',
  stepUp: false,
  isPolled: true,
  response: z.object({ file: statementFile }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;

/** The file itself, as an attachment with a name; a link in the page leads here. */
export const downloadStatement = {
  method: 'GET',
  path: '/api/statements/:id/file',
  permission: 'read_money',
  stepUp: false,
  response: z.never(),
  errors: [...READ_ERRORS, 'not_found', 'statement_not_ready'],
} as const satisfies PortalRoute;

/**
 * A month on the screen: a closed one as it is for ever, or the one that runs, as far as it is counted. That is a minute or two ago at most, so its
 * closing can differ from the balance of this moment.
 */
export const getStatementMonth = {
  method: 'GET',
  path: '/api/statement-month',
  permission: 'read_money',
  stepUp: false,
  query: z.object({ month }),
  response: z.object({
    month,
    currency,
    /** Null: it is not closed yet. */
    number: z.string().nullable(),
    closedAt: moment.nullable(),
    movements: z.int(),
    /** Rows of the balance's book: a withdrawal that came back is one movement and two of them. */
    entries: z.int(),
    ...ends,
    /** Those that occurred, in the order of a statement. */
    sums: z.array(movementSum),
    reserveSums: z.array(reserveSum),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;

/** What was done on a day or in a month. Amounts as in a statement. */
const usagePoint = z.object({
  /** "2026-10-31" by day, "2026-10" by month. */
  at: z.string(),
  /** Both are what the sums of a month call so: what came back and corrections are no part of them. */
  deposits: z.object({ count: z.int(), ...amounts }),
  withdrawals: z.object({ count: z.int(), ...amounts }),
  /** What all of it cost, below zero. */
  commissionCents: wireCents,
});

const MOST_MONTHS = 24;

const howManyMonths = z
  .string()
  .regex(/^[1-9][0-9]?$/, `must be a whole number from 1 to ${MOST_MONTHS}`)
  .transform(Number)
  .refine((months) => months <= MOST_MONTHS, `must be a whole number from 1 to ${MOST_MONTHS}`)
  .default(12);

/**
 * For charts: every day of a month up to today, or the last months up to the one that runs. Days and months without anything are there too. Like
 * the month that runs, a minute or two old at most.
 */
export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  permission: 'read_money',
  stepUp: false,
  query: z.discriminatedUnion('by', [
    z.object({ by: z.literal('day'), month }),
    z.object({ by: z.literal('month'), months: howManyMonths }),
  ]),
  response: z.object({ currency, points: z.array(usagePoint) }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;
