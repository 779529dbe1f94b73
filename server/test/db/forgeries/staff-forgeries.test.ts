import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { PROCESS_ROLES, createTestDatabase } from '../../harness/database.ts';
import type { ProcessRole } from '../../harness/database.ts';
import { DOORS, byForgedRequest, kindOf } from './forged-requests.ts';
import type { Door } from './forged-requests.ts';
import { insertRow } from '../rows/row.ts';
import { staffRow, staffRowsOf } from '../rows/staff-rows.ts';

const REFUSED = '42501';

/** Two administrators, an operator, and somebody who was let go; all of them came by the owner. */
const [AYSE, MEHMET, DENIZ, ECE] = [
  { id: newId(), handle: 'ayse', roles: ['administrator'], status: 'active' },
  { id: newId(), handle: 'mehmet', roles: ['administrator'], status: 'active' },
  { id: newId(), handle: 'deniz', roles: ['operator'], status: 'active' },
  { id: newId(), handle: 'ece', roles: ['operator'], status: 'disabled' },
] as const;

type Staff = typeof AYSE | typeof MEHMET | typeof DENIZ | typeof ECE;

interface Offices {
  owner: pg.Pool;
  pools: Readonly<Record<ProcessRole, pg.Pool>>;
}

async function open(t: TestContext): Promise<Offices> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  for (const person of [AYSE, MEHMET, DENIZ, ECE]) {
    const row = staffRow(person);
    await insertRow(owner, 'staff', row);
    const { password, totp, passkey, recoveryCode, session } = staffRowsOf(row);
    await insertRow(owner, 'staff_password', password);
    await insertRow(owner, 'staff_totp', totp);
    await insertRow(owner, 'staff_passkey', passkey);
    await insertRow(owner, 'staff_recovery_code', recoveryCode);
    await insertRow(owner, 'staff_session', session);
  }
  const pools = Object.fromEntries(PROCESS_ROLES.map((role) => [role, database.pool(role)]));
  return { owner, pools: pools as Offices['pools'] };
}

const insertStaff = (id: string, handle: string, roles: string): string =>
  `insert into staff (id, handle, name, roles, created_by) values ('${id}', '${handle}', 'New', '{${roles}}', 'ayse')`;
const insertEnrolment = ({ id }: Pick<Staff, 'id'>): string =>
  `insert into staff_enrolment (staff_id, token_hash, expires_at, made_by)
   values ('${id}', '\\x${randomBytes(32).toString('hex')}', now() + interval '1 hour', 'ayse')`;
const insertSession = ({ id }: Pick<Staff, 'id'>): string =>
  `insert into staff_session (id, token_hash, staff_id, expires_at, address, user_agent)
   values ('${randomUUID()}', '\\x${randomBytes(32).toString('hex')}', '${id}', now() + interval '1 hour', '192.0.2.1', '')`;

/** What no process does without two people, whichever way it writes it. */
const WITHOUT_TWO: Readonly<Record<string, () => string>> = {
  'adds an operator': () => insertStaff(newId(), 'new1', 'operator'),
  'adds an administrator': () => insertStaff(newId(), 'new2', 'administrator'),
  'adds somebody under a handle that is taken': () => insertStaff(newId(), 'ayse', 'operator'),
  'adds somebody under a handle that folds to another': () => insertStaff(newId(), 'a.yse', 'operator'),
  'gives a role': () => `update staff set roles = '{administrator,operator}' where handle = 'deniz'`,
  'changes a role into another': () => `update staff set roles = '{finance}' where handle = 'deniz'`,
  'takes the role of one of two administrators': () =>
    `update staff set roles = '{auditor}' where handle = 'mehmet'`,
  'plans a role': () =>
    `update staff set next_roles = '{administrator}', next_roles_from = now() + interval '1 day' where handle = 'deniz'`,
  'plans to take the role of one of two administrators': () =>
    `update staff set next_roles = '{auditor}', next_roles_from = now() + interval '1 day' where handle = 'mehmet'`,
  'plans roles for a moment that has passed': () =>
    `update staff set next_roles = roles, next_roles_from = now() - interval '1 day' where handle = 'deniz'`,
  'adds somebody from a date': () =>
    `insert into staff (id, handle, name, roles, next_roles, next_roles_from, created_by)
     values ('${newId()}', 'new3', 'New', '{}', '{operator}', now() + interval '1 day', 'ayse')`,
  'lets somebody in again': () => `update staff set status = 'active' where handle = 'ece'`,
  'disables all administrators': () =>
    `update staff set status = 'disabled' where 'administrator' = any (roles)`,
  'renames somebody': () => `update staff set handle = 'ayse2' where handle = 'ayse'`,
  'makes a link for somebody with factors': () => insertEnrolment(DENIZ),
  'gives a session to another': () => `update staff_session set staff_id = '${AYSE.id}'`,
  'signs in somebody who is disabled': () => insertSession(ECE),
};

