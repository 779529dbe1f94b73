import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONSOLE_ERRORS } from '@vezne/contract/console/errors';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { PERMISSIONS, ROLES, can } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { z } from 'zod';
import { buildConsoleApp } from '../../../src/http/console/app.ts';
import { createLiveHub } from '../../../src/usecases/live/hub.ts';
import { consoleRoute } from '../../../src/http/console/route.ts';
import type { StaffSignIn } from '../../../src/usecases/staff/signed-in.ts';
import { NO_THROTTLE, consoleConfig, fromAnotherNetwork, startTestConsole } from '../../harness/console.ts';
import type { Browser, ConsoleAnswer, TestConsole } from '../../harness/console.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;

/**
 * Routes that ask for each permission, with and without step-up: the contract has none yet for most of them, and those to come are
 * served by the same code.
 */
const PLANTED: readonly ConsoleRoute[] = PERMISSIONS.flatMap((permission) =>
  [false, true].map((stepUp) => ({
    method: 'POST' as const,
    path: `/api/planted/${permission}/${stepUp ? 'step-up' : 'plain'}` as const,
    permission,
    stepUp,
    request: z.object({}),
    response: z.object({ done: z.boolean() }),
    errors: [],
  })),
);

const ROUTES: readonly (readonly [string, ConsoleRoute])[] = [
  ...Object.entries(CONSOLE_API),
  ...PLANTED.map((route) => [route.path, route] as const),
];

type Who = Role | 'no session' | 'ended' | 'disabled' | 'enrolling';

/** The refusal before anything is read; undefined: the route itself answers. */
function expectedRefusal(route: ConsoleRoute, who: Who, isSteppedUp: boolean): string | undefined {
  const { permission, stepUp, whileEnrolling, isMaskable } = route;
  if (permission === 'public') return undefined;
  if (who === 'no session') return 'sign_in_required';
  if (who === 'ended' || who === 'disabled') return 'session_ended';
  if (who === 'enrolling') return whileEnrolling === true ? undefined : 'enrolment_required';
  const isMasked = isMaskable === true && can({ roles: [who] }, 'read_masked');
  if (permission !== 'signed_in' && !isMasked && !can({ roles: [who] }, permission)) return 'not_permitted';
  return stepUp && !isSteppedUp ? 'step_up_required' : undefined;
}

const GUARDS = new Set([
  'sign_in_required',
  'session_ended',
  'not_permitted',
  'step_up_required',
  'enrolment_required',
]);

/** A body that no route takes, so that nothing is done: whether the guards let it pass is all that is asked. */
async function knock(page: Browser, route: ConsoleRoute): Promise<ConsoleAnswer> {
  const isEmptyRight = route.request?.safeParse({}).success ?? true;
  // What would do something without a body is sent what can't be right.
  const body = route.request === undefined ? undefined : isEmptyRight ? [] : {};
  const id = '00000000-0000-7000-8000-000000000000';
  return await page.callRoute(route, body, { id, headers: fromAnotherNetwork() });
}

function assertCell(route: ConsoleRoute, answer: ConsoleAnswer, expected: string | undefined): void {
  const place = `${route.method} ${route.path}`;
  if (expected === undefined) {
    assert.ok(answer.code === undefined || !GUARDS.has(answer.code), `${place}: ${answer.code}`);
    return;
  }
  assert.equal(answer.code, expected, place);
  assert.equal(answer.status, CONSOLE_ERRORS[expected as keyof typeof CONSOLE_ERRORS].status, place);
}

async function startWithPlanted(t: Parameters<typeof startTestConsole>[0]): Promise<TestConsole> {
  return await startTestConsole(t, {
    throttleRules: NO_THROTTLE,
    more: {
      routes: PLANTED,
      serve: (app, dependencies) => {
        for (const route of PLANTED) consoleRoute(app, dependencies, route, async () => ({ done: true }));
      },
    },
  });
}

