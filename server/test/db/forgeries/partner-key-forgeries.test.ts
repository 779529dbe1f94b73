/** What somebody could do who has taken the portal's login, or another process's, as far as keys, secrets and networks of partners go. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { writeAsPartner } from '../../../src/db/partner-scope.ts';
import { newId } from '../../../src/ids.ts';
import { nameSealingKeys } from '../../harness/sealing.ts';
import { personRow, rowsOfPerson } from '../rows/partner-people-rows.ts';
import { openTwoPartners } from '../rows/two-partners.ts';
import type { PeopledPartner, TwoPartners } from '../rows/two-partners.ts';
import { credentialRow, insertRow, sealedText } from '../rows/valid-rows.ts';
import type { Row } from '../rows/valid-rows.ts';

/** Of one moment: a proof does not begin after it was shown. */
function provedNow(): Row {
  const now = new Date();
  return { step_up_at: now, step_up_began_at: now };
}

const OPTIONS = { timeoutMs: 5_000 };
const REFUSED = '42501';
const PLACE = JSON.stringify({ session: 'none', address: '192.0.2.1' });

interface Forgery extends TwoPartners {
  /** As the portal's login, with a partner set. */
  as: (partner: PeopledPartner, text: string, values: unknown[]) => Promise<pg.QueryResult>;
  /** The session of a partner's person, in which they have just proved that it is them. */
  proved: (partner: PeopledPartner) => { personId: unknown; sessionId: unknown };
}

async function open(t: TestContext): Promise<Forgery> {
  const two = await openTwoPartners(t);
  await nameSealingKeys(two.database);
  await two.owner.query('update partner_session set step_up_at = now(), step_up_began_at = now()');
  const portal = two.database.pool('vezne_portal');
  return {
    ...two,
    as: async ({ id }, text, values) =>
      await writeAsPartner(portal, id, async (client) => await client.query(text, values), OPTIONS),
    proved: ({ person, rows }) => ({ personId: person['id'], sessionId: rows.session['id'] }),
  };
}

interface Hand {
  personId: unknown;
  sessionId: unknown;
}

const MAKE = 'select * from portal_make_credential($1, $2, $3, $4, $5, $6, $7, $8, $9)';
const make = ({ personId, sessionId }: Hand, version = 1): [string, unknown[]] => [
  MAKE,
  [
    personId,
    sessionId,
    newId(),
    `vzk_test_${randomBytes(13).toString('hex')}`,
    sealedText(),
    sealedText(),
    version,
    null,
    PLACE,
  ],
];
const rotate = ({ personId, sessionId }: Hand, endpointId: unknown, version = 1): [string, unknown[]] => [
  'select * from portal_rotate_webhook_secret($1, $2, $3, $4, $5, $6, 0, $7)',
  [personId, sessionId, endpointId, newId(), sealedText(), version, PLACE],
];
const setNetworks = ({ personId, sessionId }: Hand, networks: string[] = []): [string, unknown[]] => [
  'select portal_set_networks($1, $2, $3, $4::cidr[], $5)',
  [personId, sessionId, newId(), networks, PLACE],
];
const replay = ({ personId }: Hand, endpointId: unknown, eventId: unknown): [string, unknown[]] => [
  'select portal_replay_event($1, $2, $3, $4) as is_done',
  [personId, endpointId, eventId, PLACE],
];
const revoke = ({ personId, sessionId }: Hand, id: unknown): [string, unknown[]] => [
  'select portal_revoke_credential($1, $2, $3, $4) as ended',
  [personId, sessionId, id, PLACE],
];
const end = (
  { personId, sessionId }: Hand,
  id: unknown,
  how: 'confirmed' | 'declined' | 'withdrawn',
): [string, unknown[]] => [
  'select portal_end_network_request($1, $2, $3, $4, $5) as outcome',
  [personId, sessionId, id, how, PLACE],
];

