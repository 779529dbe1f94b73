import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { formatIban } from '@vezne/domain/iban';
import { toTransactionId } from '../../src/ids.ts';
import { createTestDatabase } from '../harness/database.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { insertOpenDeposits, openDepositsOf } from '../usecases/bank-accounts/open-deposits.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

async function prepare(t: TestContext, deposits: number) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const account = await insertBankAccount(owner);
  const deposit = async (count: number) =>
    await insertOpenDeposits(owner, { partnerId, bankAccountId: account.id, count });
  await deposit(deposits);
  return { owner, account, deposit, vezne: manyVezneOn(t, database) };
}

test('a freeze of the only account ends with 1 while deposits are left, and the next that is opened takes them', async (t) => {
  const { owner, account, deposit, vezne } = await prepare(t, 3);
  const alone = await vezne('bank-account', 'freeze', account.iban, '--json');
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /^vezne: OPEN DEPOSITS LEFT ON THE FROZEN ACCOUNT: 3\. [^\n]+\n$/);
  assert.match(alone.stderr, /They move as soon as you enable one \(vezne bank-account enable IBAN;/);
  const result = jsonOf({ ...alone, code: 0 });
  assert.deepEqual([result['depositsMoved'], result['depositsLeft']], [0, 3]);
  const unchanged = await vezne('bank-account', 'freeze', account.iban, '--no-wait');
  assert.deepEqual([unchanged.code, unchanged.stderr], [1, alone.stderr]);

  const other = await insertBankAccount(owner, { status: 'disabled' });
  const enabled = await vezne('bank-account', 'enable', other.iban);
  assert.deepEqual([enabled.code, enabled.stderr], [0, '']);
  assert.match(enabled.stdout, /\n3 open deposits of frozen accounts moved to open ones\.\n$/);
  assert.deepEqual(await openDepositsOf(owner), { [other.id]: 3 });
  assert.doesNotMatch((await vezne('bank-account', 'enable', other.iban)).stdout, /moved/);

  await vezne('bank-account', 'pause', other.iban, '--deposits');
  await deposit(2);
  const resumed = jsonOf(await vezne('bank-account', 'resume', other.iban, '--deposits', '--json'));
  assert.equal(resumed['depositsRelieved'], 2);
  assert.deepEqual(await openDepositsOf(owner), { [other.id]: 5 });

  await deposit(1);
  const swept = jsonOf(await vezne('bank-account', 'freeze', account.id, '--json'));
  assert.deepEqual([swept['depositsMoved'], swept['isSettled']], [1, true]);
});

test('a deposit that two freezes moved shows every account that its player may have paid to', async (t) => {
  const { owner, account: first, vezne } = await prepare(t, 1);
  const { rows } = await owner.query<{ id: string }>('select id from transaction');
  const [{ id: uuid } = assert.fail()] = rows;
  const id = toTransactionId(uuid);
  const unmoved = await vezne('transaction', 'show', id);
  assert.doesNotMatch(unmoved.stdout, /before that/);

  const second = await insertBankAccount(owner);
  await vezne('bank-account', 'freeze', first.id, '--no-wait');
  const third = await insertBankAccount(owner);
  await vezne('bank-account', 'freeze', second.id, '--no-wait');
  const [one, two, three] = [first, second, third].map(({ iban }) => formatIban(iban));
  const { stdout } = await vezne('transaction', 'show', id);
  const accounts = stdout.split('\n').filter((line) => /^ {2}(paid to|before that) /.test(line));
  assert.deepEqual(
    accounts.map((line) => line.trim().split(/ {2,}/)),
    [
      ['paid to', `Ziraat Bankası ${three}`],
      ['before that', `Ziraat Bankası ${two}`],
      ['before that', `Ziraat Bankası ${one}`],
    ],
  );
  assert.ok(stdout.includes(`from bank account ${one} to ${two}\n`), stdout);
  assert.ok(stdout.includes(`from bank account ${two} to ${three}\n`), stdout);
  for (const account of [first, second, third]) assert.ok(!stdout.includes(account.id), stdout);
  const shown = jsonOf(await vezne('transaction', 'show', id, '--json'));
  assert.deepEqual(
    (shown['accountsShownBefore'] as { iban: string }[]).map(({ iban }) => iban),
    [second.iban, first.iban],
  );

  await vezne('deposit', 'confirm', id);
  const waiting = await vezne('transaction', 'show', id);
  const [, seen = assert.fail(waiting.stdout)] =
    /\n {2}vezne deposit approve \S+ --amount 1000\.00 --bank-account IBAN --seen (\S+)\n/.exec(
      waiting.stdout,
    ) ?? [];
  const approved = await vezne('deposit', 'approve', id, '--bank-account', first.iban, '--seen', seen);
  assert.equal(approved.code, 0, approved.stderr);
  const decided = await vezne('transaction', 'show', id);
  assert.match(decided.stdout, new RegExp(`paid to +Ziraat Bankası ${one}\n`));
  assert.doesNotMatch(decided.stdout, new RegExp(`before that +Ziraat Bankası ${one}\n`));
});
