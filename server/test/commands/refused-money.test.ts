import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIban } from '@vezne/domain/iban';
import { toTransactionId } from '../../src/ids.ts';
import { openDesk } from '../harness/desk.ts';
import { turkishIban } from '../harness/factories.ts';
import { assertBooksHold, balances } from '../harness/ledger.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

const SENDER_IBAN = formatIban(turkishIban(6_000_001));
const NOTE = ['--note', 'because'];

test('refused money is listed by age, credited in part, and the rest goes back to where it came from', async (t) => {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const said: string[] = [];
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await vezne(...words);
    said.push(`$ vezne ${words.join(' ')}`, stdout + stderr);
    return `${code} ${stdout}${stderr}`;
  };
  assert.match(await run('ledger', 'unallocated'), /^0 No refused money is open\.\n$/);
  const [first, second] = [await desk.deposit(), await desk.deposit()];
  const third = ['--reason', 'third_party_sender'];
  const [id, later] = [toTransactionId(first), toTransactionId(second)];
  const refused = await run(
    'deposit',
    'reject',
    id,
    ...third,
    '--seen-amount',
    '800.00',
    '--sender',
    'MURAT ISIK',
  );
  assert.match(refused, new RegExp(`\\n  vezne deposit late ${id} --amount 800\\.00 --refused ${id}\\n`));
  assert.match(refused, new RegExp(`\\n  vezne ledger return-to-sender ${id} --amount 800\\.00 --iban IBAN`));
  await run('deposit', 'reject', later, ...third, '--seen-amount', '5.00');

  const list = await run('ledger', 'unallocated');
  assert.match(
    list,
    new RegExp(`${id} .* 800\\.00 TRY +800\\.00 TRY +third_party_sender .* MURAT ISIK\\n.*${later}`),
  );
  assert.match(
    list,
    /\n\nACCOUNT +UNALLOCATED +OF REFUSED DEPOSITS +OTHER\n.* 805\.00 TRY +805\.00 TRY +0\.00 TRY\n$/,
  );
  const values = jsonOf(await vezne('ledger', 'unallocated', '--json'));
  const [oldest] = values['refused'] as Record<string, unknown>[];
  assert.deepEqual(
    [oldest?.['transactionId'], oldest?.['open'], oldest?.['senderSeen'], oldest?.['bankAccountId']],
    [id, '800.00', 'MURAT ISIK', desk.bankAccount.id],
  );

  assert.match(
    await run('deposit', 'late', id, '--amount', '300.00'),
    /^1 .* say --refused txn_.* say --new-money\./,
  );
  const entered = await run('deposit', 'late', id, '--amount', '300.00', '--refused', id);
  const [, late = ''] = /entered as (txn_\w+)/.exec(entered) ?? [];
  const shown = await run('transaction', 'show', late);
  assert.match(shown, new RegExp(`refused before as +${id}\\n +refused and open +800\\.00 TRY\\n`));
  const seen = ['--seen', (await desk.see(await idOf(desk, late))).fingerprint];
  const sighting = ['--bank-reference', 'F-1', '--sender', 'AYSE ISIK'];
  // Somebody else had sent it, so one person alone does not credit it.
  const approval = await run('deposit', 'approve', late, '--amount', '300.00', ...sighting, ...seen);
  const [, approvalId = ''] = /vezne request confirm (\S+) /.exec(approval) ?? [];
  assert.match(
    await run('request', 'show', approvalId),
    / refused because +third_party_sender\n +sender at the refusal +MURAT ISIK\n/,
    'whoever confirms sees who had sent it',
  );
  assert.match(await run('request', 'confirm', approvalId, '--as', 'mehmet'), /^0 /);

  const back = ['ledger', 'return-to-sender', id, '--iban', SENDER_IBAN, ...NOTE, '--amount'];
  assert.match(
    await run(...back, '500.01'),
    /^1 .*more than is open of the refused money of txn_\w+: 500\.00 TRY\./,
  );
  const asked = await run(...back, '500.00');
  const [, requestId = ''] = /vezne request confirm (\S+) /.exec(asked) ?? [];
  const request =
    (await run('request', 'show', requestId)) + (await vezne('request', 'list', '--json')).stdout;
  assert.ok(
    !request.replaceAll(' ', '').includes(SENDER_IBAN.replaceAll(' ', '')),
    'the IBAN is not to be read',
  );
  assert.match(
    await run('request', 'confirm', requestId, '--as', '\u0430yse', '--iban', SENDER_IBAN),
    /^1 .*letters that can be taken for others/,
    'a Cyrillic letter makes no second person',
  );
  const own = await run('request', 'confirm', requestId, '--iban', SENDER_IBAN);
  assert.match(own, /^1 .*somebody else has to confirm it\. .*vezne request show/);
  const confirm = async (...iban: string[]) =>
    await run('request', 'confirm', requestId, '--as', 'mehmet', ...iban);
  assert.match(await confirm(), /^1 .*Both people type .* --iban IBAN/);
  assert.match(await confirm('--iban', turkishIban(6_000_002)), /^1 .*one of the two is wrong/);
  assert.match(await confirm('--iban', SENDER_IBAN), /^0 .*confirmed, and it is done/);

  assert.match(
    await run('ledger', 'unallocated'),
    new RegExp(`^0 SINCE[^\\n]*\\n[^\\n]*${later}[^\\n]*\\n\\n`),
  );
  assert.deepEqual(await balances(desk.owner), {
    bank: 30_500n,
    unallocated: 500n,
    partner_balance: 29_100n,
    partner_commission: 900n,
  });
  const adjust = [
    'ledger',
    'adjust',
    '--debit',
    `unallocated:${desk.bankAccount.iban}`,
    '--credit',
    `bank:${desk.bankAccount.iban}`,
  ];
  assert.match(
    await run(...adjust, '--amount', '5.01', '--refused', later, ...NOTE),
    /^1 .*more than is open/,
  );
  assert.match(
    await run(...adjust, '--amount', '5.00', '--refused', later, ...NOTE),
    /^0 .*takes two people/,
  );
  assert.match(await run(...adjust, '--amount', '5.00', ...NOTE), /^1 .*--refused ID\. Only 0\.00 TRY/);
  t.diagnostic(said.join('\n'));
  await assertBooksHold(desk.owner);
});

