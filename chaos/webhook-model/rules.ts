/** What the steps ask: which events belong together, and which faults are planted. */
import { FENCE_FAULTS } from './faults.ts';
import type { Fault } from './faults.ts';
import { below, first, members, single } from './sets.ts';

export interface Rules {
  events: number;
  has(fault: Fault): boolean;
  /** A fenced worker can only log. */
  isFenceSound: boolean;
  referenceOf(event: number): number;
  /** All events of a reference. */
  eventsOf(reference: number): number;
  /** All events of this event's reference. */
  eventsWith(event: number): number;
  referencesOf(events: number): number;
  /** The first event of each reference. */
  firstsOf(events: number): number;
}

/** Looked up in tables, because the search asks millions of times. */
export function rulesOf(references: string, faults: readonly Fault[]): Rules {
  const letters = references.split('');
  const names = [...new Set(letters)];
  const referenceOf = letters.map((name) => names.indexOf(name));
  const eventsOf = names.map((name) =>
    letters.reduce((set, of, event) => (of === name ? set | single(event) : set), 0),
  );
  const sets = Array.from({ length: below(references.length) + 1 }, (_, set) => set);
  const referencesOf = sets.map((set) =>
    members(set).reduce((found, event) => found | single(referenceOf[event] ?? 0), 0),
  );
  const firstsOf = sets.map((set) => eventsOf.reduce((found, events) => found | firstOf(set & events), 0));
  return {
    events: references.length,
    has: (fault) => faults.includes(fault),
    isFenceSound: !faults.some((fault) => FENCE_FAULTS.includes(fault)),
    referenceOf: (event) => referenceOf[event] ?? 0,
    eventsOf: (reference) => eventsOf[reference] ?? 0,
    eventsWith: (event) => eventsOf[referenceOf[event] ?? 0] ?? 0,
    referencesOf: (events) => referencesOf[events] ?? 0,
    firstsOf: (events) => firstsOf[events] ?? 0,
  };
}

function firstOf(events: number): number {
  const event = first(events);
  return event === null ? 0 : single(event);
}
