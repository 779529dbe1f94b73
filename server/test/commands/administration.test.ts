import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { testKeysEnv } from '../harness/keys.ts';
import { byTwo, jsonOf, manyVezneOn, vezneOn } from './vezne.ts';

async function prepare(t: TestContext) {
  const database = await createTestDatabase(t);
  return { database, owner: database.pool(), vezne: manyVezneOn(t, database, testKeysEnv) };
}

test("a new partner's secrets are shown once, to the second person, and no other command shows them", async (t) => {
  const { vezne } = await prepare(t);
  const create = ['partner', 'create', '--name', 'Acme', '--deposit-bps', '250', '--deposit-fixed', '1.50'];
  const asked = await vezne(...create);
  assert.match(asked.stdout, /^You asked for partner\.create, which takes two people\.\n/);
  assert.match(asked.stdout, / deposit terms +2\.50 % \+ 1\.50 TRY, deduct_from_amount\n/);
  assert.match(asked.stdout, /Within 7 days a second person /);
  assert.doesNotMatch(asked.stdout, /vz[skh]_/);
  const [, requestId = ''] = /vezne request confirm (\S+) --as NAME/.exec(asked.stdout) ?? [];
  const created = await vezne('request', 'confirm', requestId, '--as', 'mehmet');
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stdout, /2\.50 % \+ 1\.50 TRY, deduct_from_amount/);
  assert.match(created.stdout, /3\.00 % \+ 0\.00 TRY, deduct_from_amount/);
  assert.match(created.stdout, /shown this once and can't be shown again/);
  const secrets = created.stdout.match(/vz[sh]_\S{43}/g) ?? [];
  assert.equal(secrets.length, 2);
  const later = await Promise.all([
    vezne('partner', 'show', 'acme'),
    vezne('partner', 'show', 'acme', '--json'),
    vezne('credentials', 'list', 'acme', '--json'),
    vezne('audit', 'list', '--json'),
  ]);
  for (const { code, stdout } of later) {
    assert.equal(code, 0);
    assert.match(stdout, /vzk_c1_/);
    assert.doesNotMatch(stdout, /vz[sh]_|sealed/i);
  }
});

test('with --json a command prints one line of JSON for programs, with amounts as text', async (t) => {
  const { vezne } = await prepare(t);
  const create = ['partner', 'create', '--name', 'Acme', '--credit-line', '12.50'];
  const created = jsonOf(await byTwo(vezne, create, '--json'))['result'] as Record<string, unknown>;
  const { id } = created['partner'] as { id: string };
  const credentials = created['credentials'] as Record<string, string>;
  assert.deepEqual(Object.keys(credentials), ['apiKey', 'apiSecret', 'hashSecret']);
  const shown = jsonOf(await vezne('partner', 'show', id, '--json'));
  assert.equal((shown['partner'] as Record<string, unknown>)['creditLine'], '12.50');
  const set = jsonOf(
    await vezne('partner', 'set', id, '--no-requests-per-second', '--credit-line', '0.00', '--json'),
  );
  assert.deepEqual(
    [set['changed'], set['before'], set['after']],
    [true, { creditLine: '12.50' }, { creditLine: '0.00' }],
  );
});

test('a command that fails exits with 1 and one sentence, without a stack', async (t) => {
  const { vezne, owner } = await prepare(t);
  const { name, apiKey } = await insertPartner(owner);
  await vezne('credentials', 'revoke', apiKey);
  const cases = [
    ['partner', 'show', 'nobody'],
    ['partner', 'create', '--name', name.toUpperCase()],
    ['credentials', 'revoke', apiKey],
    ['limits', 'set', '--deposit-min', '500000.01'],
    ['bank-account', 'show', 'TR330006100519786457841326'],
    ['audit', 'list', '--subject', 'nobody'],
  ];
  for (const words of cases) {
    const { code, stdout, stderr } = await vezne(...words);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, /^vezne: [^\n]+\n$/, words.join(' '));
  }
});

