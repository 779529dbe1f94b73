import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { lastDayOf, nextMonth, spanOfMonth, turkishMonth } from '@vezne/domain/turkish-calendar';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { closeMonthsJob } from '../../../src/jobs/scheduled/close-months.ts';
import { countMovementsJob } from '../../../src/jobs/scheduled/count-movements.ts';
import type { JobContext } from '../../../src/jobs/scheduled/job.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { countDays, countPartner } from '../../../src/usecases/partner-statements/count-days.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { AYSE, cash, openDesk, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { authorisedPayout, fundPayouts } from '../../harness/payouts.ts';
import { silentLog } from '../../harness/silent-log.ts';

const AT_ONCE = { afterSeconds: 0 };

interface Month {
  month: string;
  no: number;
  movements: number;
  opening: bigint;
  closing: bigint;
  reservedOpening: bigint;
  reservedClosing: bigint;
}

async function monthsOf(owner: pg.Pool, partnerId: string): Promise<Month[]> {
  const { rows } = await owner.query<Month>(
    `select to_char(month, 'YYYY-MM') as month, no, movements, opening_cents as opening, closing_cents as closing,
       reserved_opening_cents as "reservedOpening", reserved_closing_cents as "reservedClosing"
     from partner_month where partner_id = $1 order by month`,
    [partnerId],
  );
  return rows;
}

const THIS_MONTH = turkishMonth(new Date());
const BEGINS = spanOfMonth(THIS_MONTH).from;
const monthBefore = turkishMonth(new Date(BEGINS.getTime() - 1));

/** A desk whose partner began last month. What was posted until now was posted then, in its order, up to the last second. */
async function deskOfLastMonth(t: TestContext): Promise<Desk & { dateBack: () => Promise<void> }> {
  const desk = await openDesk(t);
  await desk.owner.query('update partner set created_at = $1', [spanOfMonth(monthBefore).from]);
  const dateBack = async (): Promise<void> => {
    await desk.owner.query(
      `update ledger_transfer set at = $1::timestamptz - interval '1 minute' where at >= $1`,
      [BEGINS],
    );
  };
  return { ...desk, dateBack };
}

async function approvedDeposit(desk: Desk, units = 1_000): Promise<string> {
  const id = await desk.deposit();
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(units) });
  assert.equal((await desk.decide(approve, id)).outcome, 'made');
  return id;
}

test('a month is closed ten minutes after its end at the earliest, and a partner without entries has one too', async (t) => {
  const desk = await deskOfLastMonth(t);
  const worker = desk.database.pool('vezne_worker');
  const sinceEnd = (Date.now() - BEGINS.getTime()) / 1_000;
  assert.deepEqual(await closeMonths(worker, { afterSeconds: sinceEnd + 60 }), { closed: 0, left: [] });
  assert.deepEqual(await closeMonths(worker, AT_ONCE), { closed: 1, left: [] });
  assert.deepEqual(await closeMonths(worker, AT_ONCE), { closed: 0, left: [] }, 'and once');
  const [only, ...more] = await monthsOf(desk.owner, desk.partner.id);
  assert.deepEqual(more, []);
  assert.deepEqual(only, {
    month: monthBefore,
    no: 1,
    movements: 0,
    opening: 0n,
    closing: 0n,
    reservedOpening: 0n,
    reservedClosing: 0n,
  });
});

test('a correction appears in the month in which it is made, and a closed month stays as it was', async (t) => {
  const desk = await deskOfLastMonth(t);
  const worker = desk.database.pool('vezne_worker');
  const id = await approvedDeposit(desk, 950);
  await desk.dateBack();
  await closeMonths(worker, AT_ONCE);
  const before = await monthsOf(desk.owner, desk.partner.id);
  assert.equal(before[0]?.closing, 92_150n);
  const asked = await desk.decide(
    (fingerprint) => correctDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(850) }),
    id,
  );
  assert.ok(asked.outcome === 'asked' && 'requestId' in asked);
  await confirmRequest(confirmContext(desk.database.pool('vezne_console'), staff('zeynep')), asked.requestId);
  await countDays(worker);
  await closeMonths(worker, AT_ONCE);
  assert.deepEqual(await monthsOf(desk.owner, desk.partner.id), before);
  const { rows } = await desk.owner.query<{ month: string; kind: string; net: bigint }>(
    `select to_char(day, 'YYYY-MM') as month, kind, net_cents as net from partner_day_sum order by day`,
  );
  assert.deepEqual(rows, [
    { month: monthBefore, kind: 'deposit', net: 92_150n },
    { month: THIS_MONTH, kind: 'correction', net: -9_700n },
  ]);
});

test('what was begun in a closed month and posted after it belongs to the next', async (t) => {
  const desk = await deskOfLastMonth(t);
  const worker = desk.database.pool('vezne_worker');
  await approvedDeposit(desk);
  await desk.dateBack();
  await closeMonths(worker, AT_ONCE);
  const before = await monthsOf(desk.owner, desk.partner.id);
  await approvedDeposit(desk);
  await desk.dateBack();
  assert.deepEqual(await countDays(worker), { counted: 1, left: [] });
  assert.deepEqual(await monthsOf(desk.owner, desk.partner.id), before);
  const { rows } = await desk.owner.query<{ day: string }>(
    'select day::text from partner_day order by day desc limit 1',
  );
  assert.equal(rows[0]?.day, `${nextMonth(monthBefore)}-01`);
});

