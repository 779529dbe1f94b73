import type { Place } from './cluster.ts';

/** What main.ts hands over to the part of it that runs in the hub, as JSON in this variable. */
export const TASK = 'VEZNE_CHAOS_TASK';

export interface Task {
  place: Place;
  /** Where logs are kept. */
  directory: string;
}
