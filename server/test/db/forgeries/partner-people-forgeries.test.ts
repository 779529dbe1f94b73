/** What somebody could do who has taken the portal's login, as far as people of partners, their sessions and the audit log go. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { writeAsPartner } from '../../../src/db/partner-scope.ts';
import { newId } from '../../../src/ids.ts';
import { networkRequestRow } from '../rows/partner-key-rows.ts';
import { personRow, rowsOfPerson } from '../rows/partner-people-rows.ts';
import { openTwoPartners } from '../rows/two-partners.ts';
import type { PeopledPartner, TwoPartners } from '../rows/two-partners.ts';
import { insertRow } from '../rows/valid-rows.ts';
import type { Row } from '../rows/valid-rows.ts';

const OPTIONS = { timeoutMs: 5_000 };
const LETTERS = 'abcdefghij';
const REFUSED = { code: '42501' };
const PLACE = JSON.stringify({ session: 'none', address: '192.0.2.1', email: 'forged@shop.example' });

interface Forgery extends TwoPartners {
  portal: pg.Pool;
  /** As the portal's login, with a partner set. */
  as: <T>(partner: PeopledPartner, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  /** Another active person of a partner, with a session in which they have just proved that it is them. */
  colleague: (partner: PeopledPartner, roles: string[]) => Promise<Hand>;
}

interface Hand {
  personId: unknown;
  sessionId: unknown;
}

async function open(t: TestContext): Promise<Forgery> {
  const two = await openTwoPartners(t);
  const portal = two.database.pool('vezne_portal');
  await two.owner.query('update partner_totp set confirmed_at = now()');
  return {
    ...two,
    portal,
    as: async ({ id }, work) => await writeAsPartner(portal, id, work, OPTIONS),
    async colleague(partner, roles) {
      const person = personRow(partner, { roles });
      await insertRow(two.owner, 'partner_person', person);
      const now = new Date();
      const proved: Row = { step_up_at: now, step_up_began_at: now };
      const session: Row = { ...rowsOfPerson(person).session, ...proved };
      await insertRow(two.owner, 'partner_session', session);
      return { personId: person['id'], sessionId: session['id'] };
    },
  };
}

const stepOfNow = (ahead = 0): bigint => BigInt(Math.floor(Date.now() / 30_000) + ahead);

const OPEN = `select portal_open_session($1, $2, $3, 60, '192.0.2.1', 'Firefox')`;
const openSession = (personId: unknown): [string, unknown[]] => [OPEN, [newId(), randomBytes(32), personId]];

async function beginSignIn(client: pg.PoolClient, personId: unknown): Promise<string> {
  const id = newId();
  await client.query(`select portal_begin_sign_in($1, $2, $3, 'second_factor', null, null, 60)`, [
    id,
    randomBytes(32),
    personId,
  ]);
  return id;
}

test('a session of somebody who has a factor takes a sign-in and the factor, both used up in its own transaction', async (t) => {
  const { as, ours, theirs, owner } = await open(t);
  const id = ours.person['id'];
  const taken = async (client: pg.PoolClient, personId: unknown = id): Promise<void> => {
    const { rows } = await client.query('select portal_take_code($1, $2) as done', [personId, stepOfNow()]);
    assert.deepEqual(rows, [{ done: true }]);
  };
  const refused = async (why: string, prepare: (client: pg.PoolClient) => Promise<unknown>): Promise<void> =>
    await assert.rejects(
      as(ours, async (client) => {
        await prepare(client);
        await client.query(...openSession(id));
      }),
      REFUSED,
      why,
    );
  await refused('nothing was shown', async () => undefined);
  await refused('a sign-in without a factor', async (client) =>
    client.query('select portal_use_sign_in($1)', [await beginSignIn(client, id)]),
  );
  await refused('a factor without a sign-in', taken);
  await refused('a sign-in that was not used', async (client) => {
    await beginSignIn(client, id);
    await taken(client);
  });
  await refused("somebody else's factor", async (client) => {
    await client.query('select portal_use_sign_in($1)', [await beginSignIn(client, id)]);
    await taken(client, theirs.person['id']);
  });
  // Each in a transaction of its own: what was shown then counts no more.
  const attempt = await as(ours, async (client) => await beginSignIn(client, id));
  await as(ours, async (client) => await client.query('select portal_use_sign_in($1)', [attempt]));
  await as(ours, async (client) => await taken(client));
  await refused('a proof of before', async () => undefined);
  await owner.query('update partner_totp set last_step = null');
  await as(ours, async (client) => {
    await client.query('select portal_use_sign_in($1)', [await beginSignIn(client, id)]);
    await taken(client);
    await client.query(...openSession(id));
  });
  const { rows } = await owner.query(
    `select action, actor, details->>'by' as by from audit_entry where actor_kind = 'partner_staff'`,
  );
  assert.deepEqual(rows, [{ action: 'session.sign_in', actor: ours.person['email'], by: 'code' }]);
  await owner.query(`insert into partner_person (id, partner_id, email, name, roles)
    values (gen_random_uuid(), '${ours.id}', 'another@shop.example', 'Another', '{owner}')`);
  await owner.query('update partner_person set removed_at = now() where id = $1', [id]);
  await refused('somebody who was removed', async (client) => {
    await client.query('select portal_use_sign_in($1)', [await beginSignIn(client, id)]);
    await client.query('update partner_totp set created_at = now()');
  });
});

