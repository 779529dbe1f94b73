/** Parts of what is shown of any transaction. */
import { REQUEST_STATUSES } from '@vezne/domain/four-eyes-request';
import { STEP_TRIGGERS } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { moment, rowId } from './fields.ts';

/** An account of ours. */
export const bankAccountShown = z.object({
  id: rowId,
  bankName: z.string(),
  holderName: z.string(),
  iban: z.string(),
  status: z.string(),
});

/** What happened to a transaction, which request about it came to nothing, or who was told of it. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('step'),
    at: moment,
    trigger: z.enum(STEP_TRIGGERS),
    actorKind: z.string(),
    actor: z.string(),
    note: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('request'),
    at: moment,
    status: z.enum(REQUEST_STATUSES).exclude(['open', 'confirmed']),
    askedBy: z.string(),
    /** Who ended it, or moved on what it was about. */
    endedBy: z.string(),
    /** Why it was declined. */
    note: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('webhook'),
    at: moment,
    eventType: z.string(),
    attemptNo: z.int(),
    durationMs: z.int(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    answerStart: z.string().nullable(),
  }),
]);
