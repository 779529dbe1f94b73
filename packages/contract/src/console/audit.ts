/** The log of what people did: who, what, about what, when, and whether the log itself is intact. */
import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { boundedText } from '../fields/text.ts';
import { day, moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

export const AUDIT_PAGE = 50;

/** A file with more rows than this is cut, and says so. */
export const AUDIT_EXPORT_ROWS = 100_000;

/** The number of an entry. As text: a JSON number is a float. */
const entryNo = z.string().regex(/^[1-9]\d{0,17}$/);

const typed = z
  .string()
  .trim()
  .pipe(boundedText({ minLength: 1, maxLength: 128 }));

export const auditFilters = z.object({
  /** A person's handle or id, the name of somebody at the command line, or a job of ours. */
  actor: typed.optional(),
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)+$/)
    .max(64)
    .optional(),
  /** A transaction's id or code, a partner, a person, an account, an endpoint; or TYPE:ID. */
  subject: typed.optional(),
  /** The first and the last day. */
  from: day.optional(),
  to: day.optional(),
});

export const auditSubject = z.object({
  type: z.string(),
  id: z.string(),
  /** What people call it; null: it has no other name than its id. */
  name: z.string().nullable(),
  /** Of a transaction: which page shows it. */
  transactionType: z.enum(['deposit', 'withdrawal']).nullable(),
});
export type AuditSubjectShown = z.infer<typeof auditSubject>;

export const auditRow = z.object({
  id: entryNo,
  at: moment,
  /** When it was written, if `at` is not that time: a transaction was kept open, or a clock was wrong. Null: the time is not in doubt. */
  writtenAt: moment.nullable(),
  actor: z.object({
    /** staff: at the console; command_line; system: a job of ours. */
    kind: z.string(),
    id: z.string().nullable(),
    /** As the log has it: a handle, or the name that somebody gave. */
    name: z.string(),
    /** Of one of ours. */
    fullName: z.string().nullable(),
  }),
  action: z.string(),
  subject: auditSubject,
  /** What the sentence says besides the verb. */
  brief: z.object({
    amountCents: wireCents.nullable(),
    reasonCode: z.string().nullable(),
    /** Of a request: the action that it asks for. */
    asksFor: z.string().nullable(),
    /** How many deposits, payouts or deliveries it was about. */
    count: z.int().nullable(),
    /** From whom something was taken over, or who it was done to. */
    whose: z.string().nullable(),
    /** What somebody proved themselves with. */
    by: z.string().nullable(),
  }),
  isSealed: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** The newest first. */
export const listAuditLog = {
  method: 'GET',
  path: '/api/audit',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: auditFilters.extend({ before: entryNo.optional() }),
  response: z.object({
    entries: z.array(auditRow),
    /** For `before`; null on the last page. */
    next: entryNo.nullable(),
    /** What the filter by a subject was understood as; null: there was none. Empty: nothing is known under it. */
    subjects: z.array(auditSubject).nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** How many entries came after one, within the filters. A page asks by the clock. */
export const countNewAuditEntries = {
  method: 'GET',
  path: '/api/audit/news',
  permission: 'read_everything',
  isMaskable: true,
  isPolled: true,
  stepUp: false,
  query: auditFilters.extend({ after: entryNo.optional() }),
  response: z.object({
    count: z.int(),
    /** There are so many at least. */
    isMore: z.boolean(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** What the filters can be set to: who ever did something. */
export const getAuditFilters = {
  method: 'GET',
  path: '/api/audit/filters',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({
    actors: z.array(
      z.object({ id: z.string(), kind: z.string(), name: z.string(), fullName: z.string().nullable() }),
    ),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** A value that an entry keeps. IBANs are masked for everybody, and nothing that could be a secret is shown. */
export const auditValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('hidden') }),
  z.object({ kind: z.literal('amount'), amountCents: wireCents }),
  z.object({ kind: z.literal('yes_no'), isYes: z.boolean() }),
  z.object({ kind: z.literal('moment'), at: moment }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('named'), subject: auditSubject }),
]);
export type AuditValue = z.infer<typeof auditValue>;

export const auditEntry = auditRow.extend({
  /** What was before and after, field by field. */
  changes: z.array(z.object({ field: z.string(), before: auditValue, after: auditValue })),
  /** What else the entry keeps. */
  facts: z.array(z.object({ field: z.string(), value: auditValue })),
  note: z.string().nullable(),
  /** The marks of a payout that the person said to have read. */
  marksRead: z.array(z.string()),
  /** Whose request this carried out. */
  askedBy: z.string().nullable(),
  requestId: rowId.nullable(),
  session: rowId.nullable(),
  address: z.string().nullable(),
  seal: z
    .object({
      no: z.string(),
      hash: z.string(),
      sealedAt: moment,
      /** Computed when it is shown: whether the seal fits its entries as they are now. */
      isIntact: z.boolean(),
      /** The last verification found a published head at this seal or after it. */
      isProven: z.boolean(),
    })
    .nullable(),
});
export type AuditEntryShown = z.infer<typeof auditEntry>;

export const getAuditEntry = {
  method: 'GET',
  path: '/api/audit/entries/:no',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: auditEntry,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

export const AUDIT_RESULTS = ['proven', 'intact', 'broken'] as const;

/** How far the chain reaches, and who verified it last. */
export const getAuditChain = {
  method: 'GET',
  path: '/api/audit/chain',
  permission: 'read_everything',
  isMaskable: true,
  isPolled: true,
  stepUp: false,
  response: z.object({
    lastSeal: z.object({ no: z.string(), hash: z.string(), sealedAt: moment }).nullable(),
    unsealed: z.object({ count: z.int(), oldestAt: moment.nullable() }),
    /** What a person at the command line found, in their own name; null: nobody has verified it yet. */
    lastVerification: z
      .object({
        at: moment,
        by: z.string(),
        /** proven: the chain holds and has the published heads. intact: it holds, and no head was given. */
        result: z.enum(AUDIT_RESULTS),
        /** Up to this seal the chain was computed anew. */
        upToSeal: z.string().nullable(),
        /** Up to this one a published head was found in it. */
        provenSeal: z.string().nullable(),
        /** When that seal was made; else of the last one that was computed. */
        upTo: moment.nullable(),
        entries: z.string(),
        problem: z.string().nullable(),
      })
      .nullable(),
    /** What verifies it, to be run where the published heads are. */
    command: z.string(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Everything within the filters as CSV, newest first; cut at AUDIT_EXPORT_ROWS. Audited. Answered as the file itself. */
export const exportAuditLog = {
  method: 'GET',
  path: '/api/audit/export',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: auditFilters,
  /** The bytes. */
  response: z.unknown(),
  errors: [...READ_ERRORS, 'outcome_unknown', 'overloaded'],
} as const satisfies ConsoleRoute;
