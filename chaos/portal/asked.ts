import assert from 'node:assert/strict';
import type { PORTAL_API } from '@vezne/contract/portal/routes';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { turkishMonth } from '@vezne/domain/turkish-calendar';
import { firstIdAt } from '../../server/src/ids.ts';
import { knownOf } from './world.ts';
import type { PortalWorld, ViewedPartner } from './world.ts';

const TRIES = 5;
/** Somebody looks at a screen and waits. */
const WITHIN_MS = 300;
const DAY_MS = 86_400_000;
/** The largest page. */
const LIMIT = 250;

export interface Asked {
  what: string;
  p50Ms: number;
  slowestMs: number;
}

interface Question {
  route: keyof typeof PORTAL_API;
  query?: Record<string, string>;
  body?: Record<string, string>;
  id?: string;
}

/** Every screen, filter and search of every partner, from the beginning and deep in the history. */
export async function askEverything(world: PortalWorld): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const partner of world.partners) {
    for (const [what, question] of Object.entries(await everyQuestion(world, partner)))
      asked.push({ what: `${what} (${partner.name})`, ...(await ask(partner, what, question)) });
  }
  return asked;
}

export function holdInTime(asked: readonly Asked[]): void {
  for (const { what, p50Ms } of asked) assert.ok(p50Ms <= WITHIN_MS, `${what}: ${p50Ms.toFixed(0)} ms`);
}

async function everyQuestion(world: PortalWorld, partner: ViewedPartner): Promise<Record<string, Question>> {
  const now = Date.now();
  const ago = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  const monthAgo = (months: number): string => turkishMonth(new Date(now - months * 30 * DAY_MS));
  const known = await knownOf(world, partner);
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
    for (const status of TRANSACTION_STATUSES) {
      filters[status] = { status };
      filters[`${type} ${status}`] = { type, status };
      filters[`${type} ${status} of a month`] = { type, status, from: ago(31) };
    }
  }
  const questions: Record<string, Question> = {
    'home: what waits': { route: 'getHome' },
    'home: money': { route: 'getMoney' },
    'home: webhooks': { route: 'getWebhookHealth' },
    webhooks: { route: 'listEndpoints' },
    'webhooks: events': { route: 'listDeliveries', id: partner.endpointId },
    'webhooks: events that wait': {
      route: 'listDeliveries',
      id: partner.endpointId,
      query: { state: 'pending' },
    },
    statements: { route: 'listStatements' },
    'statements: the running month': { route: 'getStatementMonth', query: { month: monthAgo(0) } },
    'statements: a closed month': { route: 'getStatementMonth', query: { month: monthAgo(3) } },
    'usage: days of a month': { route: 'getUsage', query: { by: 'day', month: monthAgo(0) } },
    'usage: two years': { route: 'getUsage', query: { by: 'month', months: '24' } },
    'one transaction': { route: 'getTransaction', id: known.id },
    'its entries': { route: 'listTransactionEntries', id: known.id },
    'search: reference': { route: 'searchTransactions', body: { text: known.reference } },
    'search: code': { route: 'searchTransactions', body: { text: known.code } },
    "search: a player's id": { route: 'searchTransactions', body: { text: known.customerId } },
    'search: how ids of thousands begin': { route: 'searchTransactions', body: { text: 'player-' } },
    'search: a name that all have': { route: 'searchTransactions', body: { text: 'Ayşe' } },
    'search: a name that nobody has': { route: 'searchTransactions', body: { text: 'Wolfgang Amadeus' } },
    'search: an amount': { route: 'searchTransactions', body: { text: '1.234,56' } },
    'search: an amount that nobody has': { route: 'searchTransactions', body: { text: '98.765.432,10' } },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const query = { ...filter, limit: String(LIMIT) };
    questions[`list: ${name}`] = { route: 'listTransactions', query };
    const deep = firstIdAt(new Date(now - 330 * DAY_MS));
    questions[`list: ${name}, deep`] = { route: 'listTransactions', query: { ...query, before: deep } };
  }
  for (const book of ['available', 'reserved']) {
    const query = { book, limit: String(LIMIT) };
    questions[`entries: ${book}`] = { route: 'listEntries', query };
    questions[`entries: ${book}, deep`] = { route: 'listEntries', query: { ...query, before: '300' } };
    questions[`entries: ${book} of a month`] = {
      route: 'listEntries',
      query: { ...query, from: ago(210), to: ago(180) },
    };
    questions[`entries: ${book} of a kind that never was`] = {
      route: 'listEntries',
      query: { ...query, kind: 'settled_to_partner' },
    };
  }
  return questions;
}

async function ask(
  { page }: ViewedPartner,
  what: string,
  { route, query, body, id }: Question,
): Promise<Omit<Asked, 'what'>> {
  const times: number[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const startedMs = performance.now();
    const answer = await page.call(route, body, {
      ...(id === undefined ? {} : { id }),
      ...(query === undefined ? {} : { query: `?${new URLSearchParams(query).toString()}` }),
    });
    times.push(performance.now() - startedMs);
    assert.equal(answer.status, 200, `${what}: ${answer.text}`);
  }
  const sorted = times.toSorted((left, right) => left - right);
  return { p50Ms: sorted[Math.floor(TRIES / 2)] ?? assert.fail(), slowestMs: sorted.at(-1) ?? assert.fail() };
}
