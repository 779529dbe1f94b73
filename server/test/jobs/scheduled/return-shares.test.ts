import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import { createDatabase } from '../../../src/db/kysely.ts';
import { readPulse } from '../../../src/db/read/partners/configuration.ts';
import { setReturnedAmounts } from '../../../src/db/write/ledger/returned-amounts.ts';
import { newId } from '../../../src/ids.ts';
import { returnSharesJob } from '../../../src/jobs/scheduled/return-shares.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { expireDeposits } from '../../../src/usecases/deposits/expire.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { depositMoney, depositRow, insertRow } from '../../db/rows/valid-rows.ts';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { AYSE, MEHMET, cash, openDesk, retry, sighting, testDecisions } from '../../harness/desk.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';

/** What a deposit of 1000.00 looks like when a test begins. */
interface Beginning {
  daysAgo?: number;
  status?: 'waiting_payment' | 'waiting_confirmation';
  accountId?: string;
  previousAccountId?: string;
}

/** A desk, and the worker's figures of its bank accounts. */
async function setUp(t: TestContext) {
  const desk = await openDesk(t);
  const { owner, database, bankAccount, partner } = desk;
  const worker = database.pool('vezne_worker');
  return {
    ...desk,
    worker,
    run: async () => await setReturnedAmounts(worker),
    async deposit({ daysAgo = 0, status = 'waiting_confirmation', ...accounts }: Beginning = {}) {
      const id = newId();
      await insertRow(owner, 'transaction', {
        ...depositRow({
          partner: { id: partner.id },
          bankAccount: { id: accounts.accountId ?? bankAccount.id },
        }),
        ...depositMoney({ amountCents: 100_000n }),
        id,
        status,
        previous_bank_account_id: accounts.previousAccountId ?? null,
      });
      await owner.query(
        `update transaction set created_at = now() - make_interval(days => $2) where id = $1`,
        [id, daysAgo],
      );
      await owner.query(
        `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
         select id, 1, 'create', status, 'partner', 'shop' from transaction where id = $1`,
        [id],
      );
      return id;
    },
    async approve(id: string, units: number, bankAccountId?: string) {
      const approval = { transactionId: id, actor: AYSE, actualCents: cash(units), bankAccountId };
      const { outcome } = await desk.decide(
        (fingerprint) => approveDeposit({ ...approval, ...sighting(), fingerprint }),
        id,
      );
      assert.equal(outcome, 'made');
    },
    async reject(id: string, units?: number) {
      const seen = { amountCents: cash(units ?? 0), bankAccountId: bankAccount.id };
      const rejection = {
        transactionId: id,
        actor: AYSE,
        reasonCode: 'duplicate',
        moneySeen: units === undefined ? null : seen,
      } as const;
      assert.equal((await desk.decisions.submit(rejectDeposit(rejection))).outcome, 'made');
    },
    async expire(id: string) {
      await owner.query(`update transaction set expires_at = now() - interval '1 second' where id = $1`, [
        id,
      ]);
      assert.equal(await expireDeposits({ pool: worker, retry }), 1);
    },
    /** By the day, in days before today: what each account got back. */
    async returned(accountId = bankAccount.id): Promise<Record<string, bigint>> {
      const { rows } = await owner.query<{ ago: number; cents: bigint }>(
        `select (now() at time zone 'Europe/Istanbul')::date - day as ago, returned_cents as cents
         from bank_account_day where bank_account_id = $1`,
        [accountId],
      );
      return Object.fromEntries(rows.map(({ ago, cents }) => [ago, cents]));
    },
    async assign(cents: bigint, accountId = bankAccount.id) {
      await owner.query(
        `insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count)
         values ($1, (now() at time zone 'Europe/Istanbul')::date, $2, 1)`,
        [accountId, cents],
      );
    },
    used: async () => (await readPulse(database.pool('vezne_api'))).usedToday.get(bankAccount.id),
  };
}

test('an account at its cap gets deposits again when a deposit of it has expired and the job has run', async (t) => {
  let accountId = '';
  const { url, partner, owner, database } = await startTestApi(t, {
    withoutBankAccount: true,
    prepare: async (pool) => {
      accountId = (await insertBankAccount(pool, { dailyCapCents: 100_000n })).id;
    },
  });
  let player = 0;
  const ask = async () => {
    const customer = { id: `player-${(player += 1)}`, username: 'ali', fullName: 'Ali Öz' };
    return await post(url, partner, '/v1/deposits', depositBody({ amount: '900.00', customer }));
  };
  assertCreated(await ask());
  // Until the count has gone from memory to the database and back.
  await until(
    async () => (await readPulse(database.pool('vezne_api'))).usedToday.get(accountId),
    (cents) => cents === 90_000n,
    3_000,
  );
  assertRefused(await ask(), 'no_deposit_account');
  await owner.query(`update transaction set expires_at = now() - interval '1 second'`);
  const pool = database.pool('vezne_worker');
  assert.equal(await expireDeposits({ pool, retry }), 1);
  assertRefused(await ask(), 'no_deposit_account');
  const db = createDatabase(pool);
  await returnSharesJob.run({ pool, db, clock: systemClock, log: silentLog });
  await until(ask, ({ status }) => status === 201, 2_000);
  const { rows } = await owner.query(
    'select distinct bank_account_id as id, count(*)::int4 from transaction group by 1',
  );
  assert.deepEqual(rows, [{ id: accountId, count: 2 }]);
});

