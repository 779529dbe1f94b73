/**
 * The table of what takes two people, through the routes of the console: whoever presses alone changes nothing but the request and its
 * audit entry, confirms it nowhere under their name, and a second person makes it happen.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { commandLineActor, staffAtCommandLine } from '@vezne/domain/actor';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { ACTION_RULES, ROLES, can } from '@vezne/domain/permissions';
import type { Permission, Role } from '@vezne/domain/permissions';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { manyVezneOn } from '../../../commands/vezne.ts';
import type { Vezne } from '../../../commands/vezne.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import type { Operator } from '../../../harness/console-desk.ts';
import { openPayoutDesk } from '../../../harness/console-payouts.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import type { ConsoleAnswer } from '../../../harness/console.ts';
import { testKeysEnv } from '../../../harness/keys.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import { compare, readAllRows } from './all-rows.ts';
import { CHANGE_SAMPLES } from './change-samples.ts';
import { MONEY_SAMPLES } from './money-samples.ts';
import { UNNAMED, routesOf } from './routes.ts';
import type { People, Press, Sample } from './sample.ts';

const SAMPLES: readonly Sample[] = [...MONEY_SAMPLES, ...CHANGE_SAMPLES];

/** What takes two and is asked for at the command line alone, each with the reason. At the console it is confirmed all the same. */
const WITHOUT_ROUTE: Readonly<Partial<Record<AuditAction, string>>> = {
  'ledger.adjust': 'finance works in the books at the command line',
  'ledger.charge_fee': 'finance works in the books at the command line',
  'ledger.receive_transfer': 'finance works in the books at the command line',
  'ledger.recover_misdirection': 'finance works in the books at the command line',
  'ledger.return_transfer': 'finance works in the books at the command line',
  'ledger.return_to_sender': 'finance works in the books at the command line',
  'ledger.send_transfer': 'finance works in the books at the command line',
  'ledger.settle': 'finance works in the books at the command line',
  'ledger.top_up': 'finance works in the books at the command line',
};

const BY_TWO = AUDIT_ACTIONS.filter((action) => ACTION_RULES[action].hands !== 'alone');

test('every action that takes two has a sample for each of its routes, or a reason why it has no route', () => {
  assert.deepEqual(UNNAMED, [], 'these routes do something that nobody has named');
  for (const action of BY_TWO) {
    const routes = routesOf(action);
    const sampled = new Set(SAMPLES.filter((one) => one.action === action).map(({ route }) => route));
    assert.deepEqual([...sampled].toSorted(), routes.toSorted(), action);
    assert.equal(WITHOUT_ROUTE[action] === undefined, routes.length > 0, action);
  }
  const sampled = new Set(SAMPLES.map(({ action }) => action));
  assert.deepEqual(
    [...sampled].filter((action) => !BY_TWO.includes(action)),
    [],
    'one person is enough for these',
  );
});

test('a change is asked of the server as the table of permissions says', () => {
  const changes = Object.values(CONSOLE_API).filter(
    (route): route is typeof route & { action: AuditAction } => 'action' in route,
  );
  assert.ok(changes.length > 30, 'they were found');
  for (const { action, permission, stepUp, path } of changes) {
    const rule = ACTION_RULES[action];
    assert.deepEqual([permission, stepUp], [rule.asks, rule.stepUp], path);
  }
});

function roleFor(permission: Permission): Role {
  return ROLES.find((role) => can({ roles: [role] }, permission)) ?? assert.fail(permission);
}

/** Whoever may press and confirm, and the command line. */
interface Office {
  desk: PayoutDesk;
  vezne: Vezne;
  peopleFor: (sample: Sample) => People & { second: Operator };
}

/** For each role two people who have it and no other, and two more operators for what goes before. */
async function openOffice(t: TestContext): Promise<Office> {
  const desk = await openPayoutDesk(t);
  const pair = async (role: Role): Promise<[Operator, Operator]> => [
    await desk.operator({ roles: [role] }),
    await desk.operator({ roles: [role] }),
  ];
  const earlier = await pair('operator');
  const staff = {
    operator: await pair('operator'),
    senior_operator: await pair('senior_operator'),
    finance: await pair('finance'),
    administrator: await pair('administrator'),
    auditor: undefined,
  };
  const peopleFor: Office['peopleFor'] = ({ action, confirmedBy }) => {
    const { asks, confirms } = ACTION_RULES[action];
    assert.ok(asks !== 'signed_in' && confirms !== undefined, action);
    const [asker] = staff[roleFor(asks)] ?? assert.fail(asks);
    const [, second] = staff[confirmedBy ?? roleFor(confirms)] ?? assert.fail(confirms);
    return { asker, second, earlier };
  };
  return { desk, vezne: manyVezneOn(t, desk.database, testKeysEnv), peopleFor };
}

