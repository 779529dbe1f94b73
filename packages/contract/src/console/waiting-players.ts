/** Players who were shown an account and have not said that they paid. Some have, and forgot the button. */
import { z } from 'zod';
import { requestAmount, wireCents } from '../fields/amount.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** A row of the list. Amounts are minor units. */
export const waitingPlayer = z.object({
  id: rowId,
  referenceCode: z.string().nullable(),
  createdAt: moment,
  /** Until then the player may pay. The worker ends it a moment later. */
  expiresAt: moment.nullable(),
  customerFullName: z.string(),
  customerUsername: z.string(),
  partner: z.object({ id: rowId, name: z.string() }),
  bankAccount: z.object({ id: rowId, bankName: z.string(), ibanLastFour: z.string() }).nullable(),
  amountCents: wireCents,
  hasSenderDetails: z.boolean(),
  hasReceipt: z.boolean(),
});
export type WaitingPlayer = z.infer<typeof waitingPlayer>;

export const WAITING_PLAYERS_PAGE = 50;

/** The oldest first. */
export const listWaitingPlayers = {
  method: 'GET',
  path: '/api/waiting-players',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  query: z.object({
    partner: rowId.optional(),
    account: rowId.optional(),
    least: requestAmount.optional(),
    most: requestAmount.optional(),
    /** The last one of the page before. Ids are in the order of time. */
    after: rowId.optional(),
  }),
  response: z.object({
    players: z.array(waitingPlayer),
    /** For `after`; null on the last page. */
    next: rowId.nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** Some rows again, by their ids: what the live stream named. Whoever waits no longer is missing. */
export const getWaitingPlayerRows = {
  method: 'GET',
  path: '/api/waiting-players/rows',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  query: z.object({ ids: z.string().max(100 * 37) }),
  response: z.object({ players: z.array(waitingPlayer) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;
