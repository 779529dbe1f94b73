import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { turkishSecond } from '@vezne/domain/turkish-time';
import { toTransactionId } from '../../src/ids.ts';
import { AYSE, MEHMET, openDesk } from '../harness/desk.ts';
import type { Desk } from '../harness/desk.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../harness/payouts.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';
import type { Vezne } from './vezne.ts';

async function prepare(
  t: TestContext,
): Promise<{ desk: Desk; vezne: Vezne; seen: (id: string) => Promise<string> }> {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const seen = async (id: string): Promise<string> => (await desk.see(id)).fingerprint.slice(0, 12);
  return { desk, vezne: manyVezneOn(t, desk.database), seen };
}

test('a payout is sent in parts at the command line, shown with what is left, and approved when nothing is', async (t) => {
  const { desk, vezne, seen } = await prepare(t);
  const id = await authorisedPayout(desk);
  const txn = toTransactionId(id);
  const part = async (amount: string, reference: string) =>
    await vezne(
      'withdrawal',
      'part',
      id,
      '--amount',
      amount,
      '--bank-reference',
      reference,
      '--seen',
      await seen(id),
    );
  const first = await part('500.00', 'fast-1');
  assert.deepEqual(first, {
    code: 0,
    stdout:
      `Part 1 of ${txn} is recorded. 500.00 TRY is sent, 470.00 TRY is left:\n` +
      `  vezne withdrawal part ${txn} --amount 470.00 --bank-reference REFERENCE --seen ${await seen(id)}\n`,
    stderr: '',
  });
  const early = await vezne('withdrawal', 'approve', id, '--seen', await seen(id));
  assert.equal(early.code, 1);
  assert.match(early.stderr, /don't add up .* 500\.00 TRY of 970\.00 TRY is recorded as sent\./);
  const release = await vezne('withdrawal', 'release', id, '--as', 'mehmet');
  assert.match(release.stderr, /has left already/);
  const tooMuch = await part('470.01', 'fast-2');
  assert.match(tooMuch.stderr, /more would have been sent than the player is paid/);

  const { stdout: shown } = await vezne('transaction', 'show', id);
  assert.match(shown, /\nParts\n {2}1 .* \+03 {2}500\.00 TRY {2}FAST-1 {2}ayse\n/);
  assert.match(shown, /\n +sent in all +500\.00 TRY\n +left to send +470\.00 TRY\n/);
  const last = await part('470.00', 'fast-2');
  assert.match(last.stdout, /970\.00 TRY is sent, and that is all:\n {2}vezne withdrawal approve /);
  const { parts } = jsonOf(await vezne('transaction', 'show', id, '--json'));
  assert.deepEqual(
    (parts as { number: number; bankReference: string }[]).map(({ number, bankReference }) => [
      number,
      bankReference,
    ]),
    [
      [1, 'FAST-1'],
      [2, 'FAST-2'],
    ],
  );
  assert.equal((await vezne('withdrawal', 'approve', id, '--seen', await seen(id))).code, 0);
});

test('a payout is handed over at the command line with the word that nothing was sent', async (t) => {
  const { desk, vezne, seen } = await prepare(t);
  const id = await authorisedPayout(desk);
  const handOver = async (...words: string[]) =>
    await vezne('withdrawal', 'hand-over', id, '--seen', await seen(id), ...words);
  assert.match((await handOver('--as', 'mehmet')).stderr, /say so with --not-sent/);
  assert.match((await handOver('--not-sent')).stderr, /can't do this too/);
  const { code, stdout } = await handOver('--not-sent', '--as', 'mehmet');
  assert.equal(code, 0);
  assert.match(stdout, /is in the hands of mehmet now/);
});

test('taking shows what the account holds, what is authorised from it, and what is left after this payout', async (t) => {
  const { desk, vezne } = await prepare(t);
  await authorisedPayout(desk);
  const [one, two] = [await desk.withdrawal(), await desk.withdrawal()];
  const take = async (id: string, ...words: string[]) =>
    await vezne('withdrawal', 'take', id, '--bank-account', desk.bankAccount.iban, ...words);
  const { stdout } = await take(one);
  assert.match(
    stdout,
    / {2}balance +40000\.00 TRY\n {2}authorised from it +970\.00 TRY\n {2}after this payout +38060\.00 TRY\n$/,
  );
  assert.deepEqual(jsonOf(await take(two, '--json'))['payingAccount'], {
    id: desk.bankAccount.id,
    balance: '40000.00',
    authorised: '970.00',
    after: '38060.00',
  });
});

test('freezing an account, and the work of a person who leaves, say what went back and what to look at', async (t) => {
  const { desk, vezne } = await prepare(t);
  await takenPayout(desk, AYSE);
  const authorised = toTransactionId(await authorisedPayout(desk));
  const leaves = await vezne('withdrawal', 'release-work-of', 'AYSE', '--as', 'mehmet');
  assert.equal(leaves.code, 0, leaves.stderr);
  assert.match(
    leaves.stdout,
    /^1 taken payout went back to the queue\.\nAuthorised and maybe on the way: 1\./,
  );
  assert.match(leaves.stdout, new RegExp(`\\n  ${authorised}  970\\.00 TRY  taken by ayse\\n$`));

  const taken = toTransactionId(await takenPayout(desk, MEHMET));
  const frozen = await vezne('bank-account', 'freeze', desk.bankAccount.iban, '--no-wait', '--json');
  const { payoutsReleased, payoutsAuthorised } = jsonOf(frozen) as Record<string, { id: string }[]>;
  assert.deepEqual(
    payoutsReleased?.map(({ id }) => id),
    [taken],
  );
  assert.deepEqual(
    payoutsAuthorised?.map(({ id }) => id),
    [authorised],
  );
  const again = await vezne('bank-account', 'freeze', desk.bankAccount.iban, '--no-wait');
  assert.match(
    again.stdout,
    /0 taken payouts went back to the queue\.\nAuthorised and maybe on the way: 1\./,
  );
});

test('a deposit is held at the command line, comes last in the list with its time and reason, and is unheld', async (t) => {
  const { desk, vezne } = await prepare(t);
  const [first = '', second = ''] = [await desk.deposit(), await desk.deposit()].toSorted();
  const until = `${turkishSecond(new Date(Date.now() + 3_600_000)).replace('T', ' ')} +03`;
  const hold = async (time: string) =>
    await vezne('deposit', 'hold', first, '--reason', 'bank_down', '--until', time);
  assert.deepEqual(await hold(until), {
    code: 0,
    stdout: `${toTransactionId(first)} is held until ${until} (bank_down).\n`,
    stderr: '',
  });
  assert.match((await hold('2020-01-01T09:00+03:00')).stderr, /at most 7 days ahead/);
  for (const wrong of ['tomorrow', '2026-11-16 09:00:00 +3', '2026-11-16T09:00Z:00'])
    assert.equal((await hold(wrong)).code, 2, wrong);
  assert.equal(
    (await hold('2026-11-16T09:00')).code,
    2,
    'Without an offset nobody knows which clock is meant.',
  );
  const { stdout: listed } = await vezne('transaction', 'list', '--waiting', 'deposits');
  const lines = listed.trimEnd().split('\n');
  assert.match(lines.at(-2) ?? '', new RegExp(`^${toTransactionId(second)} `));
  assert.match(lines.at(-1) ?? '', new RegExp(`^${toTransactionId(first)} .*\\+03 \\(bank_down\\)$`));
  assert.match(
    (await vezne('transaction', 'show', first)).stdout,
    /\n {2}held until +.* \+03 \(bank_down\)\n/,
  );
  assert.equal((await vezne('deposit', 'unhold', first)).code, 0);
  assert.match((await vezne('deposit', 'unhold', first)).stderr, /is not held/);
});

test('the drift list shows both balances and the difference', async (t) => {
  const { desk, vezne } = await prepare(t);
  assert.equal((await vezne('ledger', 'drift')).stdout, 'Nobody typed a balance.\n');
  await desk.owner.query('update partner set credit_line_cents = 100000000 where id = $1', [desk.partner.id]);
  const id = await takenPayout(desk, MEHMET, 4_900_000n);
  const { fingerprint } = await desk.see(id);
  const authorise = ['withdrawal', 'authorise', id, '--seen', fingerprint.slice(0, 12)];
  assert.match((await vezne(...authorise)).stderr, /does not hold enough/);
  assert.equal((await vezne(...authorise, '--bank-balance', '60000.00')).code, 0);
  const { stdout } = await vezne('ledger', 'drift', '--limit', '5');
  assert.match(
    stdout,
    new RegExp(`\\+03  ayse .* 60000\\.00 TRY +40000\\.00 TRY +20000\\.00 TRY  +${toTransactionId(id)}\\n$`),
  );
  const { drift } = jsonOf(await vezne('ledger', 'drift', '--json'));
  assert.equal((drift as unknown[]).length, 1);
});