/** What only the console reads, and what it alone takes away, because people do that themselves. */
const OF_THE_CONSOLE: readonly string[] = [
  'select hash from staff_password',
  'select * from staff_password',
  'select secret_sealed from staff_totp',
  'select last_step from staff_totp',
  'select credential_id from staff_passkey',
  'select public_key from staff_passkey',
  'select hash from staff_recovery_code',
  'select token_hash from staff_enrolment',
  'select token_hash from staff_session',
  'select token_hash from sign_in_attempt',
  'select challenge from sign_in_attempt',
  'select subject from sign_in_failure',
  `update staff_password set hash = hash`,
  `update staff_session set token_hash = token_hash`,
  `update staff_session set step_up_at = now(), step_up_began_at = now()`,
  'delete from staff_password',
  'delete from staff_totp',
  'delete from staff_passkey',
  'delete from staff_recovery_code',
  'delete from staff_session',
  'delete from sign_in_failure',
];

for (const role of PROCESS_ROLES) {
  test(`${role} does nothing about people alone, and reads no secret that is not its own`, async (t) => {
    const { pools } = await open(t);
    for (const [what, sql] of Object.entries(WITHOUT_TWO)) {
      await assert.rejects(pools[role].query(sql()), { code: REFUSED }, what);
    }
    if (role === 'vezne_console') return;
    for (const sql of OF_THE_CONSOLE) await assert.rejects(pools[role].query(sql), { code: REFUSED }, sql);
  });
}

interface Forged {
  action: string;
  subject: string;
  after: object;
  asker?: Staff;
  confirmer?: Staff;
  kind?: string;
}

/** Asks, confirms and does it, as the program of the door would, with whatever the forger says. */
async function byRequest(
  { pools }: Offices,
  door: Door,
  { action, subject, after, asker = AYSE, confirmer = MEHMET, kind }: Forged,
  ...statements: readonly string[]
): Promise<void> {
  const request = { action, subject: { type: 'staff', id: subject }, after };
  const hands = { asker, confirmer, ...(kind === undefined ? {} : { kind }) };
  await byForgedRequest(pools[door], door, request, hands, statements);
}

const added = (id: string, handle: string, roles: string[]): Forged => ({
  action: 'staff.add',
  subject: id,
  after: { handle, name: 'New', roles },
});

for (const door of DOORS) {
  suite(`by the door of ${door}`, () => {
    test('what two people have read is done, and nothing else', async (t) => {
      const offices = await open(t);
      const run = async (forged: Forged, ...statements: string[]): Promise<void> =>
        await byRequest(offices, door, forged, ...statements);
      const refused = async (what: string, forged: Forged, ...statements: string[]): Promise<void> =>
        await assert.rejects(run(forged, ...statements), { code: REFUSED }, what);

      const id = newId();
      const operator = added(id, 'new1', ['operator']);
      await refused('more roles than were read', operator, insertStaff(id, 'new1', 'administrator'));
      await refused('another handle', operator, insertStaff(id, 'new2', 'operator'));
      await refused('another person', operator, insertStaff(newId(), 'new1', 'operator'));
      await refused(
        'a request for something else',
        { ...operator, action: 'staff.reset' },
        insertStaff(id, 'new1', 'operator'),
      );
      await run(operator, insertStaff(id, 'new1', 'operator'), insertEnrolment({ id }));
      await assert.rejects(offices.pools[door].query(insertEnrolment({ id })), { code: REFUSED });

      const roles = { action: 'staff.set_roles', subject: DENIZ.id, after: { roles: ['finance'] } };
      const set = (names: string): string => `update staff set roles = '{${names}}' where id = '${DENIZ.id}'`;
      await refused('other roles', roles, set('administrator'));
      await refused('of another', { ...roles, subject: ECE.id }, set('finance'));
      await run(roles, set('finance'));

      const back = {
        action: 'staff.enable',
        subject: ECE.id,
        after: { status: 'active', roles: ['operator'] },
      };
      const enable = `update staff set status = 'active' where id = '${ECE.id}'`;
      await refused('with other roles than were read', { ...back, after: { roles: ['auditor'] } }, enable);
      await run(back, enable);

      const reset = { action: 'staff.reset', subject: DENIZ.id, after: {} };
      await refused('a link for another', reset, insertEnrolment(MEHMET));
      await run(reset, `delete from staff_totp where staff_id = '${DENIZ.id}'`, insertEnrolment(DENIZ));
    });

    test('two people are two active rows, named as they are, by this door', async (t) => {
      const offices = await open(t);
      const attempt = async (changes: Partial<Forged>): Promise<void> => {
        const id = newId();
        await byRequest(
          offices,
          door,
          { ...added(id, 'new1', ['operator']), ...changes },
          insertStaff(id, 'new1', 'operator'),
        );
      };
      const nobody = { ...AYSE, id: newId() } as unknown as Staff;
      const renamed = { ...AYSE, handle: 'zeynep' } as unknown as Staff;
      const named = { ...AYSE, id: 'ayse' } as unknown as Staff;
      for (const [what, changes] of [
        ['asked by nobody', { asker: nobody }],
        ['asked by a name', { asker: named }],
        ['asked under another name', { asker: renamed }],
        ['asked by somebody who is disabled', { asker: ECE }],
        ['confirmed by nobody', { confirmer: nobody }],
        ['confirmed by whoever asked, under another name', { confirmer: renamed }],
        ['confirmed by somebody who is disabled', { confirmer: ECE }],
        ['by another door', { kind: kindOf(DOORS.find((one) => one !== door) ?? door) }],
      ] as const) {
        await assert.rejects(attempt(changes), { code: REFUSED }, what);
      }
      await assert.rejects(attempt({ confirmer: AYSE }), /second_person_request_(second|names)/);
    });
  });
}

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

