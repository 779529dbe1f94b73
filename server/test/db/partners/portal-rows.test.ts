import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { readAsPartner, writeAsPartner } from '../../../src/db/partner-scope.ts';
import { newId } from '../../../src/ids.ts';
import { openTwoPartners } from '../rows/two-partners.ts';

const OPTIONS = { timeoutMs: 5_000 };
const NO_RIGHT = '42501';

const ofPerson = (table: string): string =>
  `select (select partner_id from partner_person p where p.id = person_id) as partner from ${table}`;
const ofEndpoint = (table: string): string =>
  `select (select partner_id from webhook_endpoint e where e.id = endpoint_id) as partner from ${table}`;

/** The partner of every row of every table of which the portal reads something. */
const PARTNER_OF_ROW: Readonly<Record<string, string>> = {
  credential: 'select partner_id as partner from credential',
  credential_use:
    'select (select partner_id from credential c where c.id = credential_id) as partner from credential_use',
  event: 'select partner_id as partner from event',
  ledger_account: 'select partner_id as partner from ledger_account',
  ledger_entry:
    'select (select partner_id from ledger_account a where a.id = account_id) as partner from ledger_entry',
  ledger_transfer: `select (
      select a.partner_id from ledger_account a join ledger_entry e on e.account_id = a.id
      where e.transfer_id = t.id and a.partner_id is not null limit 1
    ) as partner from ledger_transfer t where exists (select from ledger_entry e where e.transfer_id = t.id)`,
  open_transaction: 'select partner_id as partner from open_transaction',
  partner: 'select id as partner from partner',
  partner_day: 'select partner_id as partner from partner_day',
  partner_day_sum: 'select partner_id as partner from partner_day_sum',
  partner_decided_day: 'select partner_id as partner from partner_decided_day',
  partner_invitation: 'select partner_id as partner from partner_invitation',
  partner_month: 'select partner_id as partner from partner_month',
  partner_network_request: 'select partner_id as partner from partner_network_request',
  partner_passkey: ofPerson('partner_passkey'),
  partner_password: ofPerson('partner_password'),
  partner_person: 'select partner_id as partner from partner_person',
  partner_recovery_code: ofPerson('partner_recovery_code'),
  partner_session: ofPerson('partner_session'),
  partner_sign_in: ofPerson('partner_sign_in'),
  partner_statement: 'select partner_id as partner from partner_statement',
  partner_statement_chunk:
    'select (select partner_id from partner_statement s where s.id = statement_id) as partner from partner_statement_chunk',
  partner_terms: 'select partner_id as partner from partner_terms',
  partner_totp: ofPerson('partner_totp'),
  player_name: 'select partner_id as partner from player_name',
  transaction: 'select partner_id as partner from transaction',
  transaction_step:
    'select (select partner_id from transaction t where t.id = transaction_id) as partner from transaction_step',
  webhook_attempt: ofEndpoint('webhook_attempt'),
  webhook_delivery: ofEndpoint('webhook_delivery'),
  webhook_endpoint: 'select partner_id as partner from webhook_endpoint',
  webhook_secret: ofEndpoint('webhook_secret'),
  webhook_test: ofEndpoint('webhook_test'),
};

/** Of the whole installation, and of no partner. */
const OF_NO_PARTNER = [
  'key_fingerprint',
  'key_holder',
  'platform_settings',
  'raised_alarm',
  'running_process',
  'schema_migration',
  'sealing_key',
];

test('of every table that the portal reads, it sees the rows of the partner that is set, and none without one', async (t) => {
  const { database, owner, ours } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  for (const [table, text] of Object.entries(PARTNER_OF_ROW)) {
    const all = (await owner.query<{ partner: string | null }>(text)).rows.map(({ partner }) => partner);
    const expected = all.filter((partner) => partner === ours.id);
    const seen = await readAsPartner(
      portal,
      ours.id,
      async (scope) => await scope.query<{ partner: string | null }>(text),
      OPTIONS,
    );
    assert.ok(expected.length > 0 && expected.length < all.length, `${table} has rows of both`);
    assert.deepEqual(
      seen.map(({ partner }) => partner),
      expected,
      table,
    );
    assert.equal((await portal.query(`select from ${table}`)).rowCount, 0, `${table} without a partner`);
  }
});

