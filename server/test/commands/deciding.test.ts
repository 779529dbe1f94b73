import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toTransactionId } from '../../src/ids.ts';
import { nowhere, openDesk } from '../harness/desk.ts';
import { until } from '../harness/expectations.ts';
import { assertBooksHold, balances } from '../harness/ledger.ts';
import { auditRows } from '../usecases/administration.ts';
import { byTwo, jsonOf, manyVezneOn, vezneOn } from './vezne.ts';

async function prepare(t: TestContext) {
  const desk = await openDesk(t);
  const short = async (id: string): Promise<string> => (await desk.see(id)).fingerprint.slice(0, 12);
  return {
    desk,
    owner: desk.owner,
    bankAccount: desk.bankAccount,
    vezne: manyVezneOn(t, desk.database),
    short,
  };
}

async function fileOf(t: TestContext, text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-seen-'));
  t.after(async () => await rm(directory, { recursive: true }));
  await writeFile(join(directory, 'seen'), text);
  return join(directory, 'seen');
}

test('the queue shows the oldest deposit first with its fingerprint, and a deposit is approved with the amount that came', async (t) => {
  const { vezne, desk, owner, short, bankAccount } = await prepare(t);
  const [first, second] = [await desk.deposit(), await desk.deposit({ amountCents: 200_000n })];
  const [listed, shown] = await Promise.all([
    vezne('transaction', 'list', '--waiting', 'deposits'),
    vezne('transaction', 'list', '--waiting', 'deposits', '--limit', '1', '--json'),
  ]);
  const ids = listed.stdout.match(/^txn_\S+ {2}[0-9a-f]{12}/gm) ?? [];
  const lineOf = async (id: string) => `${toTransactionId(id)}  ${await short(id)}`;
  assert.deepEqual(ids, [await lineOf(first), await lineOf(second)].toSorted());
  assert.equal((jsonOf(shown)['transactions'] as unknown[]).length, 1);

  const approved = await vezneOn(desk.database)(
    'deposit',
    'approve',
    first,
    '--amount',
    '950.00',
    '--seen',
    await short(first),
  );
  assert.deepEqual(approved, {
    code: 0,
    stdout: `${toTransactionId(first)} is approved. 950.00 TRY came, and the player is credited 921.50 TRY.\n`,
    stderr: '',
  });
  assert.deepEqual(await balances(owner), {
    bank: 95_000n,
    partner_balance: 92_150n,
    partner_commission: 2_850n,
  });
  const [audit] = await auditRows(owner);
  assert.deepEqual(
    [audit?.actor_kind, audit?.actor, audit?.action],
    ['command_line', 'ayse', 'deposit.approve'],
  );

  const [person, program] = await Promise.all([
    vezne('transaction', 'show', toTransactionId(first)),
    vezne('transaction', 'show', first, '--json'),
  ]);
  const { fingerprint: seen } = await desk.see(first);
  const iban = bankAccount.iban.replace(/(.{4})(?=.)/g, '$1 ');
  for (const part of [
    / state +approved\n/,
    / came +950\.00 TRY\n/,
    new RegExp(` paid to +Ziraat Bankası ${iban}\\n`),
    new RegExp(` fingerprint +${seen}\\n`),
    / 2 {2}\S+ \S+ \+03 {2}approve +approved +command_line ayse\n/,
    new RegExp(` 2 {2}deposit_approved {2}921\\.50 TRY +bank:${iban} {2}partner_balance:Partner `),
    /deposit\.approved {2}evt_[0-9a-f]{32} {2}number 1 of/,
  ])
    assert.match(person.stdout, part);
  const { transaction, steps, transfers, events } = jsonOf(program) as Record<
    string,
    Record<string, unknown>
  >;
  assert.deepEqual([transaction?.['id'], transaction?.['actualAmount']], [toTransactionId(first), '950.00']);
  assert.deepEqual(
    [steps, transfers, events].map((list) => list?.['length']),
    [2, 2, 1],
  );
  await assertBooksHold(owner);
});

