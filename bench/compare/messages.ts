/**
 * What the comparison and its sides say to each other. A side runs from the tree of its own commit, so commits of different
 * ages meet here: what stands here may be added to, but not changed.
 */
export const COMPARABLE = ['create', 'approve', 'webhooks'] as const;
export type Comparable = (typeof COMPARABLE)[number];

export function isComparable(name: string): name is Comparable {
  return (COMPARABLE as readonly string[]).includes(name);
}

export type SideOrder =
  /** The first order: install everything and warm up. */
  | ({ kind: 'start' } & SideOptions)
  /** One slice; everything is as it was before the last. */
  | { kind: 'slice' };

export interface SideOptions {
  name: Comparable;
  /** What a slice does: always as much, so that tables grow alike. */
  operations: number;
  /** Slices before the first that counts: the service compiles its hot paths under load, once a deployment. */
  warmUpSlices: number;
  /** For the process of the service. */
  nodeFlags: readonly string[];
}

/** `ready` to the first order, `slice` to each other one. */
export type SideReport =
  | { kind: 'ready' }
  | ({ kind: 'slice' } & SliceCost)
  | { kind: 'failed'; reason: string };

/** Microseconds of processor time for one operation. */
export interface SliceCost {
  nodeUs: number;
  postgresUs: number;
}
