import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import type { EventType } from '@vezne/domain/transaction-state';
import { refused } from '../refusal.ts';

/** Corrections go only to endpoints that ask for them. A receiver that doesn't know them could take one for money. */
export const USUAL_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => type !== 'deposit.corrected',
);

/** What `all` means. An event kind that we add later is not included until the endpoint is set again. */
const ALL = 'all';

/** The named events, in a fixed order and without duplicates. Refused if one is unknown. */
export function checkedEventTypes(names: readonly string[]): EventType[] {
  if (names.length === 0) throw refused('no_event_type_named');
  const unknown = names.find((name) => name !== ALL && !EVENT_TYPES.some((type) => type === name));
  if (unknown !== undefined) throw refused('event_type_unknown', { name: unknown });
  return EVENT_TYPES.filter((type) => names.includes(ALL) || names.includes(type));
}