/** What ends the session that knocks. */
const LAST = new Set<string>(['DELETE /api/session']);
const inOrder = ROUTES.toSorted(
  ([, a], [, b]) => Number(LAST.has(`${a.method} ${a.path}`)) - Number(LAST.has(`${b.method} ${b.path}`)),
);

suite('every route of the console for everybody', () => {
  for (const role of ROLES) {
    for (const isSteppedUp of [false, true]) {
      test(`${role} ${isSteppedUp ? 'after' : 'without'} step-up`, async (t) => {
        const { owner, browser, clock } = await startWithPlanted(t);
        const person = await insertPerson(owner, { roles: [role] });
        const page = browser();
        await page.signIn(person);
        clock.advance(CODE_MS);
        if (isSteppedUp) assert.equal((await page.call('stepUp', { code: page.codeOf(person) })).status, 200);
        for (const [, route] of inOrder)
          assertCell(route, await knock(page, route), expectedRefusal(route, role, isSteppedUp));
      });
    }
  }

  test('without a session, and with a cookie that is none', async (t) => {
    const { browser } = await startWithPlanted(t);
    for (const cookie of [undefined, 'D'.repeat(43), 'short', `${'D'.repeat(43)}; __Host-vezne_console=x`]) {
      const page = browser();
      if (cookie !== undefined) page.cookies.set('__Host-vezne_console', cookie);
      for (const [, route] of inOrder)
        assertCell(route, await knock(page, route), expectedRefusal(route, 'no session', false));
    }
  });

  test('with a session that has ended, of somebody with every role', async (t) => {
    const { owner, browser, clock } = await startWithPlanted(t);
    const person = await insertPerson(owner, { roles: ROLES });
    const page = browser();
    await page.signIn(person);
    clock.advance(CODE_MS);
    await page.call('stepUp', { code: page.codeOf(person) });
    await owner.query(`update staff_session set ended_at = now(), end_reason = 'roles_changed'`);
    for (const [, route] of inOrder)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'ended', true));
  });

  test('of somebody who is disabled, with every role', async (t) => {
    const { owner, browser, clock } = await startWithPlanted(t);
    const person = await insertPerson(owner, { roles: ROLES });
    const page = browser();
    await page.signIn(person);
    clock.advance(CODE_MS);
    await page.call('stepUp', { code: page.codeOf(person) });
    await owner.query(`update staff set status = 'disabled'`);
    for (const [, route] of inOrder)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'disabled', true));
  });

  test('of somebody who has no second factor yet, with every role', async (t) => {
    const { owner, browser } = await startWithPlanted(t);
    const person = await insertPerson(owner, { roles: ROLES, factors: 'none' });
    const page = browser();
    assert.equal((await page.signIn(person)).body['next'], 'enrol');
    for (const [, route] of inOrder)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'enrolling', false));
  });
});

test('every route of the contract is served, and none beside them', async (t) => {
  const database = await createTestDatabase(t);
  const config = consoleConfig(database);
  const pool = database.pool();
  const context = { pool, log: silentLog, clock: { nowMs: () => 0, monotonicMs: () => 0 } } as StaffSignIn;
  const live = createLiveHub({ pool, databaseUrl: config.databaseUrl, log: silentLog });
  const options = { config, live, whyNotReady: async () => undefined };
  const app = buildConsoleApp(context, options);
  t.after(async () => await app.close());
  for (const { method, path } of Object.values(CONSOLE_API))
    assert.ok(app.hasRoute({ method, url: path }), `${method} ${path}`);
  const [planted] = PLANTED;
  assert.ok(planted);
  const serve: NonNullable<Parameters<typeof buildConsoleApp>[1]['more']>['serve'] = (other, dependencies) =>
    consoleRoute(other, dependencies, planted, async () => ({ done: true }));
  assert.throws(
    () => buildConsoleApp(context, { ...options, more: { routes: [], serve } }),
    /POST \/api\/planted\/decide\/plain is not in CONSOLE_API/,
  );
});
