/** A log and the rows that fit it: a fault at 10 s, mended at 20 s, with no answer from 10 s to 14 s, one story in three of a withdrawal. Tests change one thing in it. */
import type { CreateLine, FaultLine, Line } from './client-log.ts';
import type { DatabaseRows, EventRow, TransactionRow } from './rows.ts';

export interface MadeUp {
  lines: Line[];
  transactions: TransactionRow[];
  events: EventRow[];
}

export const BEGUN_AT = 10_000;
export const UNDONE_AT = 20_000;
const GAP_ENDS_AT = 14_000;
const EVERY_MS = 100;
const END_AT = 30_000;

/** Of the partner that is paused since. */
export const PAUSED_REFERENCE = 'paused-1';
export const PARTNER_ID = 'p';

export function makeUp(): MadeUp {
  const steps: FaultLine[] = [
    { kind: 'fault', at: BEGUN_AT, step: 'begun', name: 'kill-both', timeline: 1 },
    { kind: 'fault', at: BEGUN_AT + 200, step: 'broken', name: 'kill-both', nodes: 'n1', isFelt: true },
    { kind: 'fault', at: UNDONE_AT, step: 'undone', name: 'kill-both' },
    { kind: 'fault', at: 25_000, step: 'whole', name: 'kill-both', timeline: 2 },
  ];
  const ends: Line[] = [
    { kind: 'load', at: END_AT, apis: 2 },
    { kind: 'ready', at: END_AT, api: 0, status: 200 },
    { kind: 'ready', at: END_AT, api: 1, status: 200 },
  ];
  const made: MadeUp = { lines: [...steps, ...ends], transactions: [], events: [] };
  for (let at = 0; at < END_AT; at += EVERY_MS) addStory(made, at);
  addPaused(made);
  return made;
}

export function rowsOf({ transactions, events }: MadeUp): DatabaseRows {
  return { transactions, events, toldPartnerId: PARTNER_ID };
}

function addPaused({ lines, transactions }: MadeUp): void {
  const common = { partnerId: 'paused', type: 'deposit', amountCents: 10_000, player: 'player' } as const;
  const [reference, id] = [PAUSED_REFERENCE, 'txn_paused'];
  transactions.push({
    ...common,
    id,
    reference,
    iban: null,
    idMadeAt: -995,
    createdAt: -990,
    codeBlock: null,
    steps: [],
  });
  lines.push(
    { kind: 'create', ...common, id, reference, attempt: 1, api: 0, at: -1_000, tookMs: 20, status: 201 },
    ...[5_000, 21_000, 29_000].map((at): Line => ({
      kind: 'repeat',
      of: 'paused',
      partnerId: common.partnerId,
      reference,
      api: 0,
      at,
      tookMs: 5,
      status: 201,
      isSame: true,
    })),
  );
}

/** What is created, pressed or taken, approved and told of, sent at that time. The apis take turns. */
export function addStory(made: MadeUp, at: number): void {
  const reference = `main-${at}`;
  const id = `txn_${at}`;
  const eventId = `evt_${at}`;
  const answeredAt = at >= BEGUN_AT && at < GAP_ENDS_AT ? GAP_ENDS_AT : at + 20;
  const isWithdrawal = (at / EVERY_MS) % 3 === 1;
  const type = isWithdrawal ? 'withdrawal' : 'deposit';
  const triggers = isWithdrawal ? ['take', 'authorise', 'approve'] : ['confirm_sent', 'approve'];
  const common = {
    partnerId: PARTNER_ID,
    reference,
    type,
    amountCents: 10_000,
    player: `player-${at}`,
  } as const;
  const iban = isWithdrawal ? `TR${at}` : null;
  const api = (at / EVERY_MS) % 2;
  const create: CreateLine = {
    kind: 'create',
    ...common,
    ...(iban === null ? {} : { iban }),
    attempt: 1,
    api,
    at,
    tookMs: answeredAt - at,
    status: 201,
    id,
    digest: 'd',
  };
  const event = { transactionId: id, reference, playerAmountCents: 10_000 };
  const says = { ...event, event: `${type}.approved` };
  made.lines.push(
    create,
    {
      kind: 'repeat',
      of: 'main',
      partnerId: PARTNER_ID,
      reference,
      api,
      at: answeredAt,
      tookMs: 5,
      status: 201,
      isSame: true,
    },
    { kind: 'decision', id, at: answeredAt, trigger: 'approve', outcome: 'made' },
    { kind: 'webhook', at: answeredAt + 50, eventId, says },
  );
  if (!isWithdrawal) made.lines.push({ kind: 'press', id, at: answeredAt, tookMs: 5, status: 303 });
  made.transactions.push({
    ...common,
    id,
    iban,
    idMadeAt: at + 5,
    createdAt: at + 10,
    // Each process takes from a block of its own.
    codeBlock: isWithdrawal ? null : Math.floor(at / 1_000) * 2 + api,
    steps: triggers.map((trigger) => ({ trigger, at: answeredAt })),
  });
  made.events.push({
    ...event,
    eventId,
    partnerId: PARTNER_ID,
    type: `${type}.approved`,
    occurredAt: answeredAt,
  });
}
