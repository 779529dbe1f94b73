import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { House, Outcome } from './house.ts';

/** One way to do an action, and how many people it takes this way. */
export interface Scenario {
  action: AuditAction;
  hands: 'alone' | 'two';
  /** It is a bulk, or more than an operator confirms. */
  isLarge?: boolean;
  /** A fresh subject for each trial. Where it matters who took it, `taker` did: whoever acts then. */
  prepare: (house: House, taker?: Person) => Promise<Trial>;
}

export interface Trial {
  act: (actor: Person) => Promise<Outcome>;
  /** Changes what the request is about, after it was asked. */
  disturb?: () => Promise<unknown>;
  /** Puts back a subject that all trials share. */
  restore?: () => Promise<void>;
}