test('wrong usage exits with 2, and help with 0', async (t) => {
  const { vezne } = await prepare(t);
  const cases = [
    ['nonsense'],
    ['partner'],
    ['partner', 'show'],
    ['partner', 'create'],
    ['partner', 'set', 'Acme'],
    ['partner', 'set', 'Acme', '--any-network', '--allow-network', '10.0.0.0/8'],
    ['partner', 'set', 'Acme', '--settlement-iban', 'TR330006100519786457841326'],
    ['partner', 'set', 'Acme', '--settlement-holder', 'Acme', '--remove-settlement-account'],
    ['partner', 'set', 'Acme', '--support-address', 'https://a.example/', '--remove-support-address'],
    ['partner', 'set', 'Acme', '--refund-note-tr', 'İade edilir.'],
    ['partner', 'set', 'Acme', '--refund-note-en', 'Refunded.', '--remove-refund-note'],
    ['partner', 'terms', 'Acme', '--direction', 'sideways', '--bps', '1'],
    ['limits', 'set', '--deposit-min', '50'],
    ['limits', 'set', '--deposit-min', '0.00'],
    ['bank-account', 'set', 'x'],
    ['audit', 'list', '--limit', '0'],
  ];
  for (const words of cases) {
    const { code, stdout, stderr } = await vezne(...words);
    assert.deepEqual([code, stdout], [2, ''], words.join(' '));
    assert.notEqual(stderr, '');
  }
  const help = await vezne('partner', 'create', '--help');
  assert.deepEqual([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, /\$ vezne partner create --name Acme\n/);
});

test("every change needs a person's name, and --as overrides the name from the environment", async (t) => {
  const { database, owner, vezne } = await prepare(t);
  const { code, stderr } = await vezneOn(database, {})('platform', 'pause');
  assert.equal(code, 1);
  assert.match(stderr, /--as NAME/);
  await vezne('platform', 'pause', '--as', 'Mehmet Şen');
  await vezneOn(database, { USER: 'root', SUDO_USER: 'fatma' })('platform', 'resume');
  const { rows } = await owner.query('select actor, action from audit_entry order by id');
  assert.deepEqual(rows, [
    { actor: 'Mehmet Şen', action: 'platform.pause' },
    { actor: 'fatma', action: 'platform.resume' },
  ]);
});

test('amounts are printed with their currency, and IBANs in groups of four', async (t) => {
  const { vezne } = await prepare(t);
  const iban = 'TR33 0006 1005 1978 6457 8413 26';
  const account = ['--bank-name', 'Ziraat', '--holder', 'Vezne A.Ş.', '--iban', iban];
  const added = await byTwo(vezne, ['bank-account', 'add', ...account, '--daily-cap', '100000.00']);
  assert.equal(added.code, 0, added.stderr);
  const listed = await vezne('bank-account', 'list');
  assert.match(
    listed.stdout,
    new RegExp(`^${iban}  Ziraat  Vezne A\\.Ş\\.  disabled  open +open +100000\\.00 TRY +0$`, 'm'),
  );
  await vezne('limits', 'set', '--deposit-min', '75.00');
  const log = await vezne('audit', 'list');
  assert.match(
    log.stdout,
    /\+03 {2}ayse +limits\.set +platform +deposit min 50\.00 TRY -> 75\.00 TRY, version \d+\n$/,
  );
  const ofAccount = await vezne('audit', 'list', '--subject', iban.toLowerCase());
  assert.match(ofAccount.stdout, new RegExp(`^[^\\n]+bank_account\\.add  ${iban}  [^\\n]+\\n$`));
});

test('terms are set from a date in Turkey, and show tells what is in force and what is to come', async (t) => {
  const { owner, vezne } = await prepare(t);
  const { name } = await insertPartner(owner);
  const words = ['partner', 'terms', name, '--direction', 'deposit'];
  const terms = async (...more: string[]) => await vezne(...words, ...more);
  const agreed = async (...more: string[]) => await byTwo(vezne, [...words, ...more]);
  const planned = await agreed('--bps', '250', '--from', '2099-12-01');
  assert.match(planned.stdout, /from 2099-12-01 00:00:00 \+03, .*basis points 300 -> 250\n$/);
  const replacing = await agreed('--bps', '240', '--from', '2098-01-01T09:00:00Z');
  assert.match(replacing.stdout, /replaced versions 2/);
  assert.match(
    (await terms('--bps', '240', '--from', '2098-01-01T12:00:00+03:00')).stdout,
    /like that already/,
  );
  const shown = await vezne('partner', 'show', name);
  assert.match(
    shown.stdout,
    /Terms\n {2}deposit +3\.00 %[^\n]+\n {2}withdrawal [^\n]+\nTerms to come\n {2}deposit  2\.40 %[^\n]+from 2098-01-01 12:00:00 \+03[^\n]+version 3[^\n]+\nCredentials/,
  );
  assert.equal((await agreed('--bps', '200', '--from', 'now')).code, 0);
  assert.doesNotMatch((await vezne('partner', 'show', name)).stdout, /Terms to come/);
  const past = await terms('--bps', '100', '--from', '2026-01-01');
  assert.equal(past.code, 1);
  assert.match(past.stderr, /can't begin in the past/);
  for (const from of ['2026-02-30', '2099-01-01T09:00', 'tomorrow'])
    assert.equal((await terms('--bps', '100', '--from', from)).code, 2, from);
});

test('revoking the last live key warns that the partner is locked out', async (t) => {
  const { owner, vezne } = await prepare(t);
  const { id, apiKey } = await insertPartner(owner);
  const { code, stderr } = await vezne('credentials', 'revoke', apiKey);
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`WARNING: .*vezne credentials create ${id}`));
});

