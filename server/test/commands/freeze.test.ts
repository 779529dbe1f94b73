import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineActor } from '@vezne/domain/actor';
import { formatIban } from '@vezne/domain/iban';
import { watchFreeze } from '../../src/commands/bank-account/watch-freeze.ts';
import { createDatabase } from '../../src/db/kysely.ts';
import { toTransactionId } from '../../src/ids.ts';
import { createFrozenAccountService } from '../../src/jobs/frozen-accounts/service.ts';
import { enableBankAccount } from '../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../src/usecases/bank-accounts/freeze.ts';
import { byTwo as byTwoPeople } from '../harness/by-two.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { silentLog } from '../harness/silent-log.ts';
import { insertOpenDeposits, openDepositsOf } from '../usecases/bank-accounts/open-deposits.ts';
import { byTwo, jsonOf, manyVezneOn } from './vezne.ts';

async function prepare(t: TestContext, deposits: number) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const account = await insertBankAccount(owner);
  const deposit = async (count: number) =>
    await insertOpenDeposits(owner, { partnerId, bankAccountId: account.id, count });
  await deposit(deposits);
  return { database, owner, account, deposit, vezne: manyVezneOn(t, database) };
}

/** What a worker does for frozen accounts. */
function startWorker(t: TestContext, database: TestDatabase): void {
  const databaseUrl = database.urlOf('vezne_worker');
  const service = createFrozenAccountService({ databaseUrl, log: silentLog });
  t.after(async () => await service.stop());
  service.start();
}

test('a freeze waits until the worker has moved what came late, and tells all that was moved', async (t) => {
  const { database, owner, account, deposit, vezne } = await prepare(t, 3);
  const target = await insertBankAccount(owner);
  startWorker(t, database);
  const freezing = vezne('bank-account', 'freeze', account.iban);
  await until(
    async () => await openDepositsOf(owner),
    (shown) => shown[target.id] === 3,
  );
  await deposit(2);
  const { code, stdout, stderr } = await freezing;
  assert.deepEqual([code, stderr], [0, '']);
  const [from, to] = [account, target].map(({ iban }) => `Ziraat Bankası ${formatIban(iban)}`);
  assert.equal(stdout, `${from} is frozen. 5 open deposits moved to other accounts.\n  ${to}  5\n`);
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 5 });

  const shown = await vezne('bank-account', 'show', account.id);
  assert.match(
    shown.stdout,
    /\n {2}frozen +\d{4}-\S+ \S+ \+03\n {2}settled +\d{4}-\S+ \S+ \+03\n {2}deposits moved +5\n/,
  );
  assert.ok(shown.stdout.endsWith(`${to}  5\n`), shown.stdout);
  const { freeze } = jsonOf(await vezne('bank-account', 'show', account.id, '--json'));
  const { depositsMoved, settledAt, movedTo } = freeze as Record<string, unknown>;
  assert.deepEqual([depositsMoved, typeof settledAt], [5, 'string']);
  assert.deepEqual(movedTo, [{ id: target.id, iban: target.iban, bankName: 'Ziraat Bankası', deposits: 5 }]);

  const again = jsonOf(await vezne('bank-account', 'freeze', account.id, '--json'));
  assert.deepEqual([again['depositsMoved'], again['depositsLeft'], again['isSettled']], [0, 0, true]);
  assert.equal(typeof again['workerLookedAt'], 'string');
  const enabled = await byTwo(vezne, ['bank-account', 'enable', account.id]);
  assert.equal(enabled.code, 0, enabled.stderr);
  assert.ok(enabled.stdout.endsWith(`\n${from} is now enabled.\n`), enabled.stdout);
  assert.equal(jsonOf(await vezne('bank-account', 'show', account.id, '--json'))['freeze'], null);
});

