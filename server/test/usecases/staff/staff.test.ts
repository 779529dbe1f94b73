import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDatabase } from '../../../src/db/kysely.ts';
import { tokenHashOf } from '../../../src/keys/session-tokens.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { addStaff } from '../../../src/usecases/staff/add.ts';
import { disableStaff } from '../../../src/usecases/staff/disable.ts';
import { enableStaff } from '../../../src/usecases/staff/enable.ts';
import { resetStaff } from '../../../src/usecases/staff/reset.ts';
import { setStaffRoles } from '../../../src/usecases/staff/set-roles.ts';
import { byOne, byTwo, confirmContext } from '../../harness/by-two.ts';
import { openDesk } from '../../harness/desk.ts';
import { fundPayouts, takenPayout, authorisedPayout } from '../../harness/payouts.ts';
import { assertRefused, resultOrCode } from '../../harness/refusals.ts';
import { emptyOffice, openOffice } from './offices.ts';
import type { Office } from './offices.ts';

const DENIZ = { handle: 'deniz', name: 'Deniz', roles: ['operator'] };
const CAN = { handle: 'can', name: 'Can', roles: ['administrator'] };

/** How many rows of somebody there are in each table of what they sign in with. */
async function factorsOf({ owner }: Office, handle: string): Promise<Record<string, number>> {
  const tables = ['password', 'totp', 'passkey', 'recovery_code', 'enrolment'];
  const counts = tables.map(
    (table) => `(select count(*)::int from staff_${table} where staff_id = s.id) as ${table}`,
  );
  const { rows } = await owner.query<Record<string, number>>(
    `select ${counts.join(', ')}, (select count(*)::int from sign_in_attempt where staff_id = s.id) as attempts
     from staff s where handle = $1`,
    [handle],
  );
  return rows[0] ?? {};
}

async function sessionsOf({ owner }: Office, handle: string): Promise<unknown[]> {
  const { rows } = await owner.query<{ end_reason: string | null }>(
    `select end_reason from staff_session join staff s on s.id = staff_id where handle = $1`,
    [handle],
  );
  return rows.map(({ end_reason }) => end_reason);
}

suite('the first people', () => {
  test('one hand adds two administrators, the audit log says so, and from then on it takes two', async (t) => {
    const office = await emptyOffice(t);
    const root = await office.as('Root');
    assert.deepEqual(root.actor, { kind: 'command_line', id: 'root', name: 'Root' });
    for (const roles of [['operator'], ['administrator', 'operator'], ['administrator', 'finance']]) {
      await assertRefused(addStaff(root, { ...DENIZ, roles }), 'administrators_first');
    }
    const first = await byOne(addStaff(root, { ...CAN, handle: 'ayse' }));
    assert.ok(first.isAlone);
    await assertRefused(office.as('Root'), 'not_active_staff');
    await byOne(addStaff(await office.as('ayse'), { ...CAN, handle: 'mehmet' }));
    for (const addition of [CAN, DENIZ]) {
      assert.equal((await addStaff(await office.as('ayse'), addition)).outcome, 'asked');
    }
    const { rows } = await office.owner.query(
      `select actor, details ->> 'alone' as alone from audit_entry where action = 'staff.add' order by id`,
    );
    assert.deepEqual(rows, [
      { actor: 'Root', alone: 'true' },
      { actor: 'ayse', alone: 'true' },
    ]);
  });

  test('nobody acts at the command line but somebody active, under their handle', async (t) => {
    const office = await openOffice(t);
    const { rows } = await office.owner.query<{ id: string }>(`select id from staff where handle = 'ayse'`);
    assert.deepEqual(await office.person('ayse'), { kind: 'command_line', id: rows[0]?.id, name: 'ayse' });
    await office.hire('deniz', 'operator');
    await byOne(disableStaff(await office.as('ayse'), 'deniz'));
    for (const name of ['deniz', 'Ayşe', 'AYSE', 'a.y.s.e', 'ayse ', 'root', '']) {
      await assertRefused(office.person(name), 'not_active_staff');
    }
  });

  test('a handle is one person for ever', async (t) => {
    const office = await openOffice(t);
    await office.hire('deniz', 'operator');
    const context = await office.as('ayse');
    for (const handle of ['a.b', 'a-b', 'Deniz', 'denız', 'd', '1deniz', 'deniz ']) {
      await assertRefused(addStaff(context, { ...DENIZ, handle }), 'handle_invalid');
    }
    await assertRefused(addStaff(context, DENIZ), 'handle_taken');
    await byOne(disableStaff(context, 'deniz'));
    await assertRefused(addStaff(context, DENIZ), 'handle_taken');
    await assert.rejects(office.owner.query(`update staff set handle = 'other'`), /never change/);
    await assertRefused(addStaff(context, { ...DENIZ, handle: 'x1', roles: [] }), 'no_role_named');
    await assertRefused(addStaff(context, { ...DENIZ, handle: 'x1', roles: ['boss'] }), 'role_unknown');
  });
});