test('several deposits are approved at once with the requested amounts, and one refusal does not stop the others', async (t) => {
  const { vezne, owner, desk, short } = await prepare(t);
  const ids = [
    await desk.deposit(),
    await desk.deposit(),
    await desk.deposit({ status: 'waiting_payment' }),
  ] as const;
  const lines = [
    '# looked at by ayse',
    `${toTransactionId(ids[0])} ${(await desk.see(ids[0])).fingerprint}`,
    `${ids[1]} ${'0'.repeat(12)}`,
    '',
    `${ids[2]}\t${await short(ids[2])}`,
    `${nowhere()} ${'0'.repeat(12)}`,
  ];
  const [bulk, damaged] = await Promise.all([
    vezne('deposit', 'approve', '--from-file', await fileOf(t, lines.join('\n'))),
    vezne('deposit', 'approve', '--from-file', await fileOf(t, `${lines[1]}\nnonsense\n`)),
  ]);
  assert.deepEqual([bulk.code, damaged.code], [1, 1]);
  const [approved = '', changed = '', early = '', unknown = '', ...rest] = bulk.stdout.trimEnd().split('\n');
  assert.match(approved, /is approved\. 1000\.00 TRY came, and the player is credited 970\.00 TRY\.$/);
  assert.match(changed, /is not what you saw/);
  assert.match(early, /is waiting_payment, and this can't be done from there/);
  assert.match(unknown, /no such transaction/);
  assert.deepEqual(rest, []);
  assert.equal(bulk.stderr, 'vezne: 3 deposits of 4 not approved. What became of each is with it.\n');
  assert.match(damaged.stderr, /^vezne: Line 2 is not an id and a fingerprint .* Nothing was approved/);

  const confirmed = await vezne('deposit', 'confirm', ids[2], '--as', 'mehmet');
  const next =
    /^ {2}vezne (deposit approve .*)\n$/m.exec(confirmed.stdout)?.[1] ?? assert.fail(confirmed.stderr);
  assert.equal(next.split(' ').at(-1), await short(ids[2]));
  const both = [
    'deposit',
    'approve',
    ids[1],
    ids[2],
    '--seen',
    await short(ids[1]),
    '--seen',
    await short(ids[2]),
  ];
  const told = jsonOf(await vezne(...both, '--json'));
  assert.deepEqual([told['approved'], told['refused']], [2, 0]);
  assert.deepEqual(await balances(owner), {
    bank: 300_000n,
    partner_balance: 291_000n,
    partner_commission: 9_000n,
  });
  await assertBooksHold(owner);
});

test('an approval that makes no sense is wrong usage, and nothing is decided', async (t) => {
  const { vezne, owner, desk } = await prepare(t);
  const id = await desk.deposit();
  const seen = ['--seen', '0'.repeat(12)];
  const cases = [
    [],
    [id],
    [id, '--seen', '0'.repeat(11)],
    [id, id, ...seen],
    [id, id, ...seen, ...seen, '--amount', '1.00'],
    [id, ...seen, '--from-file', 'x'],
    [id, ...seen, '--amount', '0.00'],
  ];
  const ran = await Promise.all(cases.map(async (words) => await vezne('deposit', 'approve', ...words)));
  assert.deepEqual(
    ran.map(({ code, stdout }) => [code, stdout]),
    cases.map(() => [2, '']),
  );
  assert.deepEqual(await auditRows(owner), []);
});

test('a payout above the four-eyes amount is taken, authorised by a second person, approved, and returned by the bank', async (t) => {
  const { vezne, owner, desk, short, bankAccount } = await prepare(t);
  await owner.query('update partner set credit_line_cents = 0 where id = $1', [desk.partner.id]);
  const [funds, id] = [await desk.deposit(), await desk.withdrawal({ amountCents: 60_000n })];
  const [limits, listed, poor] = await Promise.all([
    vezne('limits', 'set', '--four-eyes', '500.00'),
    vezne('transaction', 'list', '--waiting', 'withdrawals'),
    vezne('withdrawal', 'take', id, '--bank-account', bankAccount.iban, '--seen', await short(id)),
  ]);
  assert.deepEqual([limits.code, poor.code], [0, 0], poor.stderr);
  assert.match(listed.stdout, /600\.00 TRY {2}582\.00 TRY {2}queued/);

  const authorise = ['withdrawal', 'authorise', id, '--seen', await short(id)];
  const bankBalance = ['--bank-balance', '5000.00'];
  const [unsaid, withoutCredit] = await Promise.all([
    vezne(...authorise, '--as', 'mehmet'),
    vezne(...authorise, ...bankBalance, '--as', 'mehmet'),
  ]);
  assert.match(unsaid.stderr, /the account does not hold enough .* --bank-balance/);
  assert.match(withoutCredit.stderr, /^vezne: The partner's balance and credit line don't cover txn_/);
  assert.match(poor.stdout, /\n {2}after this payout +-582\.00 TRY\nThat is too little: .* --bank-balance\./);

  await byTwo(vezne, ['deposit', 'approve', funds, '--seen', await short(funds)]);
  const asked = await vezne(...authorise, '--as', 'AYSE ');
  assert.match(asked.stdout, /^This takes two people: it is above the four-eyes amount\.\n/);
  const [, requestId = ''] = /vezne request confirm (\S+) --as NAME/.exec(asked.stdout) ?? [];
  const [again, waiting, queue, own] = await Promise.all([
    vezne(...authorise),
    vezne('transaction', 'show', id),
    vezne('transaction', 'list', '--waiting', 'withdrawals'),
    vezne('request', 'confirm', requestId),
  ]);
  assert.match(again.stderr, /A request about txn_\S+ waits for a second person already/);
  assert.match(waiting.stdout, /\nIt waits for a second person until .* \+03, asked by AYSE\n/);
  assert.doesNotMatch(waiting.stdout, /withdrawal authorise/);
  assert.match(queue.stdout, / asked_by_AYSE\n/);
  assert.match(own.stderr, /^vezne: You asked for \S+ yourself/);
  const authorised = await vezne('request', 'confirm', requestId, '--as', 'mehmet');
  assert.match(
    authorised.stdout,
    /\ntxn_\S+ is authorised by mehmet\.\nSend 582\.00 TRY to .*, TR\d\d \d{4} /,
  );
  const reject = await vezne('withdrawal', 'reject', id, '--reason', 'payout_failed');
  assert.match(reject.stderr, /can't do this too/);

  const approved = jsonOf(await vezne('withdrawal', 'approve', id, '--seen', await short(id), '--json'));
  const { status, takenBy, authorisedBy } = approved['transaction'] as Record<string, unknown>;
  assert.deepEqual([status, takenBy, authorisedBy], ['approved', 'ayse', 'mehmet']);
  const returned = await vezne('withdrawal', 'return', id, '--seen', await short(id), '--as', 'mehmet');
  assert.match(returned.stdout, /^txn_\S+ is rejected \(payout_returned\)\./);
  assert.deepEqual(await balances(owner), {
    bank: 100_000n,
    partner_balance: 97_000n,
    partner_commission: 3_000n,
  });
  await assertBooksHold(owner);
});

test('a deposit is rejected with the amount that was seen, and a taken payout goes back to the queue or is rejected', async (t) => {
  const { vezne, owner, desk, bankAccount } = await prepare(t);
  const [nothing, released, failed] = [
    await desk.deposit(),
    await desk.withdrawal(),
    await desk.withdrawal(),
  ];
  const reasons = ['--reason', 'third_party_sender', '--seen-amount', '800.00', '--note', 'a cousin'];
  const take = async (id: string) => await vezne('withdrawal', 'take', id, '--bank-account', bankAccount.id);
  const [rejected, ...taken] = await Promise.all([
    vezne('deposit', 'reject', nothing, ...reasons),
    take(released),
    take(failed),
  ]);
  assert.deepEqual([rejected.code, ...taken.map(({ code }) => code)], [0, 0, 0]);
  const [back, refused, wrong, bare] = await Promise.all([
    vezne('withdrawal', 'release', released),
    vezne('withdrawal', 'reject', failed, '--reason', 'account_closed'),
    vezne('withdrawal', 'reject', failed, '--reason', 'no_money_seen'),
    vezne('deposit', 'reject', await desk.deposit(), '--reason', 'other'),
  ]);
  assert.deepEqual([back.code, refused.code, wrong.code, bare.code], [0, 0, 2, 1]);
  assert.match(bare.stderr, /the reason other needs --note/);
  const states = await Promise.all([nothing, released, failed].map(async (id) => await desk.see(id)));
  assert.deepEqual(
    states.map(({ status, stage, reasonCode, actualAmountCents }) => [
      status,
      stage,
      reasonCode,
      actualAmountCents,
    ]),
    [
      ['rejected', null, 'third_party_sender', 80_000n],
      ['waiting_confirmation', 'queued', null, null],
      ['rejected', null, 'account_closed', null],
    ],
  );
  await assertBooksHold(owner);
});

test('a command closes its connections, so its process ends at once', async (t) => {
  const { desk, vezne, owner } = await prepare(t);
  assert.equal(
    (await vezne('deposit', 'confirm', await desk.deposit({ status: 'waiting_payment' }))).code,
    0,
  );
  const sessions = `select from pg_stat_activity where datname = current_database() and application_name = 'vezne-admin'`;
  // A connection that is merely idle would be closed after ten seconds.
  await until(
    async () => (await owner.query(sessions)).rowCount,
    (open) => open === 0,
  );
});

test('a decision fails at once when the database cannot be reached', async (t) => {
  const { desk } = await prepare(t);
  const away = Object.assign(new URL(desk.database.urlOf('vezne_admin')), { port: '1' }).href;
  const { code, stdout, stderr } = await vezneOn({ urlOf: () => away })('withdrawal', 'release', nowhere());
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^vezne: The database can't be reached \(ECONNREFUSED\)\./);
});
