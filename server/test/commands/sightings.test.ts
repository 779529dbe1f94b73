import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toTransactionId } from '../../src/ids.ts';
import { openDesk } from '../harness/desk.ts';
import { insertTwins } from './twins.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

async function prepare(t: TestContext) {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const seen = async (id: string) => ['--seen', (await desk.see(id)).fingerprint.slice(0, 12)];
  return { desk, owner: desk.owner, vezne, seen };
}

test('the second deposit of a player is approved with what the bank shows, and one transfer is never credited twice', async (t) => {
  const { desk, vezne, seen } = await prepare(t);
  const [first, second] = await insertTwins(desk);
  const { customerFullName } = await desk.see(first);

  const queue = await vezne('transaction', 'list', '--waiting', 'deposits');
  assert.equal(queue.stdout.match(/ same_amount_again$/gm)?.length, 2, queue.stdout);
  const shown = await vezne('transaction', 'show', first);
  assert.match(shown.stdout, / warning +same_amount_again: The player has another deposit /);
  assert.match(
    shown.stdout,
    / vezne deposit approve \S+ --amount 1000\.00 --bank-reference REFERENCE --sender NAME --seen /,
  );

  const approve = async (id: string, ...more: string[]) =>
    await vezne('deposit', 'approve', id, ...(await seen(id)), ...more);
  const sighting = ['--bank-reference', 'fast 77', '--sender', customerFullName];
  assert.match(
    (await approve(first)).stderr,
    /Say what the bank shows, with --bank-reference and --sender\./,
  );
  assert.match((await approve(first, '--sender', customerFullName)).stderr, /Say what the bank shows/);
  assert.match((await approve(first, ...sighting)).stdout, /is approved\. 1000\.00 TRY came/);
  const reused = await approve(second, '--bank-reference', 'FAST 77', '--sender', customerFullName);
  assert.match(reused.stderr, /stood for another transfer before, .* --reference-used-before\.\n$/);
  assert.equal((await desk.see(second)).status, 'waiting_confirmation');
  assert.equal((await approve(second, ...sighting, '--reference-used-before')).code, 0);
});

test('money of another sender is credited by two people, who both see the name', async (t) => {
  const { desk, vezne, seen } = await prepare(t);
  const id = await desk.deposit();
  const words = ['--bank-reference', 'F-2', '--sender', 'Somebody Else', '--note', 'a brother'];
  const asked = await vezne('deposit', 'approve', id, ...(await seen(id)), ...words);
  assert.match(asked.stdout, /^This takes two people: the sender is not the player\.\n/);
  assert.match(asked.stdout, /Within 2 hours a second person /);
  const [, requestId = ''] = /vezne request show (\S+)\n/.exec(asked.stdout) ?? [];
  const { stdout } = await vezne('request', 'show', requestId);
  for (const part of [
    new RegExp(` what +approve ${toTransactionId(id)} with 1000\\.00 TRY\\n`),
    / takes two because +the sender is not the player\n/,
    / note +a brother\n/,
    /\nThe deposit as it would be\n {2}state +approved\n {2}came +1000\.00 TRY\n/,
    /\nWhat ayse says\n[^]* sender seen +Somebody Else\n/,
    /\nIf it is confirmed, the books get\n {2}970\.00 TRY +debit bank:TR[^]* credit partner_balance:/,
  ])
    assert.match(stdout, part);
  const confirmed = jsonOf(await vezne('request', 'confirm', requestId, '--as', 'mehmet', '--json'));
  const { transaction } = confirmed['result'] as { transaction: Record<string, unknown> };
  assert.deepEqual([transaction['status'], transaction['actualAmount']], ['approved', '1000.00']);
});

test('a rejection says whether money was seen, and where it contradicts itself nothing is decided', async (t) => {
  const { desk, vezne } = await prepare(t);
  const id = await desk.deposit();
  const reject = async (...words: string[]) => await vezne('deposit', 'reject', id, '--reason', ...words);
  for (const [words, message] of [
    [['third_party_sender'], /says that money came .* --seen-amount/],
    [['amount_mismatch', '--no-money'], /says that money came .* --seen-amount/],
    [['no_money_seen', '--seen-amount', '5.00'], /says that nothing came/],
    [['duplicate'], /leaves open whether money came .* --no-money\.\n$/],
  ] as const) {
    const { code, stdout, stderr } = await reject(...words);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, message);
  }
  assert.equal((await desk.see(id)).status, 'waiting_confirmation');
  assert.match(
    (await reject('duplicate', '--no-money')).stdout,
    /\(duplicate\)\. .*\nNo money was seen\.\n$/,
  );
  const other = await desk.deposit();
  const mismatch = ['--reason', 'amount_mismatch', '--seen-amount', '3.00'];
  const { stdout } = await vezne('deposit', 'reject', other, ...mismatch);
  assert.match(stdout, /\n3\.00 TRY was seen at the bank, and is in the books as unallocated\. /);
});

test('a marked payout is taken and authorised only with the word that each mark was read', async (t) => {
  const { desk, owner, vezne, seen } = await prepare(t);
  const [id, other] = [await desk.withdrawal(), await desk.withdrawal()];
  await owner.query(
    `update transaction t set payout_iban = o.payout_iban, customer_id = 'another player'
     from transaction o where o.id = $1 and t.id = $2`,
    [id, other],
  );
  const take = async (...more: string[]) =>
    await vezne('withdrawal', 'take', id, '--bank-account', desk.bankAccount.id, ...more);
  const unread = await take();
  assert.match(
    unread.stderr,
    /Other players are paid to the same IBAN\. .*--read iban_of_other_players\.\n$/,
  );
  assert.equal((await take('--read', 'nonsense')).code, 2);
  assert.match((await take('--read', 'iban_changed')).stderr, /--read iban_of_other_players\.\n$/);
  const queue = await vezne('transaction', 'list', '--waiting', 'withdrawals');
  assert.equal(queue.stdout.match(/ iban_of_other_players$/gm)?.length, 2, queue.stdout);
  const taken = await take('--read', 'iban_of_other_players');
  assert.match(taken.stdout, / {2}vezne withdrawal authorise \S+ --read iban_of_other_players --seen \S+\n/);
  await owner.query('update partner set credit_line_cents = 100000');
  const authorise = async (...more: string[]) =>
    await vezne('withdrawal', 'authorise', id, ...(await seen(id)), '--bank-balance', '5000.00', ...more);
  assert.match((await authorise()).stderr, /When you have read it, say so with --read iban_of_other_players/);
  const authorised = await authorise('--read', 'iban_of_other_players');
  assert.equal(authorised.code, 0, authorised.stderr);
  assert.match(authorised.stdout, /is authorised by ayse\./);
});