test('a freeze of the only account ends with 1 while deposits are left, and the next that is opened takes them', async (t) => {
  const { database, owner, account, deposit, vezne } = await prepare(t, 3);
  startWorker(t, database);
  const alone = await vezne('bank-account', 'freeze', account.iban, '--json');
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /^vezne: OPEN DEPOSITS LEFT ON THE FROZEN ACCOUNT: 3\. [^\n]+\n$/);
  assert.match(
    alone.stderr,
    /The worker moves them as soon as you enable one \(vezne bank-account enable IBAN;/,
  );
  const result = jsonOf({ ...alone, code: 0 });
  assert.deepEqual([result['depositsMoved'], result['depositsLeft'], result['isSettled']], [0, 3, true]);
  const unchanged = await vezne('bank-account', 'freeze', account.iban, '--no-wait');
  assert.deepEqual([unchanged.code, unchanged.stderr], [1, alone.stderr]);

  const untilMoved = async (deposits: number): Promise<void> =>
    void (await until(
      async () => await openDepositsOf(owner),
      (shown) => shown[other.id] === deposits && shown[account.id] === undefined,
    ));
  const other = await insertBankAccount(owner, { status: 'disabled' });
  const enabled = await byTwo(vezne, ['bank-account', 'enable', other.iban]);
  assert.deepEqual([enabled.code, enabled.stderr], [0, '']);
  assert.match(
    enabled.stdout,
    /\nOpen deposits on frozen accounts: 3\. The worker moves them to open accounts within seconds;/,
  );
  await untilMoved(3);
  assert.doesNotMatch((await vezne('bank-account', 'enable', other.iban)).stdout, /worker/);

  await vezne('bank-account', 'pause', other.iban, '--deposits');
  await deposit(2);
  const resumed = jsonOf(await vezne('bank-account', 'resume', other.iban, '--deposits', '--json'));
  assert.equal(resumed['depositsToMove'], 2);
  await untilMoved(5);
});

test('without a worker a freeze says so after its time, ends with 1, and is made good by the first that runs', async (t) => {
  const { database, owner, account, deposit, vezne } = await prepare(t, 1);
  const target = await insertBankAccount(owner);
  const alone = await vezne('bank-account', 'freeze', account.iban, '--json');
  assert.equal(alone.code, 1);
  assert.match(
    alone.stderr,
    /^vezne: NO WORKER LOOKS AFTER THE FROZEN ACCOUNT\. [^\n]+start it \(vezne worker\)[^\n]+\n$/,
  );
  const result = jsonOf({ ...alone, code: 0 });
  assert.deepEqual(
    [result['depositsMoved'], result['depositsLeft'], result['isSettled'], result['workerLookedAt']],
    [1, 0, false, null],
  );
  await deposit(1);
  const shown = await vezne('bank-account', 'show', account.id);
  assert.match(shown.stdout, /\n {2}settled +NO: no worker has looked yet\. Start one with: vezne worker\n/);
  const listed = await vezne('bank-account', 'freeze', account.id, '--no-wait');
  assert.deepEqual([listed.code, listed.stderr], [0, '']);
  assert.match(listed.stdout, /is frozen\. 1 open deposit moved to other accounts\./);

  await deposit(1);
  startWorker(t, database);
  await until(
    async () => await openDepositsOf(owner),
    (open) => open[target.id] === 3,
  );
});

test('deposits that never stop coming keep the watch open', async (t) => {
  const { database, owner, account, deposit } = await prepare(t, 0);
  await insertBankAccount(owner);
  const db = createDatabase(database.pool('vezne_admin'));
  await freezeBankAccount({ db, actor: commandLineActor('ayse') }, account.id);
  startWorker(t, database);
  const ended = new AbortController();
  const creating = (async () => {
    while (!ended.signal.aborted) {
      await deposit(1);
      await sleep(500);
    }
  })();
  try {
    const { freeze, isDone } = await watchFreeze(db, account.id, { withinMs: 6_000 });
    assert.deepEqual([isDone, freeze.settledAt, freeze.isWatched], [false, null, true]);
    assert.ok(freeze.depositsMoved > 2);
  } finally {
    ended.abort();
    await creating;
  }
});

test('an account that somebody enables meanwhile is not called frozen', async (t) => {
  const { database, owner, account, vezne } = await prepare(t, 0);
  await insertBankAccount(owner);
  const freezing = vezne('bank-account', 'freeze', account.iban);
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  await until(
    async () => await owner.query('select from bank_account_freeze'),
    ({ rowCount }) => rowCount === 1,
  );
  await byTwoPeople(database.pool('vezne_admin'), enableBankAccount(context, account.id));
  const { code, stdout, stderr } = await freezing;
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^vezne: The account was frozen, but it is enabled by now: its new deposits stay with it\. [^\n]+\n$/,
  );
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
    /\n {2}vezne deposit approve \S+ --amount 1000\.00 --bank-account IBAN --bank-reference REFERENCE --sender NAME --seen (\S+)\n/.exec(
      waiting.stdout,
    ) ?? [];
  const sighting = ['--bank-reference', 'F-1', '--sender', 'Ayşe Işık'];
  const approve = ['deposit', 'approve', id, '--bank-account', first.iban, '--seen', seen];
  const approved = await vezne(...approve, ...sighting);
  assert.equal(approved.code, 0, approved.stderr);
  const decided = await vezne('transaction', 'show', id);
  assert.match(decided.stdout, new RegExp(`paid to +Ziraat Bankası ${one}\n`));
  assert.doesNotMatch(decided.stdout, new RegExp(`before that +Ziraat Bankası ${one}\n`));
});