test('a proof counts from the moment of the database in which a factor was shown, and never by the word of the portal', async (t) => {
  const { as, ours, owner } = await open(t);
  const { session } = ours.rows;
  const id = ours.person['id'];
  const stepUp = `select portal_step_session_up($1, $2, $3, '192.0.2.1') as done`;
  let token = session['token_hash'];
  const values = (after: Buffer): unknown[] => [session['id'], token, after];
  await assert.rejects(
    as(ours, async (client) => await client.query(stepUp, values(randomBytes(32)))),
    REFUSED,
    'nothing was shown',
  );
  for (const text of [
    `update partner_session set step_up_at = 'infinity', step_up_began_at = 'infinity'`,
    `update partner_session set last_seen_at = 'infinity'`,
    `update partner_totp set last_used_at = now()`,
    'update partner_passkey set last_used_at = now()',
    'update partner_recovery_code set used_at = now()',
    'update partner_sign_in set used_at = now()',
  ])
    await assert.rejects(
      as(ours, async (client) => await client.query(text)),
      REFUSED,
      text,
    );
  const proved = async (): Promise<boolean> => {
    const after = randomBytes(32);
    return await as(ours, async (client) => {
      await client.query('select portal_take_code($1, $2)', [id, stepOfNow()]);
      return (await client.query<{ done: boolean }>(stepUp, values(after))).rows[0]?.done === true;
    }).then((isDone) => {
      if (isDone) token = after;
      return isDone;
    });
  };
  assert.equal(await proved(), true);
  await assert.rejects(proved(), REFUSED, 'the same code again shows nothing');
  const { rows } = await owner.query<{ isNow: boolean }>(
    `select step_up_at <= now() and step_up_began_at > now() - interval '1 minute' as "isNow" from partner_session where id = $1`,
    [session['id']],
  );
  assert.deepEqual(rows, [{ isNow: true }]);
  // What slides is a proof that counts, and only to now.
  await owner.query(`update partner_session set step_up_at = now() - interval '12 minutes',
    step_up_began_at = now() - interval '13 minutes'`);
  const touch = 'select portal_touch_session($1, true)';
  await as(ours, async (client) => await client.query(touch, [session['id']]));
  const { rows: slid } = await owner.query<{ isOld: boolean }>(
    `select step_up_at < now() - interval '11 minutes' as "isOld" from partner_session where id = $1`,
    [session['id']],
  );
  assert.deepEqual(slid, [{ isOld: true }]);
});

