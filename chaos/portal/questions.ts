/** Everything that the pages of the portal ask for. */
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { STATE_FILTERS } from '@vezne/domain/portal-state';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { turkishMonth } from '@vezne/domain/turkish-calendar';
import { firstIdAt } from '../../server/src/ids.ts';
import { rangeOfEntries, rangeOfTransactions } from './ranges.ts';
import type { Range } from './ranges.ts';
import { knownOf } from './world.ts';
import type { PortalWorld, ViewedPartner } from './world.ts';

const DAY_MS = 86_400_000;
/** The largest page. */
const LIMIT = 250;

type RouteName = keyof typeof PORTAL_API;

export interface Question {
  route: RouteName;
  query?: Record<string, string>;
  body?: Record<string, string>;
  id?: string;
  /** The list in the answer, and how many rows it has at least. A list that is cut short may have none if it goes on. */
  list?: { name: string; least: number };
}

/** No screen waits for it: a file is sent as fast as it is read. */
const NOT_ASKED: ReadonlySet<RouteName> = new Set(['downloadStatement']);

/** Every screen, filter and search of a partner, from the beginning and deep in the history. */
export async function everyQuestion(
  world: PortalWorld,
  partner: ViewedPartner,
): Promise<Record<string, Question>> {
  const questions = {
    ...(await screens(world, partner)),
    ...webhookScreens(partner),
    ...(await transactionLists(world, partner)),
    ...(await entryLists(world, partner)),
  };
  const asked = new Set(Object.values(questions).map(({ route }) => route));
  const forgotten = Object.entries(PORTAL_API)
    .filter(([, { method }]) => method === 'GET')
    .map(([name]) => name as RouteName)
    .filter((name) => !asked.has(name) && !NOT_ASKED.has(name));
  if (forgotten.length > 0) throw new Error(`What the portal answers is not asked: ${forgotten.join(', ')}.`);
  return questions;
}

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

async function screens(world: PortalWorld, partner: ViewedPartner): Promise<Record<string, Question>> {
  const monthAgo = (months: number): string => turkishMonth(new Date(Date.now() - months * 30 * DAY_MS));
  const known = await knownOf(world, partner);
  const search = (text: string): Question => ({ route: 'searchTransactions', body: { text } });
  return {
    'who is signed in': { route: 'getSession' },
    sessions: { route: 'listSessions', list: { name: 'sessions', least: 1 } },
    profile: { route: 'getProfile' },
    'home: what waits': { route: 'getHome' },
    'home: money': { route: 'getMoney' },
    'home: webhooks': { route: 'getWebhookHealth', list: { name: 'endpoints', least: 2 } },
    people: { route: 'listPeople', list: { name: 'people', least: 100 } },
    keys: { route: 'listCredentials', list: { name: 'credentials', least: 50 } },
    networks: { route: 'getNetworks' },
    statements: { route: 'listStatements', list: { name: 'files', least: 100 } },
    'statements: a file': { route: 'getStatement', id: partner.fileId },
    'statements: the running month': { route: 'getStatementMonth', query: { month: monthAgo(0) } },
    'statements: a closed month': { route: 'getStatementMonth', query: { month: monthAgo(3) } },
    'usage: days of a month': { route: 'getUsage', query: { by: 'day', month: monthAgo(0) } },
    'usage: two years': { route: 'getUsage', query: { by: 'month', months: '24' } },
    'one transaction': { route: 'getTransaction', id: known.id },
    'its entries': { route: 'listTransactionEntries', id: known.id },
    'search: reference': search(known.reference),
    'search: code': search(known.code),
    "search: a player's id": search(known.customerId),
    'search: how ids of thousands begin': search('player-'),
    'search: a name that all have': search('Ayşe'),
    'search: a name that nobody has': search('Wolfgang Amadeus'),
    'search: an amount': search('1.234,56'),
    'search: an amount that nobody has': search('98.765.432,10'),
  };
}

/** As many as a page shows. */
const DELIVERIES = 50;

