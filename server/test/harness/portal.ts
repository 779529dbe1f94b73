import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import type { PortalRoute } from '@vezne/contract/portal/route';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import type { Clock } from '../../src/clock.ts';
import type { PortalConfig } from '../../src/config/portal.ts';
import { newId } from '../../src/ids.ts';
import { newTotpSecret } from '../../src/keys/one-time-codes.ts';
import { hashPassword } from '../../src/keys/passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../src/keys/recovery-codes.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { newToken } from '../../src/keys/session-tokens.ts';
import { startPortal } from '../../src/processes/portal.ts';
import type { PortalVariations } from '../../src/processes/portal.ts';
import { testClock } from './console.ts';
import type { ConsoleAnswer, TestClock } from './console.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { insertPartner } from './factories.ts';
import { testPortalKeys } from './keys.ts';
import { CHEAP_PASSWORDS, codeAt } from './staff.ts';

/** What browsers call the portal. It listens elsewhere, as behind a proxy. */
export const PORTAL_URL = 'https://portal.example';

export function portalConfig(database: TestDatabase, changes: Partial<PortalConfig> = {}): PortalConfig {
  return {
    environment: 'production',
    logLevel: 'silent',
    cell: 'test',
    expectedStandbys: 0,
    beatMs: 5_000,
    databaseUrl: database.urlOf('vezne_portal'),
    portalKeys: testPortalKeys,
    host: '127.0.0.1',
    port: 0,
    portalUrl: PORTAL_URL,
    mail: undefined,
    // So that a test may come from any address.
    trustedProxies: ['127.0.0.1'],
    maxConnections: 4_000,
    drainMs: 50,
    ...changes,
  };
}

export interface TestPortal {
  url: string;
  owner: pg.Pool;
  database: TestDatabase;
  clock: TestClock;
  /** Another browser, with no cookies yet. */
  browser: (address?: string) => PortalBrowser;
}

export interface PortalOptions extends Omit<PortalVariations, 'clock'> {
  config?: Partial<PortalConfig>;
  clock?: TestClock;
  database?: TestDatabase;
}

/** The database takes no code of a later half minute than its own, so a clock that tests move on from code to code begins earlier. */
const BEHIND_MS = 20 * 60_000;
const portalClock = (): TestClock => testClock(Date.now() - BEHIND_MS);

/** A portal in this process. */
export async function startTestPortal(
  t: TestContext,
  { config, database: given, clock = portalClock(), ...variations }: PortalOptions = {},
): Promise<TestPortal> {
  const database = given ?? (await createTestDatabase(t));
  const { url, stop } = await startPortal(
    portalConfig(database, config),
    pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    { passwordCost: CHEAP_PASSWORDS, clock, pressesAMinute: 1_000_000, ...variations },
  );
  t.after(stop);
  return {
    url,
    owner: database.pool(),
    database,
    clock,
    browser: (address) => new PortalBrowser(url, clock, address),
  };
}

/** Somebody of a partner who can sign in. */
export interface PartnerTestPerson {
  id: string;
  partnerId: string;
  email: string;
  name: string;
  password: string;
  /** In base32; for codeAt. */
  totpSecret: string;
  recoveryCodes: string[];
}

export interface PartnerPersonOptions {
  partnerId?: string;
  email?: string;
  name?: string;
  roles?: readonly PartnerRole[];
  factors?: 'none' | 'totp';
  passwordSetAt?: Date;
}