for (const door of DOORS) {
  test(`${door} plans what two people have read, for the moment that they have read`, async (t) => {
    const offices = await open(t);
    const refused = async (what: string, forged: Forged, sql: string): Promise<void> =>
      await assert.rejects(byRequest(offices, door, forged, sql), { code: REFUSED }, what);
    const forged = {
      action: 'staff.set_roles',
      subject: DENIZ.id,
      after: { roles: ['finance'], from: TOMORROW },
    };
    const plan = (roles: string, from: string, now = 'operator'): string =>
      `update staff set roles = '{${now}}', next_roles = '{${roles}}', next_roles_from = '${from}' where id = '${DENIZ.id}'`;
    await refused('other roles', forged, plan('administrator', TOMORROW));
    await refused('earlier', forged, plan('finance', new Date(Date.now() + 60_000).toISOString()));
    await refused('and another role now', forged, plan('finance', TOMORROW, 'finance'));
    await refused('at once', forged, `update staff set roles = '{finance}' where id = '${DENIZ.id}'`);
    const atOnce = { ...forged, after: { roles: ['finance'] } };
    await refused('later, what was to be now', atOnce, plan('finance', TOMORROW));
    const passed = { ...forged, after: { ...forged.after, from: '2026-01-01T00:00:00.000Z' } };
    await refused('before now', passed, plan('finance', '2026-01-01T00:00:00.000Z'));
    await byRequest(offices, door, forged, plan('finance', TOMORROW));
    // One hand drops a plan that would give something, and none that would take something.
    const drop = `update staff set next_roles = null, next_roles_from = null where id = '${DENIZ.id}'`;
    await offices.owner.query(plan('finance,operator', TOMORROW));
    await offices.pools[door].query(drop);
    await offices.owner.query(plan('operator', TOMORROW, 'finance,operator'));
    await assert.rejects(offices.pools[door].query(drop), { code: REFUSED });

    const id = newId();
    const addition = {
      action: 'staff.add',
      subject: id,
      after: { handle: 'new1', name: 'New', roles: ['operator'], from: TOMORROW },
    };
    const add = (roles: string): string =>
      `insert into staff (id, handle, name, roles, next_roles, next_roles_from, created_by)
       values ('${id}', 'new1', 'New', '{${roles}}', '{operator}', '${TOMORROW}', 'ayse')`;
    await refused('with a role until then', addition, add('operator'));
    await refused('at once', addition, insertStaff(id, 'new1', 'operator'));
    await byRequest(offices, door, addition, add(''));
    // Whose roles begin tomorrow asks and confirms nothing today.
    const newcomer = { id, handle: 'new1' } as unknown as Staff;
    for (const people of [{ asker: newcomer }, { confirmer: newcomer }]) {
      await assert.rejects(byRequest(offices, door, { ...atOnce, ...people }), { code: REFUSED });
    }
  });

  test(`${door} keeps an administrator at every moment from now on`, async (t) => {
    const offices = await open(t);
    const [later, sooner] = [TOMORROW, new Date(Date.now() + 3_600_000).toISOString()];
    const plan = async (who: Staff, roles: string | null, from: string | null): Promise<void> => {
      await offices.owner.query(
        'update staff set next_roles = $2::text[], next_roles_from = $3 where id = $1',
        [who.id, roles, from],
      );
    };
    const disable = async (who: Staff): Promise<unknown> =>
      await offices.pools[door].query(`update staff set status = 'disabled' where id = $1`, [who.id]);
    const demote = async (from: string): Promise<void> =>
      await byRequest(
        offices,
        door,
        { action: 'staff.set_roles', subject: AYSE.id, after: { roles: ['auditor'], from } },
        `update staff set next_roles = '{auditor}', next_roles_from = '${from}' where id = '${AYSE.id}'`,
      );
    // Mehmet is one until tomorrow: nobody can count on him.
    await plan(MEHMET, '{auditor}', later);
    await assert.rejects(disable(AYSE), /One administrator stays active/);
    await assert.rejects(demote(sooner), /One administrator stays active/);
    // Deniz is one from tomorrow on: from then on Ayşe need not be.
    await plan(DENIZ, '{administrator}', later);
    await assert.rejects(disable(AYSE), /One administrator stays active/);
    await assert.rejects(demote(sooner), /One administrator stays active/);
    await demote(later);
    await assert.rejects(disable(DENIZ), /One administrator stays active/);
    await assert.rejects(
      offices.pools[door].query(`update staff set next_roles = null, next_roles_from = null where id = $1`, [
        DENIZ.id,
      ]),
      { code: REFUSED },
      'her role is what the others’ leaving rests on',
    );
  });
}