suite('one of two administrators', () => {
  test('can disable the other at once, and still adds nobody alone', async (t) => {
    const office = await openOffice(t);
    const ayse = await office.as('ayse');
    await byOne(disableStaff(ayse, 'mehmet'));
    assert.equal((await addStaff(ayse, CAN)).outcome, 'asked');
    await assertRefused(addStaff({ ...ayse }, { ...CAN, handle: 'mehmet' }), 'handle_taken');
    assert.equal((await enableStaff(ayse, 'mehmet')).outcome, 'asked');
    assert.equal((await resetStaff(ayse, 'ayse')).outcome, 'asked');
    const taking = await setStaffRoles(ayse, { handle: 'mehmet', roles: ['auditor'] });
    assert.equal(taking.outcome, 'asked', 'it would open the door to one hand again');
    await assertRefused(disableStaff(ayse, 'ayse'), 'last_administrator');
    await assertRefused(setStaffRoles(ayse, { handle: 'ayse', roles: ['auditor'] }), 'last_administrator');
  });

  test('with somebody else can let the other go, and then one hand adds the next administrator', async (t) => {
    const office = await openOffice(t);
    await office.hire('deniz', 'operator');
    const ayse = await office.as('ayse');
    const without = setStaffRoles(ayse, { handle: 'mehmet', roles: ['auditor'] });
    await byTwo(office.pool, without, await office.person('deniz'));
    await assertRefused(addStaff(ayse, { ...DENIZ, handle: 'ece' }), 'administrators_first');
    assert.ok((await byOne(addStaff(ayse, CAN))).isAlone);
  });

  test('of two who disable each other at the same moment, one is left', async (t) => {
    const office = await openOffice(t);
    const [ayse, mehmet] = [await office.as('ayse'), await office.as('mehmet')];
    const outcomes = await Promise.all([
      resultOrCode(disableStaff(ayse, 'mehmet')),
      resultOrCode(disableStaff(mehmet, 'ayse')),
    ]);
    assert.equal(outcomes.filter((one) => one === 'last_administrator').length, 1);
  });
});

test('whoever confirms a new person gets a link that works once a day long, of which only a hash is kept', async (t) => {
  const office = await openOffice(t);
  const { enrolment, person } = await office.hire('deniz', 'operator', 'finance');
  assert.deepEqual(person.roles, ['finance', 'operator']);
  const [, token = ''] = /^https:\/\/console\.example\/enrol#([A-Za-z0-9_-]{43})$/.exec(enrolment.link) ?? [];
  const { rows } = await office.owner.query(
    `select token_hash as hash, made_by as "madeBy", expires_at - created_at = interval '24 hours' as "aDay"
     from staff_enrolment where staff_id = $1`,
    [person.id],
  );
  assert.deepEqual(rows, [{ hash: tokenHashOf(token), madeBy: 'mehmet', aDay: true }]);
  const { rows: kept } = await office.owner.query<{ text: string }>(
    `select (select string_agg(r::text, ' ') from second_person_request r)
       || (select string_agg(a::text, ' ') from audit_entry a) as text`,
  );
  assert.ok(!kept[0]?.text.includes(token));
});

test('a role that is taken away is gone at once, another takes two, and both end the sessions', async (t) => {
  const office = await openOffice(t);
  await office.hire('deniz', 'auditor', 'operator');
  await office.signIn('deniz');
  const ayse = await office.as('ayse');
  const same = await byOne(setStaffRoles(ayse, { handle: 'deniz', roles: ['operator', 'auditor'] }));
  assert.deepEqual([same.change, same.sessionsEnded], [undefined, 0]);
  const fewer = await byOne(setStaffRoles(ayse, { handle: 'deniz', roles: ['operator'] }));
  assert.deepEqual([fewer.sessionsEnded, await sessionsOf(office, 'deniz')], [1, ['roles_changed']]);
  const more = setStaffRoles(ayse, { handle: 'deniz', roles: ['finance', 'operator'] });
  const { person } = await byTwo(office.pool, more, await office.person('mehmet'));
  assert.deepEqual(person.roles, ['finance', 'operator']);
  assert.equal((await factorsOf(office, 'deniz'))['attempts'], 0);
});

