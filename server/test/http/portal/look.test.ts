/** Somebody of ours looks as a partner sees it: by a link of the console, once, for half an hour, and only reading. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { LOOK_PERMISSIONS, PARTNER_PERMISSIONS } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { writeAsPartner } from '../../../src/db/partner-scope.ts';
import { portalRoute } from '../../../src/http/portal/route.ts';
import { openConsoleDesk } from '../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../harness/console-desk.ts';
import { fromAnotherNetwork } from '../../harness/console.ts';
import type { Browser, ConsoleAnswer } from '../../harness/console.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser, TestPortal } from '../../harness/portal.ts';
import { insertPartner } from '../../harness/factories.ts';
import { insertStatementRows } from '../../db/rows/statement-rows.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const REASON = { reason: 'they can’t find a payment' };

/** Routes of each permission, of each kind: those to come are held by the same code. */
const PLANTED: readonly PortalRoute[] = PARTNER_PERMISSIONS.flatMap((permission) =>
  (['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path: `/api/planted/${permission}/${method.toLowerCase()}` as const,
    permission,
    stepUp: false,
    ...(method === 'GET' || method === 'DELETE' ? {} : { request: z.object({}) }),
    response: z.object({}),
    errors: [],
  })),
);

/** It says that it reads, and writes. */
const LIAR: PortalRoute = {
  method: 'POST',
  path: '/api/planted/liar',
  permission: 'read_money',
  stepUp: false,
  isRead: true,
  request: z.object({}),
  response: z.object({}),
  errors: [],
};

interface Both {
  desk: ConsoleDesk;
  portal: TestPortal;
  person: Awaited<ReturnType<ConsoleDesk['operator']>>;
  console: Browser;
}

async function openBoth(t: TestContext): Promise<Both> {
  const desk = await openConsoleDesk(t);
  const portal = await startTestPortal(t, {
    database: desk.database,
    more: {
      routes: [...PLANTED, LIAR],
      serve(app, dependencies) {
        for (const route of PLANTED) portalRoute(app, dependencies, route, async () => ({}));
        portalRoute(app, dependencies, LIAR, async ({ session }) => {
          await writeAsPartner(
            dependencies.signIn.pool,
            session?.person.partnerId,
            async (client) => await client.query('delete from partner_recovery_code'),
            { timeoutMs: 5_000 },
          );
          return {};
        });
      },
    },
  });
  const person = await desk.operator(ADMINISTRATOR);
  return { desk, portal, person, console: person.page };
}

async function askFor({ desk, console }: Both, body: object = REASON): Promise<string> {
  const answer = await console.call('lookAsPartner', body, { id: desk.partner.id });
  assert.equal(answer.status, 200, answer.text);
  const url = new URL(String(answer.body['url']));
  assert.equal(`${url.origin}${url.pathname}`, 'https://portal.example/look');
  return url.hash.slice(1);
}

async function looking(both: Both): Promise<PortalBrowser> {
  const page = both.portal.browser();
  const opened = await page.call('openLook', { token: await askFor(both) });
  assert.equal(opened.status, 200, opened.text);
  return page;
}

const stateOf = async (page: PortalBrowser): Promise<unknown> =>
  (await page.call('getSession')).body['state'];

