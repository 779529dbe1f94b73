/** The log of a run that nothing went wrong in, and what is changed in it to be found. */
import assert from 'node:assert/strict';
import { check } from './checker.ts';
import type { CheckResult } from './checker.ts';
import type { CreateLine, Line, PressLine, RepeatLine, WebhookLine } from './client-log.ts';
import { makeUp, rowsOf } from './made-up.ts';
import type { MadeUp } from './made-up.ts';
import type { EventRow, TransactionRow } from './rows.ts';

/** Of a story in the middle of the fault. */
export const NUMBER = 15_000;
export const REFERENCE = `main-${NUMBER}`;
export const TRANSACTION = `txn_${NUMBER}`;
export const EVENT = `evt_${NUMBER}`;
export const EXPECTED = { limit: { gapS: 7 }, takesOver: true };
/** Of a story of a withdrawal, in the same fault. */
export const WITHDRAWAL = 15_100;

export function checked(change: (made: MadeUp) => void): CheckResult {
  const made = makeUp();
  change(made);
  return check(made.lines, rowsOf(made));
}

export function remove<Item>(items: Item[], isIt: (item: Item) => boolean): Item {
  const [removed] = items.splice(items.findIndex(isIt), 1);
  assert.ok(removed !== undefined);
  return removed;
}

export function createOf(lines: readonly Line[], number = NUMBER): CreateLine {
  const line = lines.find((one) => one.kind === 'create' && one.reference === `main-${number}`);
  assert.ok(line?.kind === 'create');
  return line;
}

export function repeatOf(lines: readonly Line[]): RepeatLine {
  const line = lines.find((one) => one.kind === 'repeat' && one.reference === REFERENCE);
  assert.ok(line?.kind === 'repeat');
  return line;
}

export function pressOf(lines: readonly Line[]): PressLine {
  const line = lines.find((one) => one.kind === 'press' && one.id === TRANSACTION);
  assert.ok(line?.kind === 'press');
  return line;
}

export function webhookOf(lines: readonly Line[]): WebhookLine {
  const line = lines.find((one) => one.kind === 'webhook' && one.eventId === EVENT);
  assert.ok(line?.kind === 'webhook');
  return line;
}

export function saidBy({ says }: WebhookLine) {
  return says ?? assert.fail();
}

export function rowOf({ transactions }: MadeUp): TransactionRow {
  return transactions.find(({ id }) => id === TRANSACTION) ?? assert.fail();
}

export function eventOf(events: readonly EventRow[]): EventRow {
  return events.find(({ eventId }) => eventId === EVENT) ?? assert.fail();
}

export function removeEvent({ events, lines }: MadeUp): void {
  remove(events, ({ eventId }) => eventId === EVENT);
  remove(lines, (line) => line.kind === 'webhook' && line.eventId === EVENT);
}

export const REFUSED = { at: NUMBER + 60, tookMs: 5, status: 503, code: 'deposits_paused' };

export const UNANSWERED = { at: NUMBER - 90, tookMs: 10, status: 0 };

/** Another try of what was acknowledged in the end, at the same api unless it says otherwise. */
export function tryBefore(
  { lines }: MadeUp,
  tried: Pick<CreateLine, 'at' | 'tookMs' | 'status'> & Partial<Pick<CreateLine, 'api' | 'code'>>,
): void {
  const { id: _, digest: __, ...create } = createOf(lines);
  lines.push({ ...create, ...tried });
}

/** At api 0, of a create and its repeat each fifth of a second, so many come within the span that is looked at. */
export const OWN_OF_A_SECOND = 14;
export const RATE_SEEN_AT = 16_970;

/** It waited so long for its answer, and was created at the next try. */
export function refuseForRate({ lines }: MadeUp, tookMs: number): void {
  const { id: _, digest: __, ...create } = createOf(lines);
  lines.push({
    ...create,
    reference: 'main-refused',
    at: RATE_SEEN_AT,
    tookMs,
    status: 429,
    code: 'rate_limited',
  });
}

/** So many more at the same api, within half a second. */
export function sendBefore({ lines }: MadeUp, count: number): void {
  for (let index = 0; index < count; index += 1)
    lines.push({ ...repeatOf(lines), at: RATE_SEEN_AT - (500 * index) / count });
}

export const REFUSED_DECISION = {
  kind: 'decision',
  id: TRANSACTION,
  trigger: 'approve',
  outcome: 'refused',
} as const;
