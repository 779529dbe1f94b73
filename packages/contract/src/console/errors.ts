import { z } from 'zod';
import { wireCents } from '../fields/amount.ts';
import { PASSWORD_PROBLEMS, SESSION_END_REASONS, SIGN_IN_ERRORS } from '../sign-in/errors.ts';
import type { SignInErrorExtras } from '../sign-in/errors.ts';

interface ConsoleErrorEntry {
  readonly status: number;
  /** A plain sentence for the log and for developers. What people read is in the texts of the web pages. */
  readonly error: string;
}

/** Every error of the console's API. Pages rely on the code. */
export const CONSOLE_ERRORS = {
  ...SIGN_IN_ERRORS,
  /** Nothing was written; `refusal` says why. */
  decision_refused: { status: 409, error: 'The decision was refused.' },
  /** Somebody else has it open; `claimedBy` says who. */
  deposit_claimed: { status: 409, error: 'Somebody else has this deposit open.' },
  /** Each is kept in the audit log, and so is whose they were. */
  too_many_ibans: { status: 429, error: 'Too many IBANs were searched for. Wait a minute.' },
} as const satisfies Record<string, ConsoleErrorEntry>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;

/** Object.keys loses the literal types of a constant, but the catalogue has no other keys. */
export const CONSOLE_ERROR_CODES = Object.keys(CONSOLE_ERRORS) as [ConsoleErrorCode, ...ConsoleErrorCode[]];

/** What a refusal has to say in figures. Each has those that it is about. */
export const refusalFigures = z.object({
  /** What the payout takes from the partner's balance, or from the account that pays. */
  neededCents: wireCents.optional(),
  /** What of that is there: the partner's balance and credit, or what the account holds and has not promised. */
  freeCents: wireCents.optional(),
  creditLineCents: wireCents.optional(),
  toleranceCents: wireCents.optional(),
  bankBalanceCents: wireCents.optional(),
  /** Of a payout in parts. */
  sentCents: wireCents.optional(),
  toPayCents: wireCents.optional(),
});
export type RefusalFigures = z.infer<typeof refusalFigures>;

export const consoleErrorBody = z.object({
  error: z.string(),
  code: z.enum(CONSOLE_ERROR_CODES),
  requestId: z.string().startsWith('req_'),
  /** With invalid_request. */
  fields: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
  /** With throttled and code_used. */
  retryAfterSeconds: z.int().optional(),
  /** With session_ended. */
  reason: z.enum(SESSION_END_REASONS).optional(),
  /** With password_weak. */
  problem: z.enum(PASSWORD_PROBLEMS).optional(),
  /** With decision_refused: the code of the refusal, and the figures that it is about, in minor units. */
  refusal: z.string().optional(),
  figures: refusalFigures.optional(),
  /** With deposit_claimed: the person's name. */
  claimedBy: z.string().optional(),
});

export type ConsoleErrorBody = z.infer<typeof consoleErrorBody>;

/** What an error carries besides the fields that all errors have. */
export interface ConsoleErrorExtras extends SignInErrorExtras {
  decision_refused: { refusal: string; figures?: RefusalFigures };
  deposit_claimed: { claimedBy: string };
}
