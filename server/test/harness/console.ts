import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { THROTTLE_RULES } from '@vezne/domain/sign-in-throttle';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import type { Clock } from '../../src/clock.ts';
import type { ConsoleConfig } from '../../src/config/console.ts';
import { startConsole } from '../../src/processes/console.ts';
import type { ConsoleVariations } from '../../src/processes/console.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { testKeys } from './keys.ts';
import { CHEAP_PASSWORDS, codeAt } from './staff.ts';
import type { TestPerson } from './staff.ts';

/** What browsers call the console. It listens elsewhere, as behind a proxy. */
export const CONSOLE_URL = 'https://console.example';

export function consoleConfig(database: TestDatabase, changes: Partial<ConsoleConfig> = {}): ConsoleConfig {
  return {
    environment: 'production',
    logLevel: 'silent',
    cell: 'test',
    expectedStandbys: 0,
    beatMs: 5_000,
    databaseUrl: database.urlOf('vezne_console'),
    secretKeys: testKeys.secretKeys,
    referenceCodeKey: testKeys.referenceCodeKey,
    host: '127.0.0.1',
    port: 0,
    consoleUrl: CONSOLE_URL,
    portalUrl: 'https://portal.example',
    // So that a test may come from any address.
    trustedProxies: ['127.0.0.1'],
    maxConnections: 4_000,
    drainMs: 50,
    ...changes,
  };
}

/** Nobody in a test waits. */
export const NO_THROTTLE: ThrottleRules = {
  handle: { ...THROTTLE_RULES.handle, freeFailures: 1_000_000 },
  network: { ...THROTTLE_RULES.network, freeFailures: 1_000_000 },
};

/** A clock that stands still until a test moves it, so that a slow machine changes no code. It begins with the database's time. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(beginsMs = Date.now()): TestClock {
  let nowMs = beginsMs;
  return {
    nowMs: () => nowMs,
    monotonicMs: () => performance.now(),
    advance(ms) {
      nowMs += ms;
    },
  };
}

export interface TestConsole {
  url: string;
  owner: pg.Pool;
  database: TestDatabase;
  clock: TestClock;
  /** Another browser, with no cookies yet. */
  browser: (address?: string) => Browser;
}

export interface ConsoleOptions extends Omit<ConsoleVariations, 'clock'> {
  config?: Partial<ConsoleConfig>;
  clock?: TestClock;
  database?: TestDatabase;
  log?: Logger;
}

/** A console in this process. */
export async function startTestConsole(
  t: TestContext,
  { config, database: given, clock = testClock(), log, ...variations }: ConsoleOptions = {},
): Promise<TestConsole> {
  const database = given ?? (await createTestDatabase(t));
  const { url, stop } = await startConsole(
    consoleConfig(database, config),
    log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    { passwordCost: CHEAP_PASSWORDS, clock, ...variations },
  );
  t.after(stop);
  return {
    url,
    owner: database.pool(),
    database,
    clock,
    browser: (address) => new Browser(url, clock, address),
  };
}

export interface ConsoleAnswer {
  status: number;
  /** The error's code, or undefined. */
  code: string | undefined;
  body: Record<string, unknown>;
  /** As it came, letter by letter. */
  text: string;
  headers: Headers;
}

type RouteName = keyof typeof CONSOLE_API;

interface CallOptions {
  id?: string;
  headers?: Record<string, string>;
}

let networksNamed = 0;

/** For a test that asks often: one network alone would be told so, and how soon depends on how fast the machine is. */
export function fromAnotherNetwork(): { 'x-forwarded-for': string } {
  networksNamed += 1;
  return {
    'x-forwarded-for': `10.${(networksNamed >> 16) & 255}.${(networksNamed >> 8) & 255}.${networksNamed & 255}`,
  };
}

/** Somebody's browser: keeps cookies, says where its requests come from, and sends JSON. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #clock: Clock;
  readonly #address: string;

  constructor(url: string, clock: Clock, address = '192.0.2.1') {
    this.#url = url;
    this.#clock = clock;
    this.#address = address;
  }

  /** The same cookies in another process. */
  at(url: string): Browser {
    const other = new Browser(url, this.#clock, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async call(name: RouteName, body?: unknown, options: CallOptions = {}): Promise<ConsoleAnswer> {
    return await this.callRoute(CONSOLE_API[name], body, options);
  }

  async callRoute(
    route: Pick<ConsoleRoute, 'method' | 'path'>,
    body?: unknown,
    { id = '', headers = {} }: CallOptions = {},
  ): Promise<ConsoleAnswer> {
    return await this.send(route.path.replace(':id', id), {
      method: route.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(route.method === 'GET' ? {} : { origin: CONSOLE_URL }),
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A request as it is given, with the cookies. */
  async send(
    path: string,
    init: { method: string; headers: Record<string, string>; body?: string | Buffer },
  ): Promise<ConsoleAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'x-forwarded-for': this.#address,
      'user-agent': 'Test browser',
      ...(cookie === '' ? {} : { cookie }),
      ...init.headers,
    };
    const response = await fetch(this.#url + path, { ...(init as RequestInit), headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    // One that stays open has no end to wait for.
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
    const code = typeof answer['code'] === 'string' ? answer['code'] : undefined;
    return { status: response.status, code, body: answer, text, headers: response.headers };
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async signIn(person: TestPerson): Promise<ConsoleAnswer> {
    const first = await this.call('signIn', { handle: person.handle, password: person.password });
    if (first.body['next'] !== 'second_factor') return first;
    return await this.call('signInWithCode', { code: this.codeOf(person) });
  }

  /** The code of this moment. Each works once, so a test moves the clock on between two. */
  codeOf(person: TestPerson): string {
    return codeAt(person, this.#clock.nowMs());
  }
}