test("a key, a secret and a network are made only in the hand of the partner's own person, who may and has just proved it", async (t) => {
  const { as, proved, ours, theirs, owner } = await open(t);
  const endpointId = ours.webhooks.endpoint['id'];
  const honest = proved(ours);
  const acts = (hand: Hand): [string, unknown[]][] => [
    make(hand),
    rotate(hand, endpointId),
    setNetworks(hand, []),
    revoke(hand, ours.credential['id']),
  ];
  const refused = async (why: string, hand: Hand): Promise<void> => {
    for (const [text, values] of acts(hand))
      await assert.rejects(as(ours, text, values), { code: REFUSED }, `${why}: ${text}`);
  };
  const finance = personRow(ours, { roles: ['finance'] });
  const colleague = personRow(ours, { roles: ['developer'] });
  const removed = personRow(ours, { roles: ['owner'], removed_at: new Date() });
  const sessions = new Map<unknown, unknown>();
  for (const person of [finance, colleague, removed]) {
    await insertRow(owner, 'partner_person', person);
    const session: Row = {
      ...rowsOfPerson(person).session,
      ...provedNow(),
    };
    await insertRow(owner, 'partner_session', session);
    sessions.set(person['id'], session['id']);
  }
  const handOf = (person: { [key: string]: unknown }): Hand => ({
    personId: person['id'],
    sessionId: sessions.get(person['id']),
  });
  await refused('somebody of another partner', proved(theirs));
  await refused('finance', handOf(finance));
  await refused('somebody who was removed', handOf(removed));
  await refused('nobody', { personId: newId(), sessionId: honest.sessionId });
  await refused('without a session', { ...honest, sessionId: null });
  await refused("a colleague's session", { ...honest, sessionId: sessions.get(colleague['id']) });
  for (const [why, change] of [
    [
      'a proof that is too old',
      `step_up_at = now() - interval '12 minutes', step_up_began_at = now() - interval '13 minutes'`,
    ],
    ['one that was stretched', `step_up_began_at = now() - interval '3 hours'`],
    ['none', 'step_up_at = null, step_up_began_at = null'],
    ['a session that has ended', `ended_at = now(), end_reason = 'signed_out'`],
  ]) {
    const { rows } = await owner.query('select * from partner_session where id = $1', [honest.sessionId]);
    await owner.query(`update partner_session set ${change} where id = $1`, [honest.sessionId]);
    await refused(String(why), honest);
    await owner.query(
      `update partner_session set step_up_at = $2, step_up_began_at = $3, ended_at = null, end_reason = null where id = $1`,
      [honest.sessionId, rows[0]?.['step_up_at'], rows[0]?.['step_up_began_at']],
    );
  }
  // The same hand, as it should be.
  await owner.query(`delete from partner_network_request where partner_id = $1`, [ours.id]);
  for (const [text, values] of acts(honest)) await as(ours, text, values);
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where actor_kind = 'partner_staff' and actor_id = $1 order by id`,
    [String(honest.personId)],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['credentials.create', 'webhook.rotate', 'request.ask', 'credentials.revoke'],
  );
});

test("no act reaches another partner's key, endpoint or request, and none is written for a partner that is not set", async (t) => {
  const { as, proved, ours, theirs, owner } = await open(t);
  const hand = proved(ours);
  const { rows: revoked } = await as(ours, ...revoke(hand, theirs.credential['id']));
  assert.deepEqual(revoked, [{ ended: null }]);
  const { rows: rotated } = await as(ours, ...rotate(hand, theirs.webhooks.endpoint['id']));
  assert.deepEqual(rotated, [{ is_found: false, older_until: null }]);
  const { rows: asked } = await owner.query<{ id: string }>(
    'select id from partner_network_request where partner_id = $1',
    [theirs.id],
  );
  for (const how of ['confirmed', 'declined', 'withdrawn'] as const) {
    const { rows } = await as(ours, ...end(hand, asked[0]?.id, how));
    assert.deepEqual(rows, [{ outcome: 'not_found' }], how);
  }
  const endpoint = theirs.webhooks.endpoint['id'];
  const paused = await as(ours, 'select portal_pause_webhook($1, $2, true, $3) as was', [
    hand.personId,
    endpoint,
    PLACE,
  ]);
  assert.deepEqual(paused.rows, [{ was: null }]);
  await assert.rejects(
    as(ours, 'select portal_ask_webhook_test($1, $2, $3, $4)', [hand.personId, endpoint, newId(), PLACE]),
    { code: REFUSED },
  );
  const { rows: replayed } = await as(ours, ...replay(hand, endpoint, theirs.event['id']));
  assert.deepEqual(replayed, [{ is_done: false }]);
});

test('an event is sent again by the function alone, with what the database knows of it', async (t) => {
  const { as, proved, ours, theirs, owner } = await open(t);
  const hand = proved(ours);
  const [endpoint, event] = [ours.webhooks.endpoint['id'], ours.event['id']];
  for (const [text, values] of [
    [
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, schedule_from)
       values ($1, $2, $3, 'x', 2147483647, 2147483647)`,
      [ours.webhooks.spareEndpoint['id'], event, ours.event['feed_no']],
    ],
    [`update webhook_delivery set next_attempt_at = 'infinity' where endpoint_id = $1`, [endpoint]],
    [`update webhook_delivery set state = 'pending' where endpoint_id = $1`, [endpoint]],
    [
      `update webhook_delivery set state = 'delivered', delivered_at = now() where endpoint_id = $1`,
      [endpoint],
    ],
    ['delete from webhook_delivery where endpoint_id = $1', [endpoint]],
  ] as [string, unknown[]][])
    await assert.rejects(as(ours, text, values), { code: REFUSED }, text);
  for (const [why, other] of [
    ["another partner's person", { ...hand, personId: theirs.person['id'] }],
    ['nobody', { ...hand, personId: newId() }],
  ] as [string, Hand][])
    await assert.rejects(as(ours, ...replay(other, endpoint, event)), { code: REFUSED }, why);
  const done = async (...asked: Parameters<typeof replay>): Promise<unknown> =>
    (await as(ours, ...replay(...asked))).rows[0]?.['is_done'];
  assert.equal(await done(hand, endpoint, theirs.event['id']), false, "another partner's event");
  assert.equal(await done(hand, endpoint, newId()), false);
  const rowOf = async (id: unknown): Promise<unknown> =>
    (
      await owner.query(
        `select state, attempts, schedule_from, external_reference, feed_no::int4, next_attempt_at <= now() as due
         from webhook_delivery where endpoint_id = $1 and event_id = $2`,
        [id, event],
      )
    ).rows[0];
  const spare = ours.webhooks.spareEndpoint['id'];
  await owner.query('delete from webhook_delivery where endpoint_id = $1', [spare]);
  await owner.query('update webhook_endpoint set last_feed_no = 0 where id = $1', [spare]);
  assert.equal(await done(hand, spare, event), false, 'it waits for its first turn');
  assert.equal(await rowOf(spare), undefined);
  await owner.query('update webhook_endpoint set last_feed_no = $2, event_types = $3 where id = $1', [
    spare,
    ours.event['feed_no'],
    [ours.event['type']],
  ]);
  assert.equal(await done(hand, spare, event), true);
  assert.deepEqual(await rowOf(spare), {
    state: 'pending',
    attempts: 0,
    schedule_from: 0,
    external_reference: ours.event['external_reference'],
    feed_no: Number(ours.event['feed_no']),
    due: true,
  });
});

