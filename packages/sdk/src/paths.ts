import type { TransactionStatus, TransactionType } from './types.ts';

export type TransactionQuery = {
  /** Only the transactions of this reference: one, and late or repeated money for it. */
  externalReference?: string | undefined;
  type?: TransactionType | undefined;
  status?: TransactionStatus | undefined;
  /** Created at this time or later. A text must have a time zone, such as 2026-11-15T09:30:00Z. */
  from?: Date | string | undefined;
  /** Created before this time. */
  to?: Date | string | undefined;
  /** `nextCursor` of the page before; send the rest of the query unchanged. */
  cursor?: string | null | undefined;
  /** How many a page has at most: 1 to 250; 50 unless given. */
  limit?: number | undefined;
};

export function transactionsPath(query: TransactionQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) {
      parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  const text = parameters.toString();
  return text === '' ? '/v1/transactions' : `/v1/transactions?${text}`;
}

export function transactionPath(id: string): string {
  // An empty id would address the list, and `..` another endpoint.
  if (!/^\w+$/.test(id)) {
    throw new TypeError(`"${id}" is not the id of a transaction; an id looks like txn_0190….`);
  }
  return `/v1/transactions/${id}`;
}
