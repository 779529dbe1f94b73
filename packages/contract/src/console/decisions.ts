/** What every press of an operator says, and what becomes of it. */
import { TRANSACTION_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { TWO_PEOPLE_REASONS } from '@vezne/domain/two-people';
import { z } from 'zod';
import { boundedText } from '../fields/text.ts';
import { rowId } from './fields.ts';
import { WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** What the person saw, as 64 hex digits. */
export const seen = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');

/** Made by the browser for one press. The same id again is the same decision: it answers as the first time. */
export const decisionId = rowId;

export const note = boundedText({ minLength: 1, maxLength: 1024 });
export const bankReference = boundedText({ minLength: 1, maxLength: 64 });
export const senderSeen = boundedText({ minLength: 1, maxLength: 128 });

export const pressed = z.object({ seen, decisionId, note: note.optional() });

/** What became of a decision. What was refused is an error: `decision_refused`, with the reason. */
export const decisionAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('made'),
    status: z.enum(TRANSACTION_STATUSES),
    /** Of a payout that is not over. */
    stage: z.enum(WITHDRAWAL_STAGES).nullable(),
  }),
  z.object({
    outcome: z.literal('asked'),
    requestId: rowId,
    reasons: z.array(z.enum(TWO_PEOPLE_REASONS)),
  }),
]);
export type DecisionAnswer = z.infer<typeof decisionAnswer>;

export const DECISION_ERRORS = [...WRITE_ERRORS, 'not_found', 'decision_refused'] as const;

export const decisionRoute = {
  method: 'POST',
  permission: 'decide',
  stepUp: false,
  response: decisionAnswer,
  errors: DECISION_ERRORS,
} as const satisfies Omit<ConsoleRoute, 'path'>;