function webhookScreens({ webhooks }: ViewedPartner): Record<string, Question> {
  const { endpointId, behindId, triedEvent, testId, parked, pending } = webhooks;
  const deliveries = { name: 'deliveries', least: Math.min(DELIVERIES, parked, pending) };
  const questions: Record<string, Question> = {
    webhooks: { route: 'listEndpoints', list: { name: 'endpoints', least: 2 } },
    'webhooks: a test': { route: 'getEndpointTest', id: testId },
    'webhooks: tries of an event that was given up': {
      route: 'listAttempts',
      id: endpointId,
      query: { event: triedEvent.id },
      list: { name: 'attempts', least: 10 },
    },
    'webhooks: a transaction whose event was given up': {
      route: 'getTransaction',
      id: triedEvent.transactionId,
    },
  };
  for (const [what, id, states] of [
    ['an endpoint that gave many up', endpointId, { parked: deliveries, pending: undefined }],
    ['an endpoint far behind', behindId, { parked: undefined, pending: deliveries }],
  ] as const) {
    questions[`webhooks: events of ${what}`] = { route: 'listDeliveries', id, list: deliveries };
    for (const [state, list] of Object.entries(states))
      questions[`webhooks: ${state} events of ${what}`] = {
        route: 'listDeliveries',
        id,
        query: { state },
        ...(list && { list }),
      };
  }
  return questions;
}

async function transactionLists(
  { owner }: PortalWorld,
  { id }: ViewedPartner,
): Promise<Record<string, Question>> {
  const filters: Record<string, Record<string, string>> = {
    all: {},
    'a week': { from: ago(7) },
    'a week half a year ago': { from: ago(187), to: ago(180) },
    'an amount that many have': { amountFrom: '100000', amountTo: '120000' },
    'an amount that nobody has': { amountFrom: '9900000000' },
    'an amount that nobody has, of rejected withdrawals': {
      amountFrom: '9900000000',
      type: 'withdrawal',
      status: 'rejected',
    },
  };
  for (const type of TRANSACTION_TYPES) {
    filters[type] = { type };
    for (const status of STATE_FILTERS) {
      filters[status] = { status };
      filters[`${type} ${status}`] = { type, status };
      filters[`${type} ${status} of a month`] = { type, status, from: ago(31) };
    }
  }
  const questions: Record<string, Question> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const range = await rangeOfTransactions(owner, id, filter);
    // Where nothing fits, the way to the end of the history is the longest.
    const deep = firstIdAt(new Date(filter['from'] === undefined ? ago(330) : ago(3)));
    const query = { ...filter, limit: String(LIMIT) };
    Object.assign(questions, pages(`list: ${name}`, { route: 'listTransactions', query, range, deep }));
  }
  return questions;
}

async function entryLists({ owner }: PortalWorld, { id }: ViewedPartner): Promise<Record<string, Question>> {
  const questions: Record<string, Question> = {};
  for (const book of ['available', 'reserved']) {
    for (const [name, filter] of Object.entries<Record<string, string>>({
      '': {},
      ' of a month': { from: ago(210), to: ago(180) },
      ' of a kind': { kind: book === 'available' ? 'deposit_approved' : 'withdrawal_authorised' },
      ' of a kind that never was': { kind: 'settled_to_partner' },
    })) {
      const range = await rangeOfEntries(owner, id, { book, ...filter });
      const query = { book, ...filter, limit: String(LIMIT) };
      Object.assign(
        questions,
        pages(`entries: ${book}${name}`, { route: 'listEntries', query, range, deep: '300' }),
      );
    }
  }
  return questions;
}

/** The first page, and one deep in the range of the list, neither of which may be empty if the range is not. */
function pages(
  name: string,
  {
    route,
    query,
    range,
    deep,
  }: { route: RouteName; query: Record<string, string>; range: Range; deep: string },
): Record<string, Question> {
  const list = route === 'listEntries' ? 'entries' : 'transactions';
  return {
    [name]: { route, query, list: { name: list, least: Math.min(range.rows, 1) } },
    [`${name}, deep`]: {
      route,
      query: { ...query, before: range.deep ?? deep },
      list: { name: list, least: range.deep === null ? 0 : 1 },
    },
  };
}