suite('what an account gets back of its day', { concurrency: 4 }, () => {
  test('belongs to the day of the creation: a deposit of yesterday that expires today changes yesterday only', async (t) => {
    const desk = await setUp(t);
    await desk.deposit();
    await desk.expire(await desk.deposit({ daysAgo: 1, status: 'waiting_payment' }));
    await desk.run();
    assert.deepEqual(await desk.returned(), { 1: 100_000n });
  });

  test('is nothing for deposits that are open, and nothing is written for days before yesterday', async (t) => {
    const desk = await setUp(t);
    await desk.deposit();
    await desk.deposit({ status: 'waiting_payment' });
    await desk.reject(await desk.deposit({ daysAgo: 2 }));
    assert.equal(await desk.run(), 0);
    assert.deepEqual(await desk.returned(), {});
  });

  test('is the difference when another amount arrived, less or more, and after a correction', async (t) => {
    const desk = await setUp(t);
    const [less, more] = [await desk.deposit(), await desk.deposit({ daysAgo: 1 })];
    await desk.approve(less, 950);
    await desk.approve(more, 1_200);
    await desk.run();
    assert.deepEqual(await desk.returned(), { 0: 5_000n, 1: -20_000n });
    const asked = { askedBy: MEHMET };
    const correction = { transactionId: less, actor: AYSE, actualCents: cash(0), asked };
    // The owner's word stands for the request that a second person would have confirmed.
    const { fingerprint } = await desk.see(less);
    await testDecisions(desk.owner).submit(correctDeposit({ ...correction, fingerprint }));
    await desk.run();
    assert.deepEqual(await desk.returned(), { 0: 100_000n, 1: -20_000n });
  });

  test('is what was asked for when a deposit is rejected, less the money that was seen', async (t) => {
    const desk = await setUp(t);
    await desk.reject(await desk.deposit());
    await desk.reject(await desk.deposit(), 300);
    await desk.run();
    assert.deepEqual(await desk.returned(), { 0: 170_000n });
  });

  test('is below zero for late money, which came on its own day without having been assigned', async (t) => {
    const desk = await setUp(t);
    const other = await insertBankAccount(desk.owner);
    const original = await desk.deposit({ daysAgo: 1 });
    await desk.reject(original);
    const late = await enterLateMoney(desk.database.pool('vezne_console'), {
      transactionId: original,
      amountCents: cash(400),
      bankAccountId: other.id,
      actor: AYSE,
    });
    await desk.run();
    assert.deepEqual(
      [await desk.returned(), await desk.returned(other.id)],
      [{ 1: 100_000n }, { 0: -40_000n }],
    );
    await desk.approve(late, 450);
    await desk.run();
    assert.deepEqual(await desk.returned(other.id), { 0: -45_000n });
  });

  test('is the share of the account before a freeze too, once the deposit is decided', async (t) => {
    const desk = await setUp(t);
    const before = await insertBankAccount(desk.owner);
    const moved = { previousAccountId: before.id };
    const [rejected, approved] = [await desk.deposit(moved), await desk.deposit(moved)];
    await desk.run();
    assert.deepEqual([await desk.returned(), await desk.returned(before.id)], [{}, {}]);
    await desk.reject(rejected);
    await desk.approve(approved, 1_000, desk.bankAccount.id);
    await desk.run();
    assert.deepEqual(
      [await desk.returned(), await desk.returned(before.id)],
      [{ 0: 100_000n }, { 0: 200_000n }],
    );
  });

  test('is the same after a second run and after two at once, and goes back to nothing when it was wrong', async (t) => {
    const desk = await setUp(t);
    const others = [await insertBankAccount(desk.owner), await insertBankAccount(desk.owner)];
    for (const { id } of [desk.bankAccount, ...others])
      await desk.reject(await desk.deposit({ accountId: id }));
    assert.equal(await desk.run(), 3);
    assert.equal(await desk.run(), 0);
    await desk.owner.query('update bank_account_day set returned_cents = 7');
    await desk.assign(0n, (await insertBankAccount(desk.owner)).id);
    await desk.owner.query('update bank_account_day set returned_cents = 7 where assigned_count = 1');
    await Promise.all(Array.from({ length: 8 }, desk.run));
    const { rows } = await desk.owner.query(
      'select returned_cents as cents, count(*)::int4 as accounts from bank_account_day group by 1 order by 1',
    );
    assert.deepEqual(rows, [
      { cents: 0n, accounts: 1 },
      { cents: 100_000n, accounts: 3 },
    ]);
  });

  test('lowers how far the account is used, and never below nothing', async (t) => {
    const desk = await setUp(t);
    await desk.assign(150_000n);
    await desk.reject(await desk.deposit());
    await desk.run();
    assert.equal(await desk.used(), 50_000n);
    await desk.reject(await desk.deposit());
    await desk.run();
    assert.equal(await desk.used(), 0n);
  });

  test('is never written by a process that gives accounts out', async (t) => {
    const desk = await setUp(t);
    for (const role of ['vezne_api', 'vezne_admin'] as const)
      await assert.rejects(desk.database.pool(role).query('update bank_account_day set returned_cents = 0'), {
        code: '42501',
      });
  });
});