test('a list of networks that no program could read is not taken, also where it would hold at once', async (t) => {
  const { as, proved, ours, owner } = await open(t);
  const hand = proved(ours);
  const set = async (networks: string): Promise<unknown> =>
    await as(ours, 'select portal_set_networks($1, $2, $3, $4::cidr[], $5)', [
      hand.personId,
      hand.sessionId,
      newId(),
      networks,
      PLACE,
    ]);
  const many = Array.from({ length: 51 }, (_, index) => `192.0.2.${index}/32`);
  await owner.query('delete from partner_network_request');
  for (const present of ['{}', '{192.0.2.0/24}']) {
    await owner.query('update partner set allowed_networks = $2 where id = $1', [ours.id, present]);
    for (const wrong of [
      '{{10.0.0.0/8,127.0.0.0/8},{10.1.0.0/16,10.2.0.0/16}}',
      '{NULL}',
      '{192.0.2.1/32,NULL}',
      '[5:5]={192.0.2.1/32}',
      `{${many.join(',')}}`,
    ])
      await assert.rejects(
        set(wrong),
        { code: '23514', constraint: 'partner_network_request_wanted' },
        wrong,
      );
    const { rows } = await owner.query(
      'select allowed_networks::text as networks from partner where id = $1',
      [ours.id],
    );
    assert.deepEqual(rows, [{ networks: present }]);
  }
});

test('where an act came from is said by the caller, and what was done by the database alone', async (t) => {
  const { as, proved, ours, owner } = await open(t);
  const hand = proved(ours);
  const lies = {
    apiKey: 'forged',
    before: 'forged',
    after: 'forged',
    requestId: 'forged',
    overlapHours: 'forged',
    event: 'forged',
    action: 'forged',
  };
  const place = JSON.stringify({ ...lies, address: '192.0.2.1' });
  const lying = ([text, values]: [string, unknown[]]): [string, unknown[]] => [
    text,
    values.map((value) => (value === PLACE ? place : value)),
  ];
  const endpoint = ours.webhooks.endpoint['id'];
  await owner.query('delete from partner_network_request');
  await owner.query('delete from webhook_test');
  const acts: [field: string, act: [string, unknown[]]][] = [
    ['apiKey', make(hand)],
    ['overlapHours', rotate(hand, endpoint)],
    ['after', revoke(hand, ours.credential['id'])],
    ['event', ['select portal_ask_webhook_test($1, $2, $3, $4)', [hand.personId, endpoint, newId(), PLACE]]],
    ['before', ['select portal_pause_webhook($1, $2, true, $3)', [hand.personId, endpoint, PLACE]]],
    ['event', replay(hand, endpoint, ours.event['id'])],
    ['requestId', setNetworks(hand, ['203.0.113.0/24'])],
  ];
  const actions: string[] = [];
  for (const [field, act] of acts) {
    await as(ours, ...lying(act));
    const { rows } = await owner.query<{ action: string; details: Record<string, unknown> }>(
      `select action, details from audit_entry where actor_kind = 'partner_staff' and actor_id = $1 order by id desc limit 1`,
      [String(hand.personId)],
    );
    const { action, details } = rows[0] ?? assert.fail(act[0]);
    actions.push(action);
    assert.equal(details['address'], '192.0.2.1', action);
    assert.ok(field in details && details[field] !== 'forged', action);
  }
  assert.deepEqual(actions, [
    'credentials.create',
    'webhook.rotate',
    'credentials.revoke',
    'webhook.test',
    'webhook.pause',
    'webhook.replay',
    'request.ask',
  ]);
});

