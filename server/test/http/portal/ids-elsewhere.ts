/** Where a request names something by an id that is not in its path. */
import { PORTAL_API } from '@vezne/contract/portal/routes';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { ROW_ID } from '@vezne/domain/row-id';
import { z } from 'zod';
import { fromAnotherNetwork } from '../../harness/console.ts';
import type { ConsoleAnswer } from '../../harness/console.ts';
import type { PortalBrowser } from '../../harness/portal.ts';

export interface IdElsewhere {
  table: 'event' | 'transaction';
  /** Of the answer to an id of another partner, and to one that never was. */
  status: number;
  /** The answer begins there, whoever has it: it is that of the id next to it. */
  isPlace?: true;
  ask: (page: PortalBrowser, named: { id: string; ownEndpoint: string }) => Promise<ConsoleAnswer>;
}

/** Where a page begins is all that matters of it. */
const SHOWN = '3';
/** What all deposits of a desk amount to. */
const EVERY_AMOUNT = '1000,00';

export const IDS_ELSEWHERE = {
  'listTransactions before': {
    table: 'transaction',
    status: 200,
    isPlace: true,
    ask: async (page, { id }) =>
      await page.call('listTransactions', undefined, {
        query: `?before=${id}&limit=${SHOWN}`,
        headers: fromAnotherNetwork(),
      }),
  },
  'searchTransactions before': {
    table: 'transaction',
    status: 200,
    isPlace: true,
    ask: async (page, { id }) =>
      await page.call(
        'searchTransactions',
        { text: EVERY_AMOUNT, before: id, limit: SHOWN },
        { headers: fromAnotherNetwork() },
      ),
  },
  'searchTransactions text': {
    table: 'transaction',
    status: 200,
    ask: async (page, { id }) =>
      await page.call('searchTransactions', { text: id }, { headers: fromAnotherNetwork() }),
  },
  'listAttempts event': {
    table: 'event',
    status: 200,
    ask: async (page, { id, ownEndpoint }) =>
      await page.call('listAttempts', undefined, {
        id: ownEndpoint,
        query: `?event=${id}`,
        headers: fromAnotherNetwork(),
      }),
  },
  'resendEvent event': {
    table: 'event',
    status: 409,
    ask: async (page, { id, ownEndpoint }) =>
      await page.call('resendEvent', { event: id }, { id: ownEndpoint, headers: fromAnotherNetwork() }),
  },
} as const satisfies Readonly<Record<string, IdElsewhere>>;

/** A text that somebody types may be an id like many other things. */
export const TYPED: ReadonlySet<string> = new Set<keyof typeof IDS_ELSEWHERE>(['searchTransactions text']);

/** Every field of a body or a query that takes an id, as the contract says. */
export function idFields(): string[] {
  return Object.entries<PortalRoute>(PORTAL_API).flatMap(([name, { request, query }]) =>
    [request, query]
      .flatMap((schema) => (schema === undefined ? [] : fieldsOf(schema)))
      .map((field) => `${name} ${field}`),
  );
}

function fieldsOf(schema: z.ZodType): string[] {
  const fields = new Set<string>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: { pattern }, path }) {
      if (pattern === ROW_ID.source) fields.add(String(path.at(-1)));
    },
  });
  return [...fields];
}

/** Next to it, and nobody has it. */
export function neighbourOf(id: string): string {
  return id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
}