/** Written by the owner of the database: how people come is another test's affair. Without a partner they get one. */
export async function insertPartnerPerson(
  owner: pg.Pool,
  {
    partnerId,
    email,
    name = 'Deniz Kaya',
    roles = ['owner'],
    factors = 'totp',
    passwordSetAt = new Date(),
  }: PartnerPersonOptions = {},
): Promise<PartnerTestPerson> {
  const person: PartnerTestPerson = {
    id: newId(),
    partnerId: partnerId ?? (await insertPartner(owner)).id,
    email: email ?? `p${randomBytes(6).toString('hex')}@shop.example`,
    name,
    password: randomBytes(12).toString('base64url'),
    totpSecret: newTotpSecret(),
    recoveryCodes: newRecoveryCodes(),
  };
  await owner.query(
    'insert into partner_person (id, partner_id, email, name, roles) values ($1, $2, $3, $4, $5)',
    [person.id, person.partnerId, person.email, person.name, roles.toSorted()],
  );
  await owner.query('insert into partner_password (person_id, hash, set_at) values ($1, $2, $3)', [
    person.id,
    await hashPassword(person.password, CHEAP_PASSWORDS),
    passwordSetAt,
  ]);
  if (factors === 'totp') await insertTotp(owner, person);
  return person;
}

async function insertTotp(
  owner: pg.Pool,
  { id, totpSecret, recoveryCodes }: PartnerTestPerson,
): Promise<void> {
  const { sealed, keyVersion } = await createSealedSecrets(testPortalKeys).seal(totpSecret);
  await owner.query(
    'insert into partner_totp (person_id, secret_sealed, key_version, confirmed_at) values ($1, $2, $3, now())',
    [id, sealed, keyVersion],
  );
  await owner.query('insert into partner_recovery_code (person_id, hash) select $1, unnest($2::bytea[])', [
    id,
    recoveryCodes.map(recoveryCodeHash),
  ]);
}

/** A link to a place that one of ours has offered. */
export async function insertInvitation(
  owner: pg.Pool,
  {
    partnerId,
    email,
    roles = ['owner'],
    name = 'Ece Su',
  }: { partnerId: string; email: string; roles?: readonly PartnerRole[]; name?: string },
): Promise<string> {
  const { token, tokenHash } = newToken();
  await owner.query(
    `insert into partner_invitation (id, partner_id, email, name, roles, token_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + interval '72 hours')`,
    [newId(), partnerId, email, name, roles.toSorted(), tokenHash],
  );
  return token;
}

type RouteName = keyof typeof PORTAL_API;

interface CallOptions {
  id?: string;
  query?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Somebody's browser: keeps cookies, says where its requests come from, and sends JSON. */
export class PortalBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #clock: Clock;
  readonly #address: string;

  constructor(url: string, clock: Clock, address = '192.0.2.1') {
    this.#url = url;
    this.#clock = clock;
    this.#address = address;
  }

  async call(name: RouteName, body?: unknown, options: CallOptions = {}): Promise<ConsoleAnswer> {
    return await this.callRoute(PORTAL_API[name], body, options);
  }

  async callRoute(
    { method, path }: Pick<PortalRoute, 'method' | 'path'>,
    body?: unknown,
    { id = '', query = '', headers = {}, signal }: CallOptions = {},
  ): Promise<ConsoleAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#url + path.replace(':id', id) + query, {
      method,
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
      headers: {
        'x-forwarded-for': this.#address,
        'user-agent': 'Test browser',
        'sec-fetch-site': 'same-origin',
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { origin: PORTAL_URL }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const text = await response.text();
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

  async signIn(person: PartnerTestPerson): Promise<ConsoleAnswer> {
    const first = await this.call('signIn', { email: person.email, password: person.password });
    if (first.body['next'] !== 'second_factor') return first;
    return await this.call('signInWithCode', { code: this.codeOf(person) });
  }

  /** Signs in and shows the second factor again. Codes work once, so the clock moves on in between. */
  async signInWithProof(person: PartnerTestPerson, clock: TestClock): Promise<void> {
    await this.signIn(person);
    clock.advance(CODE_MS);
    await this.call('stepUp', { code: this.codeOf(person) });
    clock.advance(CODE_MS);
  }

  /** The code of this moment. Each works once, so a test moves the clock on between two. */
  codeOf(person: PartnerTestPerson): string {
    return codeAt(person, this.#clock.nowMs());
  }
}

/** After this long an app shows another code. */
export const CODE_MS = 30_000;