test('nobody agrees to their own networks, and a request is answered once', async (t) => {
  const { as, proved, ours, owner } = await open(t);
  const hand = proved(ours);
  const { rows: asked } = await owner.query<{ id: string }>(
    'select id from partner_network_request where partner_id = $1',
    [ours.id],
  );
  const id = asked[0]?.id;
  for (const how of ['confirmed', 'declined'] as const) {
    const { rows } = await as(ours, ...end(hand, id, how));
    assert.deepEqual(rows, [{ outcome: 'own' }], how);
  }
  const colleague = personRow(ours, { roles: ['developer'] });
  await insertRow(owner, 'partner_person', colleague);
  const session: Row = {
    ...rowsOfPerson(colleague).session,
    ...provedNow(),
  };
  await insertRow(owner, 'partner_session', session);
  const other = { personId: colleague['id'], sessionId: session['id'] };
  await assert.rejects(as(ours, ...end({ ...other, sessionId: null }, id, 'confirmed')), { code: REFUSED });
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, async () => (await as(ours, ...end(other, id, 'confirmed'))).rows[0]),
  );
  assert.deepEqual(outcomes.map((row) => String(row?.['outcome'])).toSorted(), [
    'done',
    'over',
    'over',
    'over',
    'over',
  ]);
  const { rows } = await owner.query(
    'select allowed_networks::text[] as networks from partner where id = $1',
    [ours.id],
  );
  assert.deepEqual(rows, [{ networks: ['192.0.2.0/24', '198.51.100.7/32'] }]);
});

test('a sealing key is believed only when api and worker, each by its own login, say the same', async (t) => {
  const { as, proved, ours, database } = await open(t);
  const say = async (role: 'vezne_api' | 'vezne_worker', version: number, key: Buffer): Promise<unknown> =>
    await database
      .pool(role)
      .query('insert into sealing_key (version, public_key) values ($1, $2)', [version, key]);
  const [stolen, other] = [randomBytes(32), randomBytes(32)];
  await say('vezne_worker', 9, stolen);
  await assert.rejects(as(ours, ...make(proved(ours), 9)), { code: REFUSED }, 'one alone');
  await say('vezne_api', 9, other);
  await assert.rejects(as(ours, ...make(proved(ours), 9)), { code: REFUSED }, 'they differ');
  await assert.rejects(as(ours, ...rotate(proved(ours), ours.webhooks.endpoint['id'], 9)), { code: REFUSED });
  await assert.rejects(
    database
      .pool('vezne_worker')
      .query(`insert into sealing_key (version, role, public_key) values (8, 'vezne_api', $1)`, [stolen]),
    { code: REFUSED },
    'nobody speaks for another',
  );
  for (const role of ['vezne_console', 'vezne_portal', 'vezne_admin'] as const)
    await assert.rejects(
      database.pool(role).query('insert into sealing_key (version, public_key) values (8, $1)', [stolen]),
      { code: REFUSED },
      role,
    );
});

test('no other login makes a key in the name of a partner', async (t) => {
  const { database, ours, proved } = await open(t);
  for (const role of ['vezne_api', 'vezne_worker', 'vezne_console', 'vezne_admin'] as const) {
    const [text, values] = make(proved(ours));
    await assert.rejects(database.pool(role).query(text, values), { code: REFUSED }, role);
    await assert.rejects(
      insertRow(database.pool(role), 'credential', credentialRow(ours)),
      { code: REFUSED },
      role,
    );
  }
  await assert.rejects(insertRow(database.pool('vezne_portal'), 'credential', credentialRow(ours)), {
    code: REFUSED,
  });
});