/** The press with its id, so that the same can be sent again. */
function pressOf(
  { route }: Sample,
  { id, body }: Press,
): { name: Sample['route']; body: object; id: string } {
  const isChange = 'action' in (CONSOLE_API[route] as ConsoleRoute);
  const isBulk = 'deposits' in body;
  const named = isChange ? { pressId: randomUUID() } : isBulk ? {} : { decisionId: randomUUID() };
  return { name: route, body: { ...named, note: 'for the test', ...body }, id: id ?? '' };
}

function requestIn(answer: ConsoleAnswer): string {
  assert.equal(answer.status, 200, answer.text);
  // A bulk is answered in lines, of which this is the only one.
  const body = 'text' in answer.body ? (JSON.parse(answer.text) as Record<string, unknown>) : answer.body;
  assert.ok(body['outcome'] === 'asked' || body['outcome'] === undefined, answer.text);
  assert.equal(typeof body['requestId'], 'string', answer.text);
  return String(body['requestId']);
}

/** One press: the request and its audit entry came, and no other row of any table is new, gone or different. */
function assertOnlyAsked(
  { came, went }: ReturnType<typeof compare>,
  { requestId, askerId }: { requestId: string; askerId: string },
): void {
  assert.deepEqual(went, [], 'nothing else is different');
  assert.deepEqual(
    came.map(({ table }) => table).toSorted(),
    ['audit_entry', 'second_person_request'],
    'nothing but the request and its audit entry',
  );
  const rowOf = (table: string) => came.find((one) => one.table === table)?.row ?? {};
  const { id, status, asked_by_id: askedById, asked_by_kind: kind } = rowOf('second_person_request');
  assert.deepEqual([id, status, askedById, kind], [requestId, 'open', askerId, 'staff']);
  const { action, actor_id: actorId } = rowOf('audit_entry');
  assert.deepEqual([action, actorId], ['request.ask', askerId]);
}

const CONFIRMATION = { marksRead: [] };

/** Neither here nor at the command line, by whatever name. */
async function assertAskerCannotConfirm(
  { desk, vezne }: Office,
  requestId: string,
  { page, person }: Operator,
): Promise<void> {
  const own = await page.call('confirmRequest', CONFIRMATION, { id: requestId });
  assert.deepEqual([own.code, own.body['refusal']], ['decision_refused', 'own_request'], own.text);
  const pool = desk.database.pool('vezne_admin');
  for (const actor of [
    staffAtCommandLine(person),
    commandLineActor(person.handle),
    commandLineActor(` ${person.handle.toUpperCase()} `),
  ])
    await assertRefused(confirmRequest(confirmContext(pool, actor), requestId), 'own_request');
  const typed = await vezne('request', 'confirm', requestId, '--as', person.handle);
  assert.deepEqual([typed.code, typed.stdout], [1, ''], 'the command itself');
  assert.ok(typed.stderr.includes(`You asked for ${requestId} yourself`), typed.stderr);
}

/** One of two presses, and leaves a request. */
async function askAlone(office: Office, sample: Sample, press: Press, asker: Operator): Promise<string> {
  const { owner } = office.desk;
  const { name, body, id } = pressOf(sample, press);
  const send = async (): Promise<string> => requestIn(await asker.page.call(name, body, { id }));
  const before = await readAllRows(owner);
  const requestId = await send();
  const asked = await readAllRows(owner);
  assertOnlyAsked(compare(before, asked), { requestId, askerId: asker.person.id });
  // The answer was lost, and the page sends the same again.
  assert.equal(await send(), requestId);
  await assertAskerCannotConfirm(office, requestId, asker);
  assert.deepEqual(compare(asked, await readAllRows(owner)), { came: [], went: [] }, 'asked once');
  return requestId;
}

test('what takes two people takes two at the console', async (t) => {
  const office = await openOffice(t);
  const { desk, peopleFor } = office;
  for (const sample of SAMPLES) {
    await t.test(`${sample.action}${sample.what === undefined ? '' : `: ${sample.what}`}`, async () => {
      const people = peopleFor(sample);
      const { asker, second } = people;
      const press = await sample.prepare(desk, people);
      try {
        const before = await press.state();
        assert.notDeepEqual(before, press.wanted);
        const requestId = await askAlone(office, sample, press, asker);
        assert.deepEqual(await press.state(), before, 'alone nothing changes');
        const confirmed = await second.page.call('confirmRequest', CONFIRMATION, { id: requestId });
        assert.equal(confirmed.status, 200, confirmed.text);
        assert.deepEqual(await press.state(), press.wanted, 'two have done it');
      } finally {
        await press.restore?.();
      }
    });
  }
});
