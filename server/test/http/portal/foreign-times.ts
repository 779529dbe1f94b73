/** Whether the time of an answer tells that another partner has a row with that id. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { getTransaction } from '@vezne/contract/portal/transactions';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { notFound } from '../../../src/http/portal/portal-error.ts';
import { portalRoute } from '../../../src/http/portal/route.ts';
import { newId } from '../../../src/ids.ts';
import { fromAnotherNetwork } from '../../harness/console.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { IDS_ELSEWHERE, neighbourOf } from './ids-elsewhere.ts';
import type { IdElsewhere } from './ids-elsewhere.ts';
import { BODIES, NAMED_BY_ID, QUERIES, openTwoPartners } from './two-partners.ts';
import type { RouteWithId } from './two-partners.ts';

/** What a request did: how long it took, and what it asked the database. */
interface Done {
  ms: number;
  statements: string;
}

/** Everything that this process sends to PostgreSQL, while a test runs. */
function watchStatements(t: TestContext): string[] {
  const seen: string[] = [];
  const real = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query') ?? assert.fail();
  const query = real.value as (...given: unknown[]) => unknown;
  Object.defineProperty(pg.Client.prototype, 'query', {
    ...real,
    value(this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { text?: string }];
      seen.push(typeof first === 'string' ? first : (first.text ?? ''));
      return Reflect.apply(query, this, given);
    },
  });
  t.after(() => {
    Object.defineProperty(pg.Client.prototype, 'query', real);
  });
  return seen;
}

/**
 * What a process does by the clock or for a new connection, and not for a request: it says that it lives, looks whether its database is still there,
 * the one it knows and with room on its disk, and every ten minutes tidies up what sign-ins left.
 */
const BY_THE_CLOCK =
  /\b(running_process|raised_alarm|schema_migration|pg_is_in_recovery|temp_tablespaces|statement_timeout|portal_forget_old|portal_older_totps)\b/;

/**
 * How often of all pairs one was slower, beyond what a fair coin does: in standard deviations. Both of a pair are asked one after the other, so
 * that whatever else the machine does meets both.
 */
function deviationsFromFair(slower: number, pairs: number): number {
  return Math.abs(slower - pairs / 2) / (Math.sqrt(pairs) / 2);
}

/** Once in a million a fair coin lies further off. */
const MOST_DEVIATIONS = 5;

/** Of each kind at each partner. Twice as many cost twice the time, and show what is half as large only by a half more. */
export const ASKED_EACH = 50;

interface Compared {
  /** All that the database was asked for foreign ids, and the pairs of which it was not asked the same. */
  asked: Set<string>;
  unlike: { foreign: string; unknown: string }[];
  deviations: number;
}

/** Somebody who is signed in, and ids that the other partner has. */
interface Asking {
  page: PortalBrowser;
  ownEndpoint: string;
  foreign: readonly string[];
}

/** What they ask by an id. */
interface Question {
  status: number;
  ask: (asking: Asking, id: string) => Promise<{ status: number }>;
  /** An id that nobody has, to compare this one with. */
  unknownFor?: (id: string) => string;
}

/** Everybody asks for an id that another partner has and for one that nobody has, in turns. */
async function compare(
  both: readonly Asking[],
  { status: expected, ask, unknownFor = newId }: Question,
  seen: string[],
): Promise<Compared> {
  const timed = async (asking: Asking, id: string): Promise<Done> => {
    seen.length = 0;
    const startedMs = performance.now();
    const { status } = await ask(asking, id);
    const ms = performance.now() - startedMs;
    assert.equal(status, expected);
    return { ms, statements: seen.filter((text) => !BY_THE_CLOCK.test(text)).join('\n') };
  };
  const asked = new Set<string>();
  const unlike: Compared['unlike'] = [];
  let [slower, pairs] = [0, 0];
  // Whatever is done for the first time takes longer.
  for (const asking of both) for (let warm = 0; warm < 10; warm += 1) await timed(asking, newId());
  for (const asking of both)
    for (const [place, id] of asking.foreign.entries()) {
      const before = place % 2 === 0 ? undefined : await timed(asking, unknownFor(id));
      const foreign = await timed(asking, id);
      const unknown = before ?? (await timed(asking, unknownFor(id)));
      asked.add(foreign.statements);
      if (foreign.statements !== unknown.statements)
        unlike.push({ foreign: foreign.statements, unknown: unknown.statements });
      pairs += 1;
      if (foreign.ms > unknown.ms) slower += 1;
    }
  return { asked, unlike, deviations: deviationsFromFair(slower, pairs) };
}

