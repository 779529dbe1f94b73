import { randomUUIDv7 } from 'node:crypto';

const TRANSACTION_PREFIX = 'txn_';
const EVENT_PREFIX = 'evt_';
const REQUEST_PREFIX = 'req_';

/** Ordered by time, so new rows go to the end of every index and a list by id is a list by age. */
export function newId(): string {
  return randomUUIDv7();
}

/** Not above any id that is made at this time or later. */
export function firstIdAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made, to the millisecond. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(withoutDashes(id).slice(0, 12), 16));
}

export function newRequestId(): string {
  return REQUEST_PREFIX + withoutDashes(randomUUIDv7());
}

/**
 * `txn_` and the 32 hex digits of the uuid. PostgreSQL accepts the digits without hyphens, so an id from a log can be
 * pasted.
 */
export function toTransactionId(id: string): string {
  return TRANSACTION_PREFIX + withoutDashes(id);
}

export function fromTransactionId(text: string): string | undefined {
  return uuidAfter(TRANSACTION_PREFIX, text);
}

/** `evt_` and the 32 hex digits of the uuid. */
export function toEventId(id: string): string {
  return EVENT_PREFIX + withoutDashes(id);
}

export function fromEventId(text: string): string | undefined {
  return uuidAfter(EVENT_PREFIX, text);
}

function uuidAfter(prefix: string, text: string): string | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(text.slice(prefix.length)) ??
    [];
  return a === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}`;
}

function withoutDashes(uuid: string): string {
  return uuid.replaceAll('-', '');
}