test('the audit log takes from the portal what has no function of its own, of somebody active of the partner, about their own', async (t) => {
  const { as, ours, theirs, owner, colleague } = await open(t);
  const id = String(ours.person['id']);
  const write = async (
    action: string,
    type: string,
    subject: unknown,
    person: unknown = id,
    partner = ours,
  ): Promise<unknown> =>
    await as(partner, async (client) =>
      client.query(`select portal_audit($1, $2, $3, $4, '{}')`, [person, action, type, subject]),
    );
  const { personId: gone } = await colleague(ours, ['finance']);
  await owner.query('update partner_person set removed_at = now() where id = $1', [gone]);
  const other = String(theirs.person['id']);
  for (const [why, ...entry] of [
    ['an act of ours', 'deposit.approve', 'transaction', 'txn_forged'],
    ['a session', 'session.sign_in', 'partner_person', id],
    ['a proof', 'session.step_up', 'partner_person', id],
    ['an acceptance', 'factor.enrol', 'partner_person', id],
    ['an invitation', 'partner_person.invite', 'partner_person', newId()],
    ['a removal', 'partner_person.remove', 'partner_person', other],
    ['a key', 'credentials.create', 'partner', ours.id],
    ['networks', 'partner.set', 'partner', ours.id],
    ['another subject', 'session.sign_out', 'staff', id],
    ["somebody else's", 'session.sign_out', 'partner_person', other],
    ["an endpoint of another's", 'webhook.replay', 'webhook_endpoint', theirs.webhooks.endpoint['id']],
    ['a statement that is none', 'partner_statement.ask', 'partner_statement', newId()],
    ['a person of another partner', 'session.sign_out', 'partner_person', other, other],
    ['somebody who was removed', 'session.sign_out', 'partner_person', gone, gone],
  ] as const)
    await assert.rejects(write(entry[0], entry[1], entry[2], entry[3]), REFUSED, why);
  await assert.rejects(
    as(ours, async (client) =>
      client.query(`select audit_partner_person($1, 'deposit.approve', 'transaction', 'x', '{}')`, [id]),
    ),
    REFUSED,
  );
  await write('session.sign_out', 'partner_person', id);
  await write('webhook.replay', 'webhook_endpoint', ours.webhooks.endpoint['id']);
  const { rows } = await owner.query(
    `select action from audit_entry where actor_kind = 'partner_staff' order by id`,
  );
  assert.deepEqual(rows, [{ action: 'session.sign_out' }, { action: 'webhook.replay' }]);
});

const invite = ({ personId, sessionId }: Hand, changes: Row = {}): [string, unknown[]] => {
  const { email, roles } = { email: `${newId()}@shop.example`, roles: ['owner'], ...changes };
  return [
    `select outcome from portal_invite_person($1, $2, $3, $4, 'New', $5, $6, $7)`,
    [personId, sessionId, newId(), email, roles, randomBytes(32), PLACE],
  ];
};
const remove = ({ personId, sessionId }: Hand, wanted: unknown): [string, unknown[]] => [
  'select portal_remove_person($1, $2, $3, $4) as outcome',
  [personId, sessionId, wanted, PLACE],
];

