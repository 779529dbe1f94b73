import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { newId } from '../../src/ids.ts';
import { PROCESS_ROLES, createTestDatabase } from '../harness/database.ts';
import type { ProcessRole } from '../harness/database.ts';
import { DOORS, byForgedRequest, kindOf } from './forged-requests.ts';
import type { Door } from './forged-requests.ts';
import { insertRow } from './row.ts';
import { staffRow, staffRowsOf } from './staff-rows.ts';

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
