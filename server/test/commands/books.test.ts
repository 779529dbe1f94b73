import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openDesk } from '../harness/desk.ts';
import { insertBankAccount } from '../harness/factories.ts';
import { assertBooksHold, balances } from '../harness/ledger.ts';
import { byTwo, jsonOf, manyVezneOn } from './vezne.ts';

const NOTE = ['--note', 'because'];

async function prepare(t: TestContext) {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  /** An approved deposit of 1000.00, to have money to move. */
  const approved = async (): Promise<string> => {
    const id = await desk.deposit();
    const { fingerprint: seen } = await desk.see(id);
    assert.equal((await vezne('deposit', 'approve', id, '--seen', seen)).code, 0);
    return id;
  };
  const { owner, partner, bankAccount } = desk;
  return { desk, owner, partner, bankAccount, vezne, approved };
}

const textOf = (values: Record<string, unknown>, key: string): string => String(values[key]);

test('a settlement says where the money is to be sent, and without such an account how to set it', async (t) => {
  const { vezne, partner, bankAccount, approved } = await prepare(t);
  await approved();
  const money = ['--amount', '100.00', '--bank-account', bankAccount.iban, ...NOTE];
  const settle = async (...words: string[]) =>
    await vezne('ledger', 'settle', partner.name, ...money, ...words);
  await vezne('partner', 'set', partner.name, '--remove-settlement-account');
  const refused = await settle();
  assert.equal(refused.code, 1);
  assert.ok(refused.stderr.includes(`vezne partner set ${partner.id} --settlement-iban`), refused.stderr);
  const iban = 'TR33 0006 1005 1978 6457 8413 26';
  const account = ['--settlement-iban', iban, '--settlement-holder', 'Acme A.Ş.'];
  const asked = await vezne('partner', 'set', partner.name, ...account);
  assert.match(
    asked.stdout,
    new RegExp(`settlement account  none -> \\(iban ${iban}, holder name Acme A\\.Ş\\.\\)`),
  );
  const [, requestId = ''] = /vezne request confirm (\S+) --as NAME/.exec(asked.stdout) ?? [];
  assert.equal((await vezne('request', 'confirm', requestId, '--as', 'mehmet')).code, 0);
  assert.match(
    (await vezne('partner', 'show', partner.name)).stdout,
    new RegExp(`settled to +${iban}, Acme A\\.Ş\\.`),
  );
  assert.match(
    (await settle()).stdout,
    new RegExp(`\\nThe money is to be sent to: ${iban}, Acme A\\.Ş\\.\\n$`),
  );
  assert.deepEqual(jsonOf(await settle('--json'))['sentTo'], {
    iban: iban.replaceAll(' ', ''),
    holderName: 'Acme A.Ş.',
  });
  await vezne('limits', 'set', '--four-eyes', '0.00');
  assert.match(
    (await settle()).stdout,
    new RegExp(`\\nOnce it is confirmed, the money is to be sent to: ${iban},`),
  );
});

test('a settlement above the four-eyes amount is posted when a second person confirms it, never by the person who asked', async (t) => {
  const { vezne, owner, partner, bankAccount, approved } = await prepare(t);
  await approved();
  await vezne('limits', 'set', '--four-eyes', '500.00');
  const settle = async (amount: string, ...more: string[]) =>
    await vezne(
      'ledger',
      'settle',
      partner.name.toUpperCase(),
      '--amount',
      amount,
      '--bank-account',
      bankAccount.iban,
      '--note',
      'august',
      '--json',
      ...more,
    );
  assert.equal(
    jsonOf(await settle('500.00'))['outcome'],
    'posted',
    'An amount on the limit takes one person.',
  );
  assert.match((await settle('500.01')).stderr, /the account does not hold enough\. .* --bank-balance/);
  assert.match((await settle('500.01', '--bank-balance', '500.00')).stderr, /The bank shows less/);
  const tooMuch = jsonOf(await settle('500.01', '--bank-balance', '900.00'));
  assert.equal(tooMuch['outcome'], 'asked');
  const refused = await vezne('request', 'confirm', textOf(tooMuch, 'requestId'), '--as', 'mehmet');
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^vezne: This is more than the partner has\./);
  assert.equal((await vezne('request', 'withdraw', textOf(tooMuch, 'requestId'))).code, 0);

  await vezne('limits', 'set', '--four-eyes', '0.00');
  const id = textOf(jsonOf(await settle('470.00')), 'requestId');
  const iban = bankAccount.iban.replace(/(.{4})(?=.)/g, '$1 ');
  const what = `settled_to_partner 470.00 TRY: debit partner_balance:${partner.name}, credit bank:${iban}`;
  for (const words of [
    ['request', 'list'],
    ['request', 'show', id],
  ]) {
    const { stdout } = await vezne(...words);
    assert.ok(stdout.includes(what) && stdout.includes('ayse') && stdout.includes('august'), stdout);
    assert.ok(
      stdout.includes(id) && !stdout.includes(textOf(tooMuch, 'requestId')),
      'Only what is open waits.',
    );
  }
  const listed = jsonOf(await vezne('request', 'list', '--json'))['requests'] as {
    details: Record<string, unknown>;
  }[];
  assert.deepEqual(
    listed.map(({ details }) => details['amount']),
    ['470.00'],
  );

  const own = await vezne('request', 'confirm', id, '--as', 'Ayse');
  assert.deepEqual([own.code, own.stdout], [1, '']);
  assert.match(own.stderr, /^vezne: You asked for \S+ yourself, so somebody else has to confirm it\./);
  const confirmed = await vezne('request', 'confirm', id, '--as', 'mehmet');
  assert.match(confirmed.stdout, /^The request of ayse is confirmed, and it is done\.\n/);
  assert.match((await vezne('request', 'confirm', id, '--as', 'mehmet')).stderr, /has ended before/);
  assert.match((await vezne('request', 'show', id)).stdout, / status +confirmed \S+ \S+ \+03 by mehmet\n$/);
  assert.deepEqual(await balances(owner), { bank: 3_000n, partner_commission: 3_000n });
  await assertBooksHold(owner);
});