test('a place is offered, and somebody removed, only by an owner of the partner who has just proved it, and with an entry', async (t) => {
  const { as, ours, theirs, owner, colleague } = await open(t);
  const hand = await colleague(ours, ['owner']);
  const unproved = { personId: ours.person['id'], sessionId: ours.rows.session['id'] };
  const finance = await colleague(ours, ['finance']);
  const stranger = await colleague(theirs, ['owner']);
  const withdraw = ({ personId, sessionId }: Hand): [string, unknown[]] => [
    'select portal_withdraw_invitation($1, $2, $3, $4) as done',
    [personId, sessionId, ours.invitation['id'], PLACE],
  ];
  for (const [why, bad] of [
    ['finance', finance],
    ['of another partner', stranger],
    ['nobody', { personId: newId(), sessionId: hand.sessionId }],
    ['one of ours', { personId: null, sessionId: hand.sessionId }],
    ["a colleague's session", { ...hand, sessionId: finance.sessionId }],
    ['no session', { ...hand, sessionId: null }],
  ] as const)
    for (const [text, values] of [invite(bad), remove(bad, finance.personId), withdraw(bad)])
      await assert.rejects(
        as(ours, async (client) => client.query(text, values)),
        REFUSED,
        `${why}: ${text}`,
      );
  for (const [text, values] of [invite(unproved), remove(unproved, finance.personId)])
    await assert.rejects(
      as(ours, async (client) => client.query(text, values)),
      REFUSED,
      `unproved: ${text}`,
    );
  for (const [text, values] of [
    [
      `insert into partner_invitation (id, partner_id, email, name, roles, token_hash, invited_by_id, expires_at)
       values ($1, $2, 'ghost@evil.example', 'Ghost', '{owner}', $3, $4, now() + interval '1 hour')`,
      [newId(), ours.id, randomBytes(32), hand.personId],
    ],
    ['update partner_invitation set withdrawn_at = now()', []],
    [`update partner_person set roles = '{owner}'`, []],
    ['update partner_person set removed_at = now()', []],
  ] as const)
    await assert.rejects(
      as(ours, async (client) => client.query(text, [...values])),
      REFUSED,
      text,
    );
  const outcome = async ([text, values]: [string, unknown[]]): Promise<unknown> =>
    await as(ours, async (client) => Object.values((await client.query(text, values)).rows[0])[0]);
  assert.equal(await outcome(invite(hand, { email: 'new@shop.example' })), 'invited');
  assert.equal(await outcome(withdraw(hand)), true);
  assert.equal(await outcome(withdraw(hand)), false);
  assert.equal(await outcome(remove(hand, theirs.person['id'])), 'not_found');
  assert.equal(await outcome(remove(hand, finance.personId)), 'removed');
  assert.equal(await outcome(remove(hand, ours.person['id'])), 'removed');
  assert.equal(await outcome(remove(hand, hand.personId)), 'last_owner');
  const { rows } = await owner.query(
    `select action, details->>'email' as email from audit_entry where actor_id = $1 order by id`,
    [String(hand.personId)],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'partner_person.invite',
      'partner_person.withdraw_invitation',
      'partner_person.remove',
      'partner_person.remove',
    ],
  );
  assert.equal(rows[0].email, 'new@shop.example', 'what the caller says of its place takes nothing away');
});

test('an owner who was removed while they waited removes nobody', async (t) => {
  const { as, ours, portal, colleague, owner } = await open(t);
  const [first, second] = [await colleague(ours, ['owner']), await colleague(ours, ['owner'])];
  const client = await portal.connect();
  t.after(() => client.release());
  await client.query('begin');
  await client.query(`select set_config('vezne.partner_id', $1, true)`, [ours.id]);
  await client.query(...remove(first, second.personId));
  const waiting = as(ours, async (other) => await other.query(...remove(second, first.personId)));
  const settled = assert.rejects(waiting, REFUSED);
  await client.query(`select pg_sleep(0.3)`);
  await client.query('commit');
  await settled;
  const { rows } = await owner.query('select id from partner_person where removed_at is not null');
  assert.deepEqual(rows, [{ id: second.personId }]);
});

test('with somebody goes what they asked for: the request for networks is over', async (t) => {
  const { as, ours, owner, colleague } = await open(t);
  const hand = await colleague(ours, ['owner']);
  const developer = await colleague(ours, ['developer']);
  await owner.query('delete from partner_network_request where partner_id = $1', [ours.id]);
  await insertRow(owner, 'partner_network_request', networkRequestRow(ours, developer.personId));
  await as(ours, async (client) => await client.query(...remove(hand, developer.personId)));
  const { rows } = await owner.query(
    'select status, ended_by_id from partner_network_request where partner_id = $1',
    [ours.id],
  );
  assert.deepEqual(rows, [{ status: 'overtaken', ended_by_id: hand.personId }]);
});