test('a pause without a direction stops deposits and withdrawals, and a pause of one direction leaves the other open', async (t) => {
  const { owner, vezne } = await prepare(t);
  const { name } = await insertPartner(owner);
  const account = await insertBankAccount(owner);
  const pauses = async () =>
    (await owner.query('select deposits_paused as d, withdrawals_paused as w from partner'))
      .rows as unknown[];
  await vezne('partner', 'pause', name);
  assert.deepEqual(await pauses(), [{ d: true, w: true }]);
  await vezne('partner', 'resume', name, '--deposits');
  assert.deepEqual(await pauses(), [{ d: false, w: true }]);
  const paused = jsonOf(await vezne('bank-account', 'pause', account.id, '--payouts', '--json'));
  assert.deepEqual(paused['after'], { payoutsPaused: true });
  const both = jsonOf(await vezne('bank-account', 'pause', account.id, '--json'));
  assert.deepEqual(both['after'], { depositsPaused: true });
});

test('a database that cannot be reached or refuses the login is reported in one sentence', async (t) => {
  const { database } = await prepare(t);
  const url = new URL(database.urlOf('vezne_admin'));
  const run = async (changed: Partial<URL>) => {
    const other = Object.assign(new URL(url), changed).href;
    return await vezneOn({ urlOf: () => other })('partner', 'list');
  };
  for (const [changed, sentence] of [
    [{ port: '1' }, /can't be reached \(ECONNREFUSED\)/],
    [{ password: 'wrong' }, /refused the login/],
    [{ pathname: '/nowhere' }, /doesn't exist/],
    [{ pathname: '/postgres' }, /Run: vezne migrate/],
    [{ search: '?sslmode=require' }, /asks for an encrypted connection .+ nothing was sent to it/],
  ] as const) {
    const { code, stdout, stderr } = await run(changed);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
  // It has connections of its own.
  const owners = Object.assign(new URL(database.ownerUrl), { search: '?sslmode=require' }).href;
  const { code, stderr } = await vezneOn(database, { DATABASE_URL: owners })('migrate');
  assert.equal(code, 1);
  assert.match(stderr, /^vezne: The address of the database asks for an encrypted connection /m);
});
