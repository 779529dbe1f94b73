import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { cents } from '@vezne/domain/money';
import { createDatabase } from '../../src/db/kysely.ts';
import { setPartner } from '../../src/usecases/partners/change.ts';
import { createTestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { signedIn } from '../harness/signed-in.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';
import type { Vezne } from './vezne.ts';

const CONSOLE = { VEZNE_CONSOLE_URL: 'https://console.example', VEZNE_ACTOR: 'ayse' };
const LINK = /\n {2}https:\/\/console\.example\/enrol#[A-Za-z0-9_-]{43}\n/;

async function open(t: TestContext) {
  const database = await createTestDatabase(t);
  return { database, owner: database.pool(), vezne: manyVezneOn(t, database, CONSOLE) };
}

async function add(vezne: Vezne, handle: string, roles: string, ...words: string[]) {
  return await vezne('staff', 'add', handle, '--name', `${handle} of ours`, '--roles', roles, ...words);
}

/** The administrators ayse and mehmet. */
async function addFirst(vezne: Vezne): Promise<void> {
  for (const [handle, by] of [
    ['ayse', 'root'],
    ['mehmet', 'ayse'],
  ] as const) {
    const { code, stdout, stderr } = await add(vezne, handle, 'administrator', '--as', by);
    assert.equal(code, 0, stderr);
    assert.equal(
      stderr,
      `vezne: WARNING: ${handle} was added by ${by} alone, as one of the first two administrators.\n`,
    );
    assert.match(stdout, LINK);
  }
}

async function confirmed(vezne: Vezne, asked: { stdout: string }, by: string): Promise<string> {
  const [, id = ''] = /vezne request show (\S+)\n/.exec(asked.stdout) ?? [];
  const { code, stdout, stderr } = await vezne('request', 'confirm', id, '--as', by);
  assert.equal(code, 0, stderr);
  return stdout;
}

test('the whole way of a person: added, enrolled anew, with another role, gone and back', async (t) => {
  const { vezne } = await open(t);
  assert.match((await vezne('staff', 'list')).stdout, /^Nobody yet: .*\n {2}vezne staff add HANDLE/);
  await addFirst(vezne);
  const added = await confirmed(vezne, await add(vezne, 'deniz', 'operator'), 'mehmet');
  assert.match(added, /deniz \(deniz of ours\) was added with the roles operator\.\nGive this link to deniz/);
  assert.match(added, LINK);
  const listed = await vezne('staff', 'list');
  assert.match(listed.stdout, /^HANDLE +NAME +STATUS +ROLES +SIGNS IN WITH +SESSIONS +LAST SEEN\n/);
  assert.match(
    listed.stdout,
    /\ndeniz +deniz of ours +active +operator +a link until \S+ \S+ \+03 +0 +never\n/,
  );
  const roles = await vezne('staff', 'roles', 'deniz', '--set', 'senior_operator, finance');
  assert.match(roles.stdout, /roles {2}operator -> finance senior_operator\n/);
  assert.match(
    await confirmed(vezne, roles, 'mehmet'),
    /is now active with the roles finance, senior_operator\./,
  );
  const reset = await vezne('staff', 'reset', 'deniz', '--note', 'lost her phone');
  assert.match(await confirmed(vezne, reset, 'mehmet'), LINK);
  const gone = await vezne('staff', 'disable', 'deniz');
  assert.match(
    gone.stdout,
    /deniz \(deniz of ours\) is now disabled\.\n0 taken payouts went back to the queue\.\n/,
  );
  assert.match((await vezne('staff', 'disable', 'deniz')).stdout, /is disabled already/);
  const back = await vezne('staff', 'enable', 'deniz');
  assert.match(
    await confirmed(vezne, back, 'mehmet'),
    /is now active with the roles finance, senior_operator\./,
  );
  const { staff } = jsonOf(await vezne('staff', 'list', '--json')) as { staff: { handle: string }[] };
  assert.deepEqual(
    staff.map(({ handle }) => handle),
    ['ayse', 'deniz', 'mehmet'],
  );
});

test('roles from a date, at the command line', async (t) => {
  const { vezne } = await open(t);
  await addFirst(vezne);
  const added = await add(vezne, 'deniz', 'operator', '--from', '2099-12-01 09:00 +03');
  assert.match(
    await confirmed(vezne, added, 'mehmet'),
    /was added with the roles none; from 2099-12-01 09:00:00 \+03 operator\./,
  );
  const early = await vezne('staff', 'disable', 'mehmet', '--as', 'deniz');
  assert.match(early.stderr, /Nobody active among the staff has the handle "deniz"/);
  const sooner = await vezne('staff', 'roles', 'deniz', '--set', 'operator', '--from', '2098-12-01');
  assert.match(
    await confirmed(vezne, sooner, 'mehmet'),
    /is now active with the roles none; from 2098-12-01 00:00:00 \+03 operator\./,
  );
  const past = await vezne('staff', 'roles', 'deniz', '--set', 'operator', '--from', '2026-01-01');
  assert.match(past.stderr, /Roles can't begin in the past/);
});

test('once there are staff, --as is an active handle, for every command that changes something', async (t) => {
  const { owner, vezne } = await open(t);
  const partner = await insertPartner(owner);
  const pause = async (name: string) =>
    await vezne('partner', 'pause', partner.name, '--deposits', '--as', name);
  assert.equal((await pause('Somebody')).code, 0, 'without staff everybody is who they say');
  await addFirst(vezne);
  assert.equal((await pause('ayse')).code, 0);
  for (const name of ['Somebody', 'Ayşe', 'AYSE', 'a.yse', 'root']) {
    const { code, stdout, stderr } = await pause(name);
    assert.deepEqual([code, stdout], [1, ''], name);
    assert.match(stderr, /Nobody active among the staff has the handle ".+"\. .* vezne staff list\n$/, name);
  }
});

test('what somebody asked at the console they do not confirm at the command line', async (t) => {
  const { owner, vezne } = await open(t);
  await addFirst(vezne);
  const { rows } = await owner.query<{ id: string }>(`select id from staff where handle = 'ayse'`);
  const actor = signedIn({ id: rows[0]?.id ?? '', name: 'ayse' });
  const partner = await insertPartner(owner);
  const settings = { creditLineCents: cents(99_999_900n) };
  const asked = await setPartner({ db: createDatabase(owner), actor }, { partner: partner.id, settings });
  const requestId = 'requestId' in asked ? asked.requestId : assert.fail();
  const own = await vezne('request', 'confirm', requestId, '--as', 'ayse');
  assert.equal(own.code, 1);
  assert.match(own.stderr, /You asked for \S+ yourself/);
  assert.equal((await vezne('request', 'confirm', requestId, '--as', 'mehmet')).code, 0);
});

test('a request from before there were staff is asked anew', async (t) => {
  const { owner, vezne } = await open(t);
  const partner = await insertPartner(owner);
  const asked = await vezne(
    'partner',
    'set',
    partner.name,
    '--credit-line',
    '999999.00',
    '--as',
    'zeynep',
    '--json',
  );
  const { requestId } = jsonOf(asked) as { requestId: string };
  await addFirst(vezne);
  const { code, stderr } = await vezne('request', 'confirm', requestId, '--as', 'mehmet');
  assert.equal(code, 1);
  assert.match(stderr, /is not active among the staff\. If it is right, ask anew/);
});

test('without the address of the console nobody is added, by one hand or by two', async (t) => {
  const { database, vezne } = await open(t);
  const without = manyVezneOn(t, database, { VEZNE_ACTOR: 'ayse' });
  const { code, stderr } = await add(without, 'ayse', 'administrator');
  assert.equal(code, 1);
  assert.match(stderr, /VEZNE_CONSOLE_URL/);
  await addFirst(vezne);
  const asked = await add(vezne, 'deniz', 'operator');
  const [, id = ''] = /vezne request show (\S+)\n/.exec(asked.stdout) ?? [];
  const confirming = await without('request', 'confirm', id, '--as', 'mehmet');
  assert.equal(confirming.code, 1);
  assert.match(confirming.stderr, /VEZNE_CONSOLE_URL/);
  assert.match(await confirmed(vezne, asked, 'mehmet'), LINK);
});