suite('looking as a partner', () => {
  test('a link opens once, and says for how long', async (t) => {
    const both = await openBoth(t);
    const token = await askFor(both);
    const [page, second] = [both.portal.browser(), both.portal.browser()];
    const answers = await Promise.all(
      [page, second].map(async (one) => await one.call('openLook', { token })),
    );
    assert.deepEqual(answers.map(({ code }) => code ?? 'opened').toSorted(), ['enrolment_invalid', 'opened']);
    const winner = answers[0]?.status === 200 ? page : second;
    const { body } = await winner.call('getSession');
    assert.deepEqual(body['partner'], { id: both.desk.partner.id, name: both.desk.partner.name });
    assert.deepEqual(body['permissions'], [...LOOK_PERMISSIONS]);
    assert.deepEqual([body['mustEnrol'], body['stepUpMethods']], [false, []]);
    const { until } = body['look'] as { until: string };
    const minutes = (Date.parse(until) - Date.now()) / 60_000;
    assert.ok(minutes > 29 && minutes <= 30, until);
    const { rows } = await both.desk.owner.query(
      `select action, actor, actor_kind as kind, subject_id as subject, details ->> 'reason' as reason
       from audit_entry where action like '%look' order by id`,
    );
    const { handle: actor } = both.person.person;
    const subject = both.desk.partner.id;
    assert.deepEqual(rows, [
      { action: 'partner.look', actor, kind: 'staff', subject, reason: REASON.reason },
      { action: 'partner.open_look', actor, kind: 'staff', subject, reason: null },
    ]);
  });

  test('a link that is a minute old opens nothing', async (t) => {
    const both = await openBoth(t);
    const token = await askFor(both);
    await both.desk.owner.query(`update partner_look set created_at = created_at - interval '61 seconds'`);
    assert.equal((await both.portal.browser().call('openLook', { token })).code, 'enrolment_invalid');
    assert.equal(
      (await both.portal.browser().call('openLook', { token: 'D'.repeat(43) })).code,
      'enrolment_invalid',
    );
  });

  test('every route: what reads is served of what may be read, and nothing else but the way out', async (t) => {
    const both = await openBoth(t);
    const page = await looking(both);
    const isOut = ({ method, path }: PortalRoute): boolean => `${method} ${path}` === 'DELETE /api/session';
    const routes = [...Object.values<PortalRoute>(PORTAL_API), ...PLANTED];
    const tried = { served: 0, refused: 0 };
    for (const route of routes.filter((one) => one.permission !== 'public' && !isOut(one))) {
      const isEmptyRight = route.request?.safeParse({}).success ?? true;
      // A body that no route takes: a guard that lets it pass does nothing.
      const body = route.request === undefined ? undefined : isEmptyRight ? [] : {};
      const answer = await page.callRoute(route, body, {
        id: '00000000-0000-7000-8000-000000000000',
        headers: fromAnotherNetwork(),
      });
      const reads = route.method === 'GET' || route.isRead === true;
      const isFile = route.path === '/api/statements/:id/file';
      const isServed = reads && !isFile && LOOK_PERMISSIONS.some((one) => one === route.permission);
      const place = `${route.method} ${route.path}: ${answer.text}`;
      if (isServed) assert.notEqual(answer.code, 'not_permitted', place);
      else assert.deepEqual([answer.status, answer.code], [403, 'not_permitted'], place);
      tried[isServed ? 'served' : 'refused'] += 1;
    }
    assert.ok(tried.served >= 6 && tried.refused >= 25, JSON.stringify(tried));
    assert.equal(await stateOf(page), 'signed_in');
    assert.equal((await page.call('signOut')).status, 200);
    assert.equal((await page.call('getHome')).code, 'sign_in_required', 'the cookie is gone');
  });

  test('statements are listed, and none is asked for or taken away', async (t) => {
    const both = await openBoth(t);
    const { owner, partner } = both.desk;
    const person = await insertPartnerPerson(owner, { partnerId: partner.id });
    const { file } = await insertStatementRows(owner, { partner: { ...partner }, person: { ...person } });
    const page = await looking(both);
    const taken = await page.call('downloadStatement', undefined, { id: String(file['id']) });
    assert.deepEqual([taken.status, taken.code], [403, 'not_permitted']);
    assert.equal((await page.call('listStatements')).status, 200);
    const wish = { of: 'month', month: '2026-10', language: 'tr', format: 'csv' };
    assert.equal((await page.call('askStatement', wish)).code, 'not_permitted');
    const { rows } = await owner.query(
      `select action from audit_entry where action like 'partner_statement.%'`,
    );
    assert.deepEqual(rows, []);
  });

  test('what reads by its own word and writes is stopped by the database', async (t) => {
    const both = await openBoth(t);
    const { owner, partner } = both.desk;
    const somebody = await insertPartnerPerson(owner, { partnerId: partner.id });
    const hasCodes = async (): Promise<boolean> =>
      (await owner.query('select from partner_recovery_code')).rowCount === 10;
    const page = await looking(both);
    assert.equal((await page.callRoute(LIAR, {})).status, 503);
    assert.equal(await hasCodes(), true);
    const own = both.portal.browser();
    await own.signIn(somebody);
    assert.equal((await own.callRoute(LIAR, {})).status, 200, 'the same route, for somebody who may write');
    assert.equal(await hasCodes(), false);
  });

  test('of another partner nothing is there', async (t) => {
    const both = await openBoth(t);
    const other = await insertPartner(both.desk.owner);
    const [own, theirs] = [await both.desk.deposit(), await both.desk.deposit({ partnerId: other.id })];
    const page = await looking(both);
    assert.equal((await page.call('getTransaction', undefined, { id: own })).status, 200);
    const foreign = await page.call('getTransaction', undefined, { id: theirs });
    assert.deepEqual([foreign.status, foreign.code], [404, 'not_found']);
    const listed = await page.call('listTransactions');
    assert.ok(listed.text.includes(own) && !listed.text.includes(theirs), listed.text);
  });

  for (const [what, end] of [
    ['is disabled', `update staff set status = 'disabled' where id = $1`],
    ['signs out', `update staff_session set ended_at = now(), end_reason = 'signed_out' where staff_id = $1`],
    ['has other roles by now', `update staff set next_roles = roles, next_roles_from = now() where id = $1`],
  ] as const)
    test(`it is over when whoever looks ${what}`, async (t) => {
      const both = await openBoth(t);
      const page = await looking(both);
      assert.equal((await page.call('getHome')).status, 200);
      const token = await askFor(both);
      await both.desk.owner.query(end, [both.person.person.id]);
      assert.equal((await page.call('getHome')).code, 'session_ended');
      assert.equal(await stateOf(page), 'signed_out');
      const late = await both.portal.browser().call('openLook', { token });
      assert.equal(late.code, 'enrolment_invalid', 'and a link that was not opened yet opens nothing');
    });

  test('it is over after half an hour, and when its browser opens another session', async (t) => {
    const both = await openBoth(t);
    const page = await looking(both);
    await both.desk.owner.query(
      `update partner_look set created_at = created_at - interval '30 minutes', opened_at = opened_at - interval '30 minutes'`,
    );
    const old = await page.call('getHome');
    assert.deepEqual([old.code, old.body['reason']], ['session_ended', 'too_old']);
    const again = await looking(both);
    const before = again.cookies.get('__Host-vezne_portal') ?? '';
    await again.signIn(await insertPartnerPerson(both.desk.owner, { partnerId: both.desk.partner.id }));
    const stale = both.portal.browser();
    stale.cookies.set('__Host-vezne_portal', before);
    assert.equal((await stale.call('getHome')).code, 'session_ended');
  });

  test('the console asks for the right, a reason and the second factor', async (t) => {
    const both = await openBoth(t);
    const ask = async (page: Browser, body: object = REASON): Promise<ConsoleAnswer> =>
      await page.call('lookAsPartner', body, { id: both.desk.partner.id });
    const operator = await both.desk.operator({ roles: ['operator'] });
    const auditor = await both.desk.operator({ roles: ['auditor'] });
    assert.equal((await ask(operator.page)).code, 'not_permitted');
    assert.equal((await ask(auditor.page)).code, 'not_permitted');
    assert.equal((await ask(both.console, { reason: '' })).code, 'invalid_request');
    const nobody = await both.console.call('lookAsPartner', REASON, {
      id: '00000000-0000-7000-8000-000000000000',
    });
    assert.equal(nobody.code, 'not_found');
    await both.desk.owner.query('update staff_session set step_up_began_at = null, step_up_at = null');
    assert.equal((await ask(both.console)).code, 'step_up_required');
    const { rows } = await both.desk.owner.query('select from partner_look');
    assert.equal(rows.length, 0);
  });
});