test('an authorisation stands on the same side of both accounts, in whatever order its neighbours were posted', async (t) => {
  const desk = await deskOfLastMonth(t);
  const worker = desk.database.pool('vezne_worker');
  await fundPayouts(desk);
  const earlier = await authorisedPayout(desk, { amountCents: 10_000n });
  await desk.dateBack();
  // This month: a deposit, and then a payout whose statement began before midnight and posted after it.
  await approvedDeposit(desk);
  await authorisedPayout(desk, { amountCents: 20_000n });
  await desk.owner.query(
    `update ledger_transfer set at = $1::timestamptz - interval '1 second' where kind = 'withdrawal_authorised' and at >= $1`,
    [BEGINS],
  );
  const paid = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: earlier, fingerprint, actor: AYSE, bankReference: 'F-1' }),
    earlier,
  );
  assert.equal(paid.outcome, 'made');
  assert.deepEqual(await closeMonths(worker, AT_ONCE), { closed: 1, left: [] });
  const [month] = await monthsOf(desk.owner, desk.partner.id);
  // The late one is in neither: its balance is that of this month already.
  assert.equal(month?.reservedClosing, 10_000n);
  assert.equal(month.closing + month.reservedClosing, 3_880_000n, 'nothing is lost between the two');
});

test('a payout that is paid after midnight, posted before one that was authorised in the month, loses nothing', async (t) => {
  const desk = await deskOfLastMonth(t);
  const worker = desk.database.pool('vezne_worker');
  await fundPayouts(desk);
  const first = await authorisedPayout(desk, { amountCents: 10_000n });
  await desk.dateBack();
  const paid = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: first, fingerprint, actor: AYSE, bankReference: 'F-1' }),
    first,
  );
  assert.equal(paid.outcome, 'made');
  await desk.owner.query(
    `update ledger_transfer set at = $1::timestamptz + interval '1 second' where at >= $1`,
    [BEGINS],
  );
  // Begun before midnight, and the books of the balance have nothing of this month before it.
  await authorisedPayout(desk, { amountCents: 20_000n });
  await desk.owner.query(
    `update ledger_transfer set at = $1::timestamptz - interval '1 second' where kind = 'withdrawal_authorised' and at >= $1`,
    [BEGINS],
  );
  assert.deepEqual(await closeMonths(worker, AT_ONCE), { closed: 1, left: [] });
  const [month] = await monthsOf(desk.owner, desk.partner.id);
  assert.equal(month?.closing, 3_880_000n - 30_000n);
  assert.equal(month.reservedClosing, 20_000n, 'what was paid in between came before it');
});

test('however many count at once, each movement is counted once', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const partner = await insertPartner(owner);
  const from = spanOfMonth(monthBefore).from;
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'fee_on_top' } as const;
  const bankAccount = await insertBankAccount(owner);
  await writeHistory(owner, { partner, bankAccount, terms, transactions: 800, from, seed: 3 });
  const counted = await Promise.all(
    Array.from({ length: 6 }, async () => await countPartner(worker, partner.id)),
  );
  const { rows } = await owner.query<{ movements: number; net: bigint; balance: bigint; expected: number }>(
    `select sum(movements)::int4 as movements, sum(net_cents)::int8 as net,
       (select balance_cents from ledger_account where kind = 'partner_balance' and partner_id = $1) as balance,
       (select count(distinct coalesce(t.operation_id::text, t.transaction_id || ' ' || t.step_no))::int4
        from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        where a.kind = 'partner_balance') as expected
     from partner_day_sum`,
    [partner.id],
  );
  const [all] = rows;
  assert.equal(all?.net, all?.balance);
  assert.equal(all?.movements, all?.expected);
  assert.equal(
    counted.reduce((sum, one) => sum + one, 0),
    all?.expected,
  );
  const { rows: days } = await owner.query<{ bad: number }>(
    `select count(*)::int4 as bad from partner_day where day not between $1 and $2`,
    [`${monthBefore}-01`, lastDayOf(THIS_MONTH)],
  );
  assert.equal(days[0]?.bad, 0);
});

test('a partner whose books have a gap stops nobody else, and is named in the alarm', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const bankAccount = await insertBankAccount(owner);
  const from = spanOfMonth(monthBefore).from;
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'fee_on_top' } as const;
  const partners = [await insertPartner(owner), await insertPartner(owner), await insertPartner(owner)];
  for (const [seed, partner] of partners.entries())
    await writeHistory(owner, { partner, bankAccount, terms, transactions: 20, from, seed });
  // Whoever is read first.
  const [bad = '', ...good] = partners.map(({ id }) => id).toSorted();
  await owner.query(
    `delete from ledger_entry where entry_no = 2 and account_id = (
       select id from ledger_account where kind = 'partner_balance' and partner_id = $1)`,
    [bad],
  );
  const named = (left: { partnerId: string }[]): string[] => left.map(({ partnerId }) => partnerId);
  const counted = await countDays(worker);
  assert.deepEqual(named(counted.left), [bad]);
  const closing = await closeMonths(worker, AT_ONCE);
  assert.deepEqual(named(closing.left), [bad]);
  for (const id of good) assert.equal((await monthsOf(owner, id))[0]?.month, monthBefore);
  assert.deepEqual(await monthsOf(owner, bad), []);
  const context = { pool: worker, log: silentLog } as unknown as JobContext;
  for (const job of [countMovementsJob, closeMonthsJob])
    await assert.rejects(job.run(context), (error: Error) => {
      assert.match(error.message, new RegExp(`: ${bad} \\(.+\\)\\.$`));
      return true;
    });
});
