import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import type { EventType } from '@vezne/domain/transaction-state';
import { AdminError } from '../admin-error.ts';

/** A correction is told only to whoever asks for it: a receiver that doesn't know it could take it for money. */
export const USUAL_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => type !== 'deposit.corrected',
);

/** What `all` stands for; a later kind of event is not in it until somebody sets the endpoint again. */
const ALL = 'all';

/** The named events in one order, each once; an error that lists those there are if one is unknown. */
export function checkedEventTypes(names: readonly string[]): EventType[] {
  const unknown = names.find((name) => name !== ALL && !EVENT_TYPES.some((type) => type === name));
  if (unknown !== undefined || names.length === 0) {
    const problem =
      unknown === undefined ? 'No event is named.' : `There is no event ${JSON.stringify(unknown)}.`;
    throw new AdminError(`${problem} Name some of ${EVENT_TYPES.join(', ')}, or all.`);
  }
  return EVENT_TYPES.filter((type) => names.includes(ALL) || names.includes(type));
}