test('late money becomes a deposit of its own, and a wrong approval is corrected by two people', async (t) => {
  const { vezne, desk, owner, bankAccount, approved } = await prepare(t);
  const id = await approved();
  const late = async () => await vezne('deposit', 'late', id, '--amount', '500.00', '--json');
  const { id: lateId, seen } = jsonOf(await late())['transaction'] as { id: string; seen: string };
  assert.match((await late()).stderr, /waits for a decision already, and may be this/);
  const approveLate = ['deposit', 'approve', lateId, '--seen', seen.slice(0, 12)];
  assert.match(
    (await vezne(...approveLate)).stderr,
    /could be credited twice: .*--bank-reference and --sender/,
  );
  const { customerFullName } = await desk.see(id);
  const lateApproved = await vezne(...approveLate, '--bank-reference', 'L-1', '--sender', customerFullName);
  assert.match(lateApproved.stdout, /500\.00 TRY came, and the player is credited 485\.00 TRY/);
  const open = await desk.deposit();
  assert.match((await vezne('deposit', 'late', open, '--amount', '1.00')).stderr, /is still open/);

  const correct = ['deposit', 'correct', id, ...NOTE, '--amount'];
  assert.match((await vezne(...correct, '1000.00')).stderr, /there is nothing to correct/);
  assert.equal((await vezne(...correct, '95.00', '--seen', '0'.repeat(12))).code, 1);
  const asked = await vezne(...correct, '95.00', '--seen', (await desk.see(id)).fingerprint.slice(0, 12));
  const [, requestId = ''] = /vezne request confirm (\S+) --as NAME/.exec(asked.stdout) ?? [];
  const shown = await vezne('request', 'show', requestId);
  assert.match(
    shown.stdout,
    / came +1000\.00 TRY\n[^]* came +95\.00 TRY\n[^]* player is credited +92\.15 TRY\n/,
  );
  assert.match(shown.stdout, / 877\.85 TRY +debit partner_balance:\S+ \S+ +credit bank:TR/);
  assert.equal((await vezne('request', 'confirm', requestId)).code, 1);
  const confirmed = await vezne('request', 'confirm', requestId, '--as', 'mehmet');
  const row = await desk.see(id);
  assert.deepEqual([row.status, row.actualAmountCents, row.playerAmountCents], ['approved', 9_500n, 9_215n]);

  assert.match(confirmed.stdout, /is corrected\. The player should have been credited 92\.15 TRY\.\n$/);
  assert.equal((await byTwo(vezne, [...correct, '96.00'])).code, 0);
  assert.equal((await balances(owner))['bank'], 59_600n, `at ${bankAccount.iban}`);
  await assertBooksHold(owner);
});