test('no harm outlives a portal that was taken over: waits, codes and counters end', async (t) => {
  const { as, ours, portal, owner } = await open(t);
  const subject = randomBytes(32).toString('hex');
  await portal.query(`select portal_lock_failure('handle', $1, 'infinity')`, [subject]);
  await portal.query(`select portal_count_failure('handle', $1, 9, 'infinity', 'infinity', 'infinity')`, [
    subject,
  ]);
  const { rows } = await owner.query(
    `select last_failed_at <= now() and blocked_until < now() + interval '11 minutes' as ends
     from partner_sign_in_failure where subject = $1`,
    [subject],
  );
  assert.deepEqual(rows, [{ ends: true }]);
  await portal.query(`select portal_forget_old('infinity')`);
  assert.equal(
    (await owner.query('select from partner_sign_in_failure where subject = $1', [subject])).rowCount,
    1,
    'nor is a guess of a moment ago forgotten',
  );
  const taken = async (step: bigint): Promise<unknown> =>
    await as(
      ours,
      async (client) =>
        (await client.query('select portal_take_code($1, $2) as done', [ours.person['id'], step])).rows[0],
    );
  assert.deepEqual(await taken(9_223_372_036_854_775_807n), { done: false });
  assert.deepEqual(await taken(stepOfNow(4)), { done: false });
  assert.deepEqual(await taken(stepOfNow()), { done: true });
  await assert.rejects(
    portal.query('select portal_use_passkey($1, $2, true)', [ours.rows.passkey['id'], 2n ** 32n]),
    { code: '23514' },
  );
  const { rows: older } = await portal.query('select * from portal_older_totps(2147483647)');
  assert.deepEqual(older, [], 'no list of everybody');
});

test('a portal takes no version of its keys away that somebody will need, and buries no alarm and no process under its own', async (t) => {
  const { database, owner } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  const register = async (version: number): Promise<unknown> =>
    await portal.query(
      `insert into key_fingerprint (purpose, version, fingerprint) values ('portal', $1, $2) on conflict do nothing`,
      [version, randomBytes(32)],
    );
  await register(1);
  await assert.rejects(register(3), REFUSED);
  await assert.rejects(register(99_999), REFUSED);
  await register(2);
  await register(1);
  const alarm = async (name: string): Promise<unknown> =>
    await portal.query(
      `insert into raised_alarm (kind, host, name, level, raised, first_at, last_at) values ('portal', 'h', $1, 'error', 1, now(), now())
       on conflict (kind, host, name) do update set raised = raised_alarm.raised + 1`,
      [name],
    );
  const nameOf = (no: number): string => `alarm_${LETTERS[Math.floor(no / 10)]}${LETTERS[no % 10]}`;
  for (let no = 0; no < 100; no += 1) await alarm(nameOf(no));
  await assert.rejects(alarm('one_more'), REFUSED);
  await alarm(nameOf(7));
  const start = async (): Promise<unknown> =>
    await portal.query(
      `insert into running_process (id, kind, host, pid, version, alive_until, started_at)
       values (gen_random_uuid(), 'portal', 'h', 1, '1.0.0', now() + interval '1 minute', now())`,
    );
  for (let no = 0; no < 100; no += 1) await start();
  await assert.rejects(start(), REFUSED);
  await owner.query('update running_process set gone_at = now()');
  await start();
});

test("a transaction that the portal leaves open keeps nobody from closing: another partner, the platform's accounts", async (t) => {
  const { database, portal, ours, theirs, owner, colleague } = await open(t);
  const hand = await colleague(ours, ['owner']);
  const holder = await portal.connect();
  t.after(() => holder.release(true));
  await holder.query('set idle_in_transaction_session_timeout = 0; begin');
  await holder.query(`select set_config('vezne.partner_id', $1, true)`, [ours.id]);
  const { rows } = await holder.query('select portal_revoke_credential($1, $2, $3, $4) as ended', [
    hand.personId,
    hand.sessionId,
    ours.credential['id'],
    PLACE,
  ]);
  assert.deepEqual(rows, [{ ended: ours.credential['api_key'] }]);
  const admin = await database.pool('vezne_admin').connect();
  t.after(() => admin.release());
  await admin.query(`set lock_timeout = '1s'`);
  for (const [text, values] of [
    ['update partner set deposits_paused = true where id = $1', [theirs.id]],
    ['update credential set revoked_at = now() where partner_id = $1', [theirs.id]],
    [`update bank_account set status = 'frozen'`, []],
  ] as const)
    await admin.query(text, [...values]);
  await holder.query('commit');
  const { rows: epochs } = await owner.query('select epoch from portal_configuration_epoch');
  assert.deepEqual(epochs, [{ epoch: 1n }], 'the copies learn of it by a count of its own');
});