test('a late entry that is rejected says that nobody is told', async (t) => {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const id = await desk.deposit();
  await vezne('deposit', 'reject', id, '--reason', 'no_money_seen');
  const late = jsonOf(await vezne('deposit', 'late', id, '--amount', '10.00', '--json'))['transaction'] as {
    id: string;
  };
  const rejected = await vezne('deposit', 'reject', late.id, '--reason', 'no_money_seen');
  assert.match(rejected.stdout, /It is our own affair: the partner is not told\.\nNo money was seen\.\n$/);
});

test('money of no deposit is shown without an empty list of refused deposits', async (t) => {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const { iban } = desk.bankAccount;
  const words = ['--debit', `bank:${iban}`, '--credit', `unallocated:${iban}`, '--amount', '7.00', ...NOTE];
  const asked = await vezne('ledger', 'adjust', ...words);
  const [, requestId = ''] = /vezne request confirm (\S+) /.exec(asked.stdout) ?? [];
  assert.equal((await vezne('request', 'confirm', requestId, '--as', 'mehmet')).code, 0);
  const { stdout } = await vezne('ledger', 'unallocated');
  assert.match(stdout, /^No refused money is open\.\n\nACCOUNT .*\n.* 7\.00 TRY +0\.00 TRY +7\.00 TRY\n$/);
});

async function idOf(desk: Awaited<ReturnType<typeof openDesk>>, shown: string): Promise<string> {
  const { rows } = await desk.owner.query<{ id: string }>(
    `select id from transaction where 'txn_' || replace(id::text, '-', '') = $1`,
    [shown],
  );
  return rows[0]?.id ?? '';
}
