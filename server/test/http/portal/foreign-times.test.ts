import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { getTransaction, listTransactions } from '@vezne/contract/portal/transactions';
import { listTransactionEntries } from '@vezne/contract/portal/entries';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { notFound } from '../../../src/http/portal/portal-error.ts';
import { portalRoute } from '../../../src/http/portal/route.ts';
import { newId } from '../../../src/ids.ts';
import { NO_THROTTLE } from '../../harness/console.ts';
import { openDesk } from '../../harness/desk.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';

/** Of each kind. */
const ASKED = 200;

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

async function compare(
  page: PortalBrowser,
  route: PortalRoute,
  { foreign, seen }: { foreign: readonly string[]; seen: string[] },
): Promise<Compared> {
  const ask = async (id: string): Promise<Done> => {
    seen.length = 0;
    const startedMs = performance.now();
    const { status } = await page.callRoute(route, undefined, { id });
    const ms = performance.now() - startedMs;
    assert.equal(status, 404);
    return { ms, statements: seen.filter(isAboutIt).join('\n') };
  };
  const statements = { foreign: new Set<string>(), unknown: new Set<string>() };
  let slower = 0;
  for (const [place, id] of foreign.entries()) {
    const isFirst = place % 2 === 0;
    const before = isFirst ? undefined : await ask(newId());
    const asked = await ask(id);
    const unknown = before ?? (await ask(newId()));
    statements.foreign.add(asked.statements);
    statements.unknown.add(unknown.statements);
    if (asked.ms > unknown.ms) slower += 1;
  }
  return { statements, deviations: deviationsFromFair(slower, foreign.length) };
}

/** What is asked for a transaction. A process says that it lives, and that somebody was there, by the clock and not for a request. */
function isAboutIt(text: string): boolean {
  return /\b(transaction|ledger_transfer|event|pg_sleep)\b/.test(text);
}

/** As a careless route would be: it looks first whether there is such a transaction at all. */
const careless = {
  ...getTransaction,
  path: '/api/planted/careless/:id',
} as const satisfies PortalRoute;

test(`of ${ASKED} ids of another partner and as many that never were, nobody can tell which is which by the time`, async (t) => {
  const desk = await openDesk(t);
  const known = desk.database.pool();
  const { browser, owner } = await startTestPortal(t, {
    database: desk.database,
    throttleRules: NO_THROTTLE,
    more: {
      routes: [careless],
      serve: (app, dependencies) =>
        portalRoute(app, dependencies, careless, async ({ id }) => {
          const { rowCount } = await known.query('select from transaction where id = $1', [id]);
          if (rowCount === 1) await known.query('select pg_sleep(0.01)');
          throw notFound();
        }),
    },
  });
  const foreign: string[] = [];
  for (let made = 0; made < ASKED; made += 1) foreign.push(await desk.deposit());
  const page = browser();
  await page.signIn(await insertPartnerPerson(owner));
  const seen = watchStatements(t);
  // Whatever is done for the first time takes longer.
  for (let warm = 0; warm < 50; warm += 1) await page.callRoute(getTransaction, undefined, { id: newId() });

  for (const route of [getTransaction, listTransactionEntries]) {
    await t.test(route.path, async () => {
      const { statements, deviations } = await compare(page, route, { foreign, seen });
      assert.deepEqual(
        [...statements.foreign].map((text) => text !== ''),
        [true],
      );
      assert.deepEqual(statements.foreign, statements.unknown, 'the same is asked of the database');
      assert.ok(deviations < MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    });
  }

  await t.test(
    'a list that begins at another partner’s transaction is the list that begins at any id',
    async () => {
      const [some = ''] = foreign;
      for (const id of [some, newId()]) {
        const { body } = await page.callRoute(listTransactions, undefined, { query: `?before=${id}` });
        assert.deepEqual(body, { transactions: [], next: null, lookedBackTo: null });
      }
    },
  );

  await t.test(
    'a route that asks once more for what there is would be noticed, by what it asks and by the time',
    async () => {
      const { statements, deviations } = await compare(page, careless, { foreign, seen });
      assert.notDeepEqual(statements.foreign, statements.unknown);
      assert.ok(deviations > MOST_DEVIATIONS, `${deviations} standard deviations from a fair coin`);
    },
  );
});