test("the house's own money can be moved, and the books show where it is", async (t) => {
  const { vezne, owner, partner, bankAccount } = await prepare(t);
  const other = await insertBankAccount(owner);
  const at = (account: { id: string }, amount: string) => [
    '--bank-account',
    account.id,
    '--amount',
    amount,
    ...NOTE,
  ];
  const sides = ['--debit', `bank:${bankAccount.iban}`, '--credit', 'owner_funds', '--amount', '1000.00'];
  const adjusted = jsonOf(await vezne('ledger', 'adjust', ...sides, ...NOTE, '--json'));
  assert.equal(adjusted['outcome'], 'asked', 'An adjustment takes two people whatever its amount.');
  await vezne('request', 'confirm', textOf(adjusted, 'requestId'), '--as', 'mehmet');
  assert.equal((await vezne('ledger', 'top-up', partner.id, ...at(bankAccount, '200.00'))).code, 0);
  assert.equal((await vezne('ledger', 'fee', ...at(bankAccount, '12.50'))).code, 0);
  const sent = await vezne('ledger', 'send', ...at(bankAccount, '300.00'));
  const [, sentId = ''] = /vezne ledger arrive (\S+) /.exec(sent.stdout) ?? [];
  const arrive = async (account: { id: string }, amount: string) =>
    await vezne('ledger', 'arrive', sentId, ...at(account, amount));
  assert.match((await arrive(bankAccount, '300.00')).stderr, /arrives whole, at another account/);
  assert.match((await arrive(other, '299.00')).stderr, /arrives whole, at another account/);
  assert.equal((await arrive(other, '300.00')).code, 0);
  assert.match((await arrive(other, '300.00')).stderr, /has arrived before/);

  const grouped = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');
  const told = await vezne('ledger', 'balances');
  assert.deepEqual(
    told.stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(/ {2,}/))
      .toSorted(),
    [
      [`bank:${grouped(bankAccount.iban)}`, '887.50 TRY', '4'],
      [`bank:${grouped(other.iban)}`, '300.00 TRY', '1'],
      ['bank_fees', '12.50 TRY', '1'],
      ['in_transit', '0.00 TRY', '2'],
      ['owner_funds', '1000.00 TRY', '1'],
      [`partner_balance:${partner.name}`, '200.00 TRY', '1'],
    ].toSorted(),
  );
  const { balances: ofPartner } = jsonOf(
    await vezne('ledger', 'balances', '--partner', partner.name, '--json'),
  );
  assert.deepEqual(
    (ofPartner as { account: { kind: string }; balance: string }[]).map(({ account, balance }) => [
      account.kind,
      balance,
    ]),
    [
      ['partner_balance', '200.00'],
      ['partner_reserved', '0.00'],
      ['partner_commission', '0.00'],
    ],
  );
  const entries = await vezne('ledger', 'entries', `bank:${grouped(bankAccount.iban)}`, '--limit', '2');
  const [, newest = '', before = '', ...rest] = entries.stdout.trimEnd().split('\n');
  assert.match(
    newest,
    new RegExp(`^ 4 .* -300\\.00 TRY +887\\.50 TRY +internal_transfer_sent +${sentId} +because$`),
  );
  assert.match(before, /^ 3 .* -12\.50 TRY +1187\.50 TRY +bank_fee_charged /);
  assert.deepEqual(rest, []);
  for (const account of ['bank', 'owner_funds:x', 'nonsense', 'toString', 'bank:nowhere']) {
    assert.equal((await vezne('ledger', 'entries', account)).code, 1, account);
  }
  await assertBooksHold(owner);
});

test('books that do not add up are reported with the difference, and the audit log says in words who did what', async (t) => {
  const { vezne, owner, partner, bankAccount, approved } = await prepare(t);
  const id = await approved();
  await vezne(
    'ledger',
    'top-up',
    partner.name,
    '--bank-account',
    bankAccount.iban,
    '--amount',
    '2.00',
    ...NOTE,
  );
  await vezne('deposit', 'correct', id, '--amount', '0.00', ...NOTE);
  const log = await vezne('audit', 'list', '--limit', '3');
  const [approval = '', topUp = '', ask = ''] = log.stdout.split('\n');
  const txn = `txn_${id.replaceAll('-', '')}`;
  assert.match(
    approval,
    new RegExp(`  ayse  deposit\\.approve +${txn}  amount 1000\\.00 TRY, actual amount 1000\\.00 TRY$`),
  );
  assert.match(topUp, new RegExp(`ledger\\.top_up +\\S+ +.*amount 2\\.00 TRY.*partner ${partner.name}`));
  assert.match(ask, new RegExp(`request\\.ask .*actual amount 0\\.00 TRY, .* transaction ${txn}$`));
  const ofTransaction = jsonOf(await vezne('audit', 'list', '--subject', txn, '--json'));
  assert.equal((ofTransaction['entries'] as unknown[]).length, 1);

  assert.equal(jsonOf(await vezne('ledger', 'verify', '--json'))['isIntact'], true);
  await owner.query(
    `update ledger_account set balance_cents = balance_cents + 1 where kind = 'partner_balance'`,
  );
  const broken = await vezne('ledger', 'verify');
  assert.equal(broken.code, 1);
  assert.match(
    broken.stdout,
    /^BROKEN {2}debits equal credits\n {2}all accounts {2}expected 0 {2}found -1$/m,
  );
  assert.match(broken.stderr, /^vezne: THE BOOKS ARE BROKEN\. 3 rules of 28 broken\./);
});
