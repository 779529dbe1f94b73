import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import { POSTING_KINDS } from '@vezne/domain/postings';
import { Books } from '../docs/books.ts';
import { EXAMPLES } from '../docs/ledger-examples.ts';
import { ledgerDocument } from '../docs/ledger.ts';
import { depositLedgerPicture, withdrawalLedgerPicture } from '../docs/svg/ledger-pictures.ts';

test('every kind of account is in the chart, with its owner, its side and its meaning', () => {
  for (const [kind, { normalSide }] of Object.entries(ACCOUNT_KINDS))
    assert.match(
      ledgerDocument(),
      new RegExp(`^\\| \`${kind}\` \\| [\\w ]+ \\| ${normalSide} \\| \\w.*\\. \\|$`, 'm'),
    );
});

test('every kind of posting has a section with its transfers and balances', () => {
  for (const kind of POSTING_KINDS) {
    const [, section = ''] = ledgerDocument().split(`\n### ${kind}\n`);
    const [own = ''] = section.split(/\n##/);
    assert.match(own, /^\| debit \| credit \| amount \|\n\|---\|---\|--:\|\n\| \w/m, kind);
    assert.match(own, /^\| balance of \| before \| change \| after \|/m, kind);
  }
});

test('every example is in the section of its kind', () => {
  for (const kind of POSTING_KINDS) {
    assert.ok(EXAMPLES[kind].length > 0, kind);
    for (const { posting } of EXAMPLES[kind]) assert.equal(posting.kind, kind);
  }
});

test('withdrawals have an example for each mode, and the books of a deposit are the same in both', () => {
  const titles = (kind: keyof typeof EXAMPLES): string[] =>
    EXAMPLES[kind].map(({ title }) => title.split(', ').at(-1) ?? '');
  assert.deepEqual(titles('deposit_approved'), ['in both modes']);
  assert.deepEqual(titles('refused_money_credited'), ['in both modes']);
  assert.deepEqual(titles('deposit_corrected'), Array(4).fill('in both modes'));
  assert.deepEqual(titles('deposit_account_corrected'), ['in both modes']);
  for (const kind of [
    'withdrawal_authorised',
    'withdrawal_released',
    'withdrawal_approved',
    'withdrawal_account_corrected',
    'misdirected_sent',
  ] as const)
    assert.deepEqual(titles(kind), ['`deduct_from_amount`', '`fee_on_top`']);
  // Whole, and short and elsewhere.
  const returned = ['`deduct_from_amount`', '`fee_on_top`'];
  assert.deepEqual(titles('payout_returned'), [...returned, ...returned]);
});

test('the figures are those that partners were promised at 3 %', () => {
  const document = ledgerDocument();
  for (const line of [
    '| bank A | partner_balance | 921.50 |',
    '| bank A | partner_commission | 28.50 |',
    '| partner_balance | partner_reserved | 1000.00 |',
    '| partner_balance | partner_reserved | 1030.00 |',
    '| partner_reserved | bank A | 970.00 |',
    '| partner_reserved | partner_commission | 30.00 |',
    '| partner_balance | bank A | 829.35 |',
    '| bank A | unallocated A | 950.00 |',
    '| unallocated A | partner_balance | 582.00 |',
    '| unallocated A | bank A | 950.00 |',
    '| `deduct_from_amount` | 921.50 | 970.00 | -1000.00 |',
    '| `fee_on_top` | 950.00 | 1000.00 | -1030.00 |',
  ])
    assert.ok(document.includes(line), line);
  const drawn = new Set(
    [depositLedgerPicture(), withdrawalLedgerPicture()].flatMap(({ texts }) => texts.map(({ text }) => text)),
  );
  for (const figure of ['28.50', '921.50', '970.00', '1030.00']) assert.ok(drawn.has(figure), figure);
});

test('in every example, what banks hold plus what was spent or is on its way equals what is owed', () => {
  for (const { title, earlier, posting } of Object.values(EXAMPLES).flat()) {
    const books = new Books();
    const entries = [...earlier, posting].flatMap(({ transfers }) => books.post(transfers));
    const sum = entries.reduce(
      (total, { account, amountCents }) =>
        total + (ACCOUNT_KINDS[account.kind].normalSide === 'debit' ? 1n : -1n) * amountCents,
      0n,
    );
    assert.equal(sum, 0n, title);
  }
});
