/** Players and IBANs that nothing new is taken from or paid to. */
import { z } from 'zod';
import { boundedText } from '../fields/text.ts';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** `expired`: its time is over. `removed`: people ended it, or a longer one has replaced it. */
const BLOCK_STATES = ['live', 'expired', 'removed'] as const;
export const BLOCK_KINDS = ['player', 'iban'] as const;

const blockRow = z.object({
  id: rowId,
  kind: z.enum(BLOCK_KINDS),
  /** Of a player: who knows them by this id. */
  partner: z.object({ id: rowId, name: z.string() }).nullable(),
  customerId: z.string().nullable(),
  /** Masked for everybody: whoever unblocks it recognises it, and can't pay to it. */
  iban: z.string().nullable(),
  /** With IBANs masked. */
  reason: z.string(),
  /** Null: for ever. */
  until: moment.nullable(),
  blockedBy: z.string(),
  blockedAt: moment,
  endedBy: z.string().nullable(),
  endedAt: moment.nullable(),
  state: z.enum(BLOCK_STATES),
  /** Somebody has asked to end it. */
  isRemovalAsked: z.boolean(),
});
export type BlockRow = z.infer<typeof blockRow>;

const blockDetail = blockRow.extend({
  waiting: z.array(z.object({ requestId: rowId, action: z.string(), askedBy: z.string(), askedAt: moment })),
});
export type BlockDetail = z.infer<typeof blockDetail>;

export const BLOCKS_PAGE = 50;

/** The newest first. Not in an address: players are looked for here. */
export const findBlocks = {
  method: 'POST',
  path: '/api/blocks/find',
  permission: 'read_queues',
  isMaskable: true,
  isRead: true,
  stepUp: false,
  request: z.object({
    /** Those that hold, or those that are over. */
    state: z.enum(['live', 'over']),
    kind: z.enum(BLOCK_KINDS).exactOptional(),
    partnerId: rowId.exactOptional(),
    /** How a player's id begins, or the last four digits of an IBAN. */
    text: z
      .string()
      .trim()
      .pipe(boundedText({ minLength: 1, maxLength: 64 }))
      .exactOptional(),
    before: rowId.exactOptional(),
  }),
  response: z.object({
    blocks: z.array(blockRow),
    /** For `before`; null on the last page. */
    next: rowId.nullable(),
  }),
  errors: WRITE_ERRORS,
} as const satisfies ConsoleRoute;

export const getBlock = {
  method: 'GET',
  path: '/api/blocks/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: blockDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** It holds at once. What exists already goes on: operators decide on it. */
export const addBlock = changeRoute('block.add', {
  path: '/api/blocks',
  request: changePress.extend({
    subject: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('player'), partnerId: rowId, customerId: z.string().max(256) }),
      /** As people write it. */
      z.object({ kind: z.literal('iban'), iban: z.string().max(64) }),
    ]),
    reason: z.string().max(4096),
    /** Null: for ever. */
    until: moment.nullable(),
  }),
});

export const removeBlock = changeRoute('block.remove', {
  path: '/api/blocks/:id/remove',
  request: changePress,
});
