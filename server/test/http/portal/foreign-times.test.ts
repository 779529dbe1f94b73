// In a process of its own: it measures how long requests take, and reads every statement that the process sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { getTransaction, listTransactions } from '@vezne/contract/portal/transactions';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { notFound } from '../../../src/http/portal/portal-error.ts';
import { portalRoute } from '../../../src/http/portal/route.ts';
import { newId } from '../../../src/ids.ts';
import { fromAnotherNetwork } from '../../harness/console.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { BODIES, NAMED_BY_ID, QUERIES, openTwoPartners } from './two-partners.ts';
import type { RouteWithId } from './two-partners.ts';

/** Of each kind, by both partners together. Twice as many cost twice the time, and show what is half as large only by a half more. */
const ASKED = 100;

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

/** What a process does by the clock, and not for a request: it says that it lives, and looks whether its database is still there and the one it knows. */
const BY_THE_CLOCK = /\b(running_process|raised_alarm|schema_migration|pg_is_in_recovery)\b/;

/**
 * How often of all pairs one was slower, beyond what a fair coin does: in standard deviations. Both of a pair are asked one after the other, so
 * that whatever else the machine does meets both.
 */
function deviationsFromFair(slower: number, pairs: number): number {
  return Math.abs(slower - pairs / 2) / (Math.sqrt(pairs) / 2);
}

/** Once in a million a fair coin lies further off. */
const MOST_DEVIATIONS = 5;

interface Compared {
  statements: { foreign: Set<string>; unknown: Set<string> };
  deviations: number;
}

/** What somebody asks by an id. */
type Ask = (page: PortalBrowser, id: string) => Promise<{ status: number }>;

/** Everybody asks for an id that another partner has and for one that nobody has, in turns. */
async function compare(
  pages: readonly [PortalBrowser, PortalBrowser],
  ask: Ask,
  { foreign, seen }: { foreign: readonly (readonly string[])[]; seen: string[] },
): Promise<Compared> {
  const timed = async (page: PortalBrowser, id: string): Promise<Done> => {
    seen.length = 0;
    const startedMs = performance.now();
    const { status } = await ask(page, id);
    const ms = performance.now() - startedMs;
    assert.equal(status, 404);
    return { ms, statements: seen.filter((text) => !BY_THE_CLOCK.test(text)).join('\n') };
  };
  const statements = { foreign: new Set<string>(), unknown: new Set<string>() };
  let [slower, pairs] = [0, 0];
  // Whatever is done for the first time takes longer.
  for (const page of pages) for (let warm = 0; warm < 10; warm += 1) await timed(page, newId());
  for (const [whose, page] of pages.entries())
    for (const [place, id] of (foreign[whose] ?? []).entries()) {
      const before = place % 2 === 0 ? undefined : await timed(page, newId());
      const asked = await timed(page, id);
      const unknown = before ?? (await timed(page, newId()));
      statements.foreign.add(asked.statements);
      statements.unknown.add(unknown.statements);
      pairs += 1;
      if (asked.ms > unknown.ms) slower += 1;
    }
  assert.equal(pairs, ASKED);
  return { statements, deviations: deviationsFromFair(slower, pairs) };
}

/** As a careless route would be: it looks first whether there is such a transaction at all. */
const careless = {
  ...getTransaction,
  path: '/api/planted/careless/:id',
} as const satisfies PortalRoute;

test(`of ${ASKED} ids of another partner and as many that never were, no route lets two partners tell which is which by the time`, async (t) => {
  const { owner, browser, people, clock, idsOf } = await openTwoPartners(t, (known) => ({
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
  const [first, second] = people;
  const pages = [browser(), browser()] as const;
  await pages[0].signInWithProof(first, clock);
  await pages[1].signInWithProof(second, clock);
  /** Half of them asked for by each, and each the other's. */
  const foreignIn = async (table: string): Promise<string[][]> =>
    await Promise.all(
      [second, first].map(async ({ partnerId }) => (await idsOf(table, partnerId)).slice(0, ASKED / 2)),
    );
  const seen = watchStatements(t);

  for (const [name, table] of Object.entries(NAMED_BY_ID) as [RouteWithId, string][]) {
    await t.test(name, async () => {
      const ask: Ask = async (page, id) =>
        await page.call(name, BODIES[name], {
          id,
          headers: fromAnotherNetwork(),
          query: QUERIES[name] ?? '',
        });
      const { statements, deviations } = await compare(pages, ask, {
        foreign: await foreignIn(table),
        seen,
      });
      assert.equal(statements.foreign.size, 1, [...statements.foreign].join('\n---\n'));
      assert.deepEqual(statements.foreign, statements.unknown, 'the same is asked of the database');
      // Begin, the partner and the end are asked for any id at all.
      assert.ok([...statements.foreign].join('').includes('$1'), 'something is asked');
      assert.ok(deviations < MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    });
  }

  await t.test(
    'a list that begins at another partner’s transaction is the list that begins at any id',
    async () => {
      const page = browser();
      await page.signIn(await insertPartnerPerson(owner));
      const [[some = ''] = []] = await foreignIn('transaction');
      for (const id of [some, newId()]) {
        const { body } = await page.callRoute(listTransactions, undefined, { query: `?before=${id}` });
        assert.deepEqual(body, { transactions: [], next: null, lookedBackTo: null });
      }
    },
  );

  await t.test(
    'a route that asks once more for what there is would be noticed, by what it asks and by the time',
    async () => {
      const ask: Ask = async (page, id) => await page.callRoute(careless, undefined, { id });
      const { statements, deviations } = await compare(pages, ask, {
        foreign: await foreignIn('transaction'),
        seen,
      });
      assert.notDeepEqual(statements.foreign, statements.unknown);
      assert.ok(deviations > MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    },
  );
});