test('what somebody asked for at the console is confirmed by nobody once they have lost the role for it', async (t) => {
  const office = await openOffice(t);
  await office.hire('deniz', 'administrator', 'operator');
  const deniz = await office.as('deniz');
  const session = { id: 's', address: '192.0.2.9' };
  const signedIn = {
    roles: ['administrator', 'operator'],
    session,
    stepUpUntil: new Date('9999-01-01'),
  } as const;
  // The console's own role writes no requests for people yet.
  const atConsole = { ...deniz, db: createDatabase(office.owner) };
  const asked = await addStaff({ ...atConsole, actor: { ...deniz.actor, kind: 'staff', ...signedIn } }, CAN);
  const atCommandLine = await addStaff(deniz, { ...CAN, handle: 'ece' });
  await byOne(setStaffRoles(await office.as('ayse'), { handle: 'deniz', roles: ['operator'] }));

  const confirming = async (performed: object) => {
    const requestId = 'requestId' in performed ? String(performed.requestId) : assert.fail();
    return await confirmRequest(confirmContext(office.pool, await office.person('mehmet')), requestId);
  };
  await assertRefused(confirming(asked), 'asker_not_permitted');
  // At the command line nobody needs a role.
  await confirming(atCommandLine);
});

test('a reset takes two, and leaves nothing to sign in with but a new link', async (t) => {
  const office = await openOffice(t);
  const { enrolment: first } = await office.hire('deniz', 'operator');
  await office.signIn('deniz');
  const ayse = await office.as('ayse');
  const asked = resetStaff(ayse, 'deniz');
  const { enrolment, sessionsEnded } = await byTwo(office.pool, asked, await office.person('mehmet'));
  assert.notEqual(enrolment.link, first.link);
  assert.equal(sessionsEnded, 1);
  assert.deepEqual(await sessionsOf(office, 'deniz'), ['reset']);
  assert.deepEqual(await factorsOf(office, 'deniz'), {
    password: 0,
    totp: 0,
    passkey: 0,
    recovery_code: 0,
    enrolment: 1,
    attempts: 0,
  });
  await byOne(disableStaff(ayse, 'deniz'));
  await assertRefused(resetStaff(ayse, 'deniz'), 'staff_disabled');
  await assertRefused(resetStaff(ayse, 'nobody'), 'staff_not_found');
});

test('whoever is disabled is out: sessions, link, work and requests; and comes back by two, with the roles that they read', async (t) => {
  const desk = await openDesk(t);
  const office = await openOffice(t, desk.database);
  await fundPayouts(desk);
  await office.hire('deniz', 'administrator', 'operator');
  await office.signIn('deniz');
  const deniz = await office.person('deniz');
  // Staff at the console, whose process has a role of its own.
  const atConsole = {
    ...deniz,
    kind: 'staff',
    roles: ['operator'],
    session: { id: 's', address: '192.0.2.9' },
    stepUpUntil: new Date('9999-01-01'),
  } as const;
  const taken = await takenPayout(desk, atConsole);
  const authorised = await authorisedPayout(desk, { taker: atConsole, authoriser: atConsole });
  const asked = await addStaff(await office.as('deniz'), { ...CAN, handle: 'ece' });
  const requestId = 'requestId' in asked ? asked.requestId : assert.fail();

  const ayse = await office.as('ayse');
  const gone = await byOne(disableStaff(ayse, 'deniz'));

  assert.deepEqual(
    [gone.payoutsReleased, gone.payoutsAuthorised].map((payouts) => payouts.map(({ id }) => id)),
    [[taken], [authorised]],
  );
  assert.equal((await desk.see(taken)).stage, 'queued');
  assert.equal((await desk.see(authorised)).stage, 'authorised');
  assert.deepEqual(await sessionsOf(office, 'deniz'), ['disabled']);
  const { enrolment, attempts, password } = await factorsOf(office, 'deniz');
  assert.deepEqual([enrolment, attempts, password], [0, 0, 1]);
  const confirming = confirmRequest(confirmContext(office.pool, await office.person('mehmet')), requestId);
  await assertRefused(confirming, 'asker_not_active');
  const again = await byOne(disableStaff(ayse, 'deniz'));
  assert.equal(again.change, undefined);

  const back = await enableStaff(ayse, 'deniz');
  assert.deepEqual('change' in back && back.change, {
    before: { status: 'disabled', roles: ['administrator', 'operator'] },
    after: { status: 'active', roles: ['administrator', 'operator'] },
  });
  await byTwo(office.pool, Promise.resolve(back), await office.person('mehmet'));
  assert.equal((await office.person('deniz')).name, 'deniz');
});

test('a payout that somebody holds does not keep its taker from being disabled', async (t) => {
  const desk = await openDesk(t);
  const office = await openOffice(t, desk.database);
  await fundPayouts(desk);
  const { person } = await office.hire('deniz', 'operator');
  const id = await takenPayout(desk);
  await desk.owner.query('update transaction set taken_by = $2, taken_by_id = $3 where id = $1', [
    id,
    person.handle,
    person.id,
  ]);
  const client = await desk.owner.connect();
  try {
    await client.query('begin');
    await client.query('select from transaction where id = $1 for update', [id]);
    const gone = await byOne(disableStaff(await office.as('ayse'), 'deniz'));
    assert.deepEqual([gone.person.status, gone.isHeldUp], ['disabled', true]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await assertRefused(office.person('deniz'), 'not_active_staff');
});