/** As a careless route would be: it looks first whether there is such a transaction at all. */
const careless = {
  ...getTransaction,
  path: '/api/planted/careless/:id',
} as const satisfies PortalRoute;

/** Every route that takes an id. */
const QUESTIONS: Readonly<Record<string, Question & { table: string }>> = {
  ...Object.fromEntries(
    (Object.entries(NAMED_BY_ID) as [RouteWithId, string][]).map(([name, table]) => [
      name,
      {
        table,
        status: 404,
        ask: async ({ page }, id) =>
          await page.call(name, BODIES[name], {
            id,
            headers: fromAnotherNetwork(),
            query: QUERIES[name] ?? '',
          }),
      } satisfies Question & { table: string },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries<IdElsewhere>(IDS_ELSEWHERE).map(([name, { table, status, isPlace, ask }]) => [
      name,
      {
        table,
        status,
        ask: async ({ page, ownEndpoint }, id) => await ask(page, { id, ownEndpoint }),
        ...(isPlace === true ? { unknownFor: neighbourOf } : {}),
      } satisfies Question & { table: string },
    ]),
  ),
};

/** How far off a fair coin each route was, and the one that tells. */
interface Deviations {
  routes: ReadonlyMap<string, number>;
  planted: number;
}

/** A subtest for each route. `askedEach`: at most as many ids as a partner has of each kind. */
export async function compareTimes(t: TestContext, askedEach = ASKED_EACH): Promise<Deviations> {
  const { browser, people, clock, idsOf, endpointOf } = await openTwoPartners(t, (known) => ({
    more: {
      routes: [careless],
      serve: (app, dependencies) =>
        portalRoute(app, dependencies, careless, async ({ id }) => {
          const { rowCount } = await known.query('select from transaction where id = $1', [id]);
          if (rowCount === 1) await known.query('select pg_sleep(0.01)');
          throw notFound();
        }),
    },
  }));
  const signedIn: (Omit<Asking, 'foreign'> & { asked: string })[] = [];
  for (const [own, other] of [people, people.toReversed()]) {
    assert.ok(own && other);
    const page = browser();
    await page.signInWithProof(own, clock);
    signedIn.push({ page, ownEndpoint: await endpointOf(own.partnerId), asked: other.partnerId });
  }
  const askingFor = async (table: string): Promise<Asking[]> =>
    await Promise.all(
      signedIn.map(async ({ asked, ...asking }) => {
        const foreign = (await idsOf(table, asked)).slice(0, askedEach);
        assert.equal(foreign.length, askedEach);
        return { ...asking, foreign };
      }),
    );
  const seen = watchStatements(t);
  const routes = new Map<string, number>();
  let planted = 0;

  for (const [name, { table, ...question }] of Object.entries(QUESTIONS)) {
    await t.test(name, async () => {
      const { asked, unlike, deviations } = await compare(await askingFor(table), question, seen);
      routes.set(name, deviations);
      assert.deepEqual(unlike, [], 'the same is asked of the database');
      // A page that begins further down may need another look for as many rows.
      if (question.unknownFor === undefined) assert.equal(asked.size, 1, [...asked].join('\n---\n'));
      // Begin, the partner and the end are asked for any id at all.
      assert.ok([...asked].join('').includes('$1'), 'something is asked');
      assert.ok(deviations < MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    });
  }

  await t.test(
    'a route that asks once more for what there is would be noticed, by what it asks and by the time',
    async () => {
      const question: Question = {
        status: 404,
        ask: async ({ page }, id) => await page.callRoute(careless, undefined, { id }),
      };
      const { unlike, deviations } = await compare(await askingFor('transaction'), question, seen);
      planted = deviations;
      assert.equal(unlike.length, 2 * askedEach);
      assert.ok(deviations > MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    },
  );
  return { routes, planted };
}
