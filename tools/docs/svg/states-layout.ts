/**
 * Positions of the states in a picture. The path to `approved` runs down a column. `rejected` is one tall box beside it,
 * because nearly every state leads there. Paths back up run on the left of the column, and so do those that stay at a state.
 */
import { TRANSITIONS } from '@vezne/domain/transaction-state';
import type { TransactionState, TransactionType, Transition } from '@vezne/domain/transaction-state';
import type { Box } from './boxes.ts';
import { MARGIN } from './picture.ts';

export interface Way {
  readonly from: TransactionState | null;
  readonly to: TransactionState;
  readonly triggers: readonly string[];
  readonly event: string | null;
}

export interface Place {
  readonly state: TransactionState;
  readonly box: Box;
}

export interface StatesLayout {
  readonly ways: readonly Way[];
  readonly column: readonly Place[];
  readonly rejected: Place;
}

export const LINE_HEIGHT = 18;
/** Leaves room for the dot where a transaction starts. */
const TOP = 122;
/** Left of the column there is room for paths that lead back or stay, if there are any. */
const COLUMN_BESIDE_LANES = { x: 196, width: 204 };
const COLUMN_ALONE = { x: MARGIN, width: 260 };
const REJECTED = { x: 602, width: 134 };

export function nameOf({ status, stage }: TransactionState): string {
  return stage ?? status;
}

export function isRejected(state: TransactionState): boolean {
  return state.status === 'rejected';
}

export function layOut(type: TransactionType): StatesLayout {
  const edges = TRANSITIONS.filter((edge) => edge.type === type);
  const ways = waysOf(edges);
  const states = [...new Map(edges.map(({ to }) => [nameOf(to), to])).values()];
  const column: Place[] = [];
  const names = states.map(nameOf);
  const hasWaysBack = ways.some(
    ({ from, to }) =>
      from !== null && names.indexOf(nameOf(to)) <= names.indexOf(nameOf(from)) && !isRejected(to),
  );
  const across = hasWaysBack ? COLUMN_BESIDE_LANES : COLUMN_ALONE;
  let y = TOP;
  for (const state of states.filter((state) => !isRejected(state))) {
    const height = heightOf(state, ways);
    column.push({ state, box: { ...across, y, height } });
    y += height + gapAfter(state, ways);
  }
  const last = column.at(-1)?.box;
  const rejected = states.find(isRejected);
  if (last === undefined || rejected === undefined) throw new Error(`A ${type} has too few states to draw.`);
  const height = last.y + last.height - TOP;
  return { ways, column, rejected: { state: rejected, box: { ...REJECTED, y: TOP, height } } };
}

/** Edges between the same two states are one arrow with several triggers. */
function waysOf(edges: readonly Transition[]): Way[] {
  const groups = Map.groupBy(edges, ({ from, to, event }) =>
    [from && nameOf(from), nameOf(to), event].join(' '),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, triggers: [first, ...others].map(({ trigger }) => trigger) }] : [],
  );
}

/** Whether a path leads to where it begins. */
export function isStaying({ from, to }: Way): boolean {
  return from !== null && nameOf(from) === nameOf(to);
}

/** A box is high enough for the texts above and below its arrow to `rejected`, and for those of a path that stays. */
function heightOf(state: TransactionState, ways: readonly Way[]): number {
  const lines = leaving(state, ways)
    .filter((way) => isRejected(way.to) || isStaying(way))
    .map(({ triggers }) => triggers.length);
  const least = state.stage === null ? 32 : 36;
  return 2 * Math.max(least, ...lines.map((count) => count * LINE_HEIGHT + 6));
}

function gapAfter(state: TransactionState, ways: readonly Way[]): number {
  const lines = leaving(state, ways)
    .filter((way) => !isRejected(way.to) && !isStaying(way))
    .map(({ triggers, event }) => triggers.length + (event === null ? 0 : 1.5));
  return 30 + Math.max(1, ...lines) * LINE_HEIGHT;
}

function leaving(state: TransactionState, ways: readonly Way[]): Way[] {
  return ways.filter(({ from }) => from !== null && nameOf(from) === nameOf(state));
}