test('roles count from their moment on, and no later: those of who asks and who confirms, too', async (t) => {
  const offices = await open(t);
  const past = new Date(Date.now() - 60_000).toISOString();
  const set = async (who: Staff, roles: string, next: string, from: string): Promise<unknown> =>
    await offices.owner.query(
      `update staff set roles = '{${roles}}', next_roles = '{${next}}', next_roles_from = $2 where id = $1`,
      [who.id, from],
    );
  const attempt = async (confirmer: Staff, handle: string): Promise<void> => {
    const id = newId();
    await byRequest(
      offices,
      'vezne_console',
      { ...added(id, handle, ['operator']), confirmer },
      insertStaff(id, handle, 'operator'),
    );
  };
  await set(DENIZ, 'operator', 'administrator', TOMORROW);
  await assert.rejects(attempt(DENIZ, 'new1'), { code: REFUSED });
  await set(DENIZ, 'operator', 'administrator', past);
  await attempt(DENIZ, 'new1');
  await set(DENIZ, 'administrator', 'operator', past);
  await assert.rejects(attempt(DENIZ, 'new2'), { code: REFUSED });
});

test('at the console both are administrators, and the command line takes any two', async (t) => {
  const offices = await open(t);
  for (const people of [{ asker: DENIZ }, { confirmer: DENIZ }]) {
    const [first, second] = [newId(), newId()];
    const atConsole = byRequest(
      offices,
      'vezne_console',
      { ...added(first, 'new1', ['operator']), ...people },
      insertStaff(first, 'new1', 'operator'),
    );
    await assert.rejects(atConsole, { code: REFUSED });
    const handle = 'asker' in people ? 'new2' : 'new3';
    await byRequest(
      offices,
      'vezne_admin',
      { ...added(second, handle, ['operator']), ...people },
      insertStaff(second, handle, 'operator'),
    );
  }
});

test('a request that was confirmed before does nothing later', async (t) => {
  const offices = await open(t);
  const id = newId();
  await byRequest(offices, 'vezne_admin', added(id, 'new1', ['operator']));
  const later = offices.pools.vezne_admin.query(insertStaff(id, 'new1', 'operator'));
  await assert.rejects(later, { code: REFUSED });
});

test('the console adds no first administrator, and the command line only such', async (t) => {
  const { owner, pools } = await open(t);
  await owner.query(`update staff set roles = '{auditor}' where handle = 'mehmet'`);
  await assert.rejects(pools.vezne_console.query(insertStaff(newId(), 'new1', 'administrator')), {
    code: REFUSED,
  });
  for (const roles of ['operator', 'administrator,operator']) {
    await assert.rejects(pools.vezne_admin.query(insertStaff(newId(), 'new1', roles)), { code: REFUSED });
  }
  await pools.vezne_admin.query(insertStaff(newId(), 'new1', 'administrator'));
  await assert.rejects(pools.vezne_admin.query(insertStaff(newId(), 'new2', 'administrator')), {
    code: REFUSED,
  });
});
