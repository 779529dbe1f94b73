/**
 * The messages between the comparison and its sides. A side runs from the tree of its own commit, so commits of different
 * ages meet here: messages may be added, but existing ones must not change.
 */
export const COMPARABLE = ['create', 'approve', 'webhooks'] as const;
export type Comparable = (typeof COMPARABLE)[number];

export function isComparable(name: string): name is Comparable {
  return (COMPARABLE as readonly string[]).includes(name);
}

export type SideOrder =
  /** The first order: install everything and warm up. */
  | ({ kind: 'start' } & SideOptions)
  /** One slice. Everything is as it was before the last one. */
  | { kind: 'slice' };

export interface SideOptions {
  name: Comparable;
  /** The work of a slice: always the same amount, so tables grow equally. */
  operations: number;
  /** Slices before the first that counts: the service compiles its hot paths under load, once per deployment. */
  warmUpSlices: number;
  /** For the process of the service. */
  nodeFlags: readonly string[];
}

/** `ready` for the first order, `slice` for each other one. */
export type SideReport =
  | { kind: 'ready' }
  | ({ kind: 'slice' } & SliceCost)
  | { kind: 'failed'; reason: string };

/** Microseconds of processor time for one operation. */
export interface SliceCost {
  nodeUs: number;
  postgresUs: number;
}