test('no other table has a column that the portal may read', async (t) => {
  const { owner } = await openTwoPartners(t);
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and has_any_column_privilege('vezne_portal', oid, 'select') order by relname collate "C"`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...Object.keys(PARTNER_OF_ROW), ...OF_NO_PARTNER].toSorted(),
  );
});

test("the portal writes nothing for another partner's people, whatever it names", async (t) => {
  const { database, ours, theirs } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  const other = theirs.person['id'];
  const write = async (text: string, values: unknown[]): Promise<pg.QueryResult> =>
    await writeAsPartner(portal, ours.id, async (client) => await client.query(text, values), OPTIONS);
  for (const [text, values] of [
    [`update partner_password set hash = hash where person_id = $1`, [other]],
    ['update partner_totp set created_at = now() where person_id = $1', [other]],
    ['update partner_passkey set name = $2 where person_id = $1', [other, 'Mine']],
    ['delete from partner_totp where person_id = $1', [other]],
    ['delete from partner_passkey where person_id = $1', [other]],
    ['delete from partner_recovery_code where person_id = $1', [other]],
    ['delete from partner_sign_in where person_id = $1', [other]],
    [`update partner_session set ended_at = now(), end_reason = 'mine' where person_id = $1`, [other]],
  ] as const)
    assert.equal((await write(text, [...values])).rowCount, 0, text);
  const ask = `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id)
    values ($1, $2, '2026-10-01', '2026-10-02', 'tr', 'csv', $3)`;
  for (const [text, values] of [
    [ask, [newId(), theirs.id, ours.person['id']]],
    [ask, [newId(), ours.id, other]],
    ['insert into partner_recovery_code (person_id, hash) values ($1, $2)', [other, randomBytes(32)]],
  ] as const)
    await assert.rejects(write(text, [...values]), { code: NO_RIGHT }, text);
});

test('what is over stays over: no session that ended comes back', async (t) => {
  const { database, ours } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  const write = async (text: string): Promise<number | null> =>
    await writeAsPartner(portal, ours.id, async (client) => (await client.query(text)).rowCount, OPTIONS);
  assert.equal(await write(`update partner_session set ended_at = now(), end_reason = 'signed_out'`), 1);
  assert.equal(await write('update partner_session set ended_at = null, end_reason = null'), 0);
});

test('a partner keeps one owner, whoever removes the others', async (t) => {
  const { owner, ours } = await openTwoPartners(t);
  const rule = { code: '23514', constraint: 'partner_person_last_owner' };
  const id = ours.person['id'];
  await assert.rejects(owner.query('update partner_person set removed_at = now() where id = $1', [id]), rule);
  await assert.rejects(
    owner.query(`update partner_person set roles = '{finance}' where id = $1`, [id]),
    rule,
  );
  await owner.query(`update partner_person set roles = '{finance,owner}' where id = $1`, [id]);
});

test('what is counted, taken or used before a partner is known is taken once, and by nobody else', async (t) => {
  const { database, owner, ours } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  const [id, { recoveryCode, passkey, signIn }] = [ours.person['id'], ours.rows];
  await owner.query('update partner_totp set confirmed_at = now()');
  const done = async (text: string, values: unknown[]): Promise<unknown> =>
    Object.values((await portal.query(text, values)).rows[0])[0];
  const race = async (text: string, values: unknown[]): Promise<number> =>
    (await Promise.all(Array.from({ length: 8 }, async () => await done(text, values)))).filter(
      (one) => one === true,
    ).length;
  assert.equal(await race('select portal_take_code($1, $2)', [id, 1_000n]), 1);
  assert.equal(await done('select portal_take_code($1, $2)', [id, 999n]), false, 'nor one before it');
  assert.equal(await race('select portal_take_recovery_code($1, $2)', [id, recoveryCode['hash']]), 1);
  assert.equal(await race('select portal_use_sign_in($1)', [signIn['id']]), 1);
  assert.equal(await done('select portal_use_passkey($1, $2, true)', [passkey['id'], 5n]), true);
  assert.equal(await done('select portal_use_passkey($1, $2, true)', [passkey['id'], 4n]), false);
  await owner.query('update partner_invitation set invited_by_id = $1 where id = $2', [
    id,
    ours.invitation['id'],
  ]);
  const accept = 'select portal_accept_invitation($1, $2)';
  assert.equal(await race(accept, [ours.invitation['token_hash'], '192.0.2.1']), 1);
  const { rows } = await owner.query('select partner_id, email, roles from partner_person where id = $1', [
    ours.invitation['id'],
  ]);
  const { partner_id, email, roles } = ours.invitation;
  assert.deepEqual(rows, [{ partner_id, email, roles }]);
});

test('the door finds a person by the whole address alone, and says nothing of one that nobody has', async (t) => {
  const { database, ours } = await openTwoPartners(t);
  const portal = database.pool('vezne_portal');
  const find = async (email: string, network: string | null): Promise<unknown> =>
    (await portal.query('select * from portal_find_person($1, $2)', [email, network])).rows[0];
  const { id, email } = ours.person;
  assert.deepEqual(await find(String(email), '192.0.2.0/24'), {
    person_id: id,
    partner_id: ours.id,
    is_known_network: true,
  });
  assert.deepEqual(await find(String(email), '198.51.100.0/24'), {
    person_id: id,
    partner_id: ours.id,
    is_known_network: false,
  });
  const nobody = { person_id: null, partner_id: null, is_known_network: false };
  for (const wanted of ['', '%', String(email).slice(1), `${String(email)} `])
    assert.deepEqual(await find(wanted, '192.0.2.0/24'), nobody, wanted);
});
