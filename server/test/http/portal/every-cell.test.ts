import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { PORTAL_ERRORS } from '@vezne/contract/portal/errors';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { PARTNER_PERMISSIONS, PARTNER_ROLES, partnerCan } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { buildPortalApp } from '../../../src/http/portal/app.ts';
import { portalRoute } from '../../../src/http/portal/route.ts';
import type { PortalSignIn } from '../../../src/usecases/partner-people/signed-in.ts';
import { NO_THROTTLE, fromAnotherNetwork } from '../../harness/console.ts';
import type { ConsoleAnswer } from '../../harness/console.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertPartnerPerson, portalConfig, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser, TestPortal } from '../../harness/portal.ts';
import { silentLog } from '../../harness/silent-log.ts';

/** Routes that ask for each permission, with and without step-up: those to come are served by the same code. */
const PLANTED: readonly PortalRoute[] = PARTNER_PERMISSIONS.flatMap((permission) =>
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

type Who = PartnerRole | 'no session' | 'ended' | 'removed' | 'enrolling';

/** The refusal before anything is read; undefined: the route itself answers. */
function expectedRefusal(route: PortalRoute, who: Who, isSteppedUp: boolean): string | undefined {
  const { permission, stepUp, whileEnrolling } = route;
  if (permission === 'public') return undefined;
  if (who === 'no session') return 'sign_in_required';
  if (who === 'ended' || who === 'removed') return 'session_ended';
  if (who === 'enrolling') return whileEnrolling === true ? undefined : 'enrolment_required';
  if (permission !== 'signed_in' && !partnerCan({ roles: [who] }, permission)) return 'not_permitted';
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
async function knock(page: PortalBrowser, route: PortalRoute): Promise<ConsoleAnswer> {
  const isEmptyRight = route.request?.safeParse({}).success ?? true;
  const body = route.request === undefined ? undefined : isEmptyRight ? [] : {};
  const id = '00000000-0000-7000-8000-000000000000';
  return await page.callRoute(route, body, { id, headers: fromAnotherNetwork() });
}

function assertCell(route: PortalRoute, answer: ConsoleAnswer, expected: string | undefined): void {
  const place = `${route.method} ${route.path}`;
  if (expected === undefined) {
    assert.ok(answer.code === undefined || !GUARDS.has(answer.code), `${place}: ${answer.code}`);
    assert.ok(answer.status < 500, `${place}: ${answer.text}`);
    return;
  }
  assert.equal(answer.code, expected, place);
  assert.equal(answer.status, PORTAL_ERRORS[expected as keyof typeof PORTAL_ERRORS].status, place);
}

async function startWithPlanted(t: TestContext): Promise<TestPortal> {
  return await startTestPortal(t, {
    throttleRules: NO_THROTTLE,
    more: {
      routes: PLANTED,
      serve: (app, dependencies) => {
        for (const route of PLANTED) portalRoute(app, dependencies, route, async () => ({ done: true }));
      },
    },
  });
}

/** What ends the session that knocks comes last. */
const LAST = 'DELETE /api/session';
const isLast = ({ method, path }: PortalRoute): number => Number(`${method} ${path}` === LAST);
const ROUTES: readonly PortalRoute[] = [...Object.values<PortalRoute>(PORTAL_API), ...PLANTED].toSorted(
  (a, b) => isLast(a) - isLast(b),
);

suite('every route of the portal for everybody', () => {
  for (const role of PARTNER_ROLES) {
    for (const isSteppedUp of [false, true]) {
      test(`${role} ${isSteppedUp ? 'after' : 'without'} step-up`, async (t) => {
        const { owner, browser, clock } = await startWithPlanted(t);
        const person = await insertPartnerPerson(owner, { roles: [role] });
        const page = browser();
        if (isSteppedUp) await page.signInWithProof(person, clock);
        else await page.signIn(person);
        for (const route of ROUTES)
          assertCell(route, await knock(page, route), expectedRefusal(route, role, isSteppedUp));
      });
    }
  }

  test('without a session, and with a cookie that is none', async (t) => {
    const { browser } = await startWithPlanted(t);
    for (const cookie of [undefined, 'D'.repeat(43), 'short', `${'D'.repeat(43)}; __Host-vezne_portal=x`]) {
      const page = browser();
      if (cookie !== undefined) page.cookies.set('__Host-vezne_portal', cookie);
      for (const route of ROUTES)
        assertCell(route, await knock(page, route), expectedRefusal(route, 'no session', false));
    }
  });

  test('with a session that has ended, of somebody with every role', async (t) => {
    const { owner, browser, clock } = await startWithPlanted(t);
    const person = await insertPartnerPerson(owner, { roles: PARTNER_ROLES });
    const page = browser();
    await page.signInWithProof(person, clock);
    await owner.query(`update partner_session set ended_at = now(), end_reason = 'roles_changed'`);
    for (const route of ROUTES)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'ended', true));
  });

  test('of somebody who was removed, with every role', async (t) => {
    const { owner, browser, clock } = await startWithPlanted(t);
    const person = await insertPartnerPerson(owner, { roles: PARTNER_ROLES });
    await insertPartnerPerson(owner, { partnerId: person.partnerId });
    const page = browser();
    await page.signInWithProof(person, clock);
    await owner.query('update partner_person set removed_at = now() where id = $1', [person.id]);
    for (const route of ROUTES)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'removed', true));
  });

  test('of somebody who has no second factor yet, with every role', async (t) => {
    const { owner, browser } = await startWithPlanted(t);
    const person = await insertPartnerPerson(owner, { roles: PARTNER_ROLES, factors: 'none' });
    const page = browser();
    assert.equal((await page.signIn(person)).body['next'], 'enrol');
    for (const route of ROUTES)
      assertCell(route, await knock(page, route), expectedRefusal(route, 'enrolling', false));
  });
});

test('every route of the contract is served, and none beside them', async (t) => {
  const database = await createTestDatabase(t);
  const context = { log: silentLog, clock: { nowMs: () => 0, monotonicMs: () => 0 } } as PortalSignIn;
  const options = { config: portalConfig(database), whyNotReady: async () => undefined };
  const app = buildPortalApp(context, options);
  t.after(async () => await app.close());
  for (const { method, path } of Object.values(PORTAL_API))
    assert.ok(app.hasRoute({ method, url: path }), `${method} ${path}`);
  const [planted] = PLANTED;
  assert.ok(planted);
  const serve: NonNullable<Parameters<typeof buildPortalApp>[1]['more']>['serve'] = (other, dependencies) =>
    portalRoute(other, dependencies, planted, async () => ({ done: true }));
  assert.throws(
    () => buildPortalApp(context, { ...options, more: { routes: [], serve } }),
    /POST \/api\/planted\/read_transactions\/plain is not in PORTAL_API/,
  );
});
