import { pageSql } from '../../server/src/db/read/transactions/transaction-pages.ts';
import {
  VIEWS_BY_ID_SQL,
  VIEWS_BY_REFERENCE_SQL,
} from '../../server/src/db/read/transactions/transaction-views.ts';
import { toCursor } from '../../server/src/http/partner/cursor.ts';

/** One way to read: a partner's request, and the same read as a statement. */
export interface ReadKind {
  name: string;
  title: string;
  /** Interesting beside the others, but not a figure of the benchmark. */
  isAside: boolean;
  pathOf: (transaction: { id: string; externalReference: string }) => string;
  sql: string;
  /** Expressions for the statement's parameters; :n is the number of one of the partner's transactions. */
  parameters: (partnerId: string) => string[];
}

const PAGE_SIZE = 50;
const FIRST_ID = `'00000000-0000-0000-0000-000000000000'`;
const LAST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;
const ID_OF_N = `lpad((:n)::text, 32, '0')`;

export const READ_KINDS: readonly ReadKind[] = [
  {
    name: 'by-id',
    title: 'transactions read by id',
    isAside: false,
    pathOf: ({ id }) => `/v1/transactions/txn_${id}`,
    sql: VIEWS_BY_ID_SQL,
    parameters: (partnerId) => [`array['${partnerId}']`, `array[${ID_OF_N}]`],
  },
  {
    name: 'by-reference',
    title: 'transactions looked up by reference',
    isAside: false,
    pathOf: ({ externalReference }) => `/v1/transactions?externalReference=${externalReference}`,
    sql: VIEWS_BY_REFERENCE_SQL,
    parameters: (partnerId) => [`array['${partnerId}']`, `array['order-' || (:n)::int8]`],
  },
  {
    name: 'newest-page',
    title: `newest pages of ${PAGE_SIZE}`,
    isAside: false,
    pathOf: () => `/v1/transactions?limit=${PAGE_SIZE}`,
    sql: pageSql({}),
    parameters: (partnerId) => [`'${partnerId}'`, LAST_ID, FIRST_ID, String(PAGE_SIZE + 1)],
  },
  {
    // Every request is for a different page, so none shares its answer with another.
    name: 'page-by-cursor',
    title: `pages of ${PAGE_SIZE} from a random cursor`,
    isAside: true,
    pathOf: ({ id }) => `/v1/transactions?limit=${PAGE_SIZE}&cursor=${toCursor(id)}`,
    sql: pageSql({}),
    parameters: (partnerId) => [`'${partnerId}'`, `(${ID_OF_N})::uuid`, FIRST_ID, String(PAGE_SIZE + 1)],
  },
];
