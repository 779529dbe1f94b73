import type { TransactionStatus, TransactionType } from './types.ts';

export type TransactionQuery = {
  /** Only the transactions of this reference: the first one, and late or repeated money for it. */
  externalReference?: string | undefined;
  type?: TransactionType | undefined;
  status?: TransactionStatus | undefined;
  /** Created at this time or later. A text must have a time zone, such as 2026-11-15T09:30:00Z. */
  from?: Date | string | undefined;
  /** Created before this time. */
  to?: Date | string | undefined;
  /** `nextCursor` of the previous page; keep the rest of the query unchanged. */
  cursor?: string | null | undefined;
  /** The largest number of items on a page: 1 to 250; 50 by default. */
  limit?: number | undefined;
};

export type EventQuery = {
  /** Include `deposit.corrected`, whose amounts replace those of the approval; off by default. */
  corrections?: boolean | undefined;
  /** Only events after this one: `nextCursor` of the previous page, or the `eventId` that you handled last. */
  after?: string | null | undefined;
  /** The largest number of items on a page: 1 to 250; 50 by default. */
  limit?: number | undefined;
};

export function transactionsPath(query: TransactionQuery): string {
  return withQuery('/v1/transactions', query);
}

export function eventsPath(query: EventQuery): string {
  return withQuery('/v1/events', query);
}

function withQuery(path: string, query: TransactionQuery | EventQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) {
      parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

export function transactionPath(id: string): string {
  // An empty id would address the list, and `..` another endpoint.
  if (!/^\w+$/.test(id)) {
    throw new TypeError(`"${id}" is not the id of a transaction; an id looks like txn_0190….`);
  }
  return `/v1/transactions/${id}`;
}
