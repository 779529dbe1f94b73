import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { readAsPartner } from '../../../src/db/partner-scope.ts';
import { sumDecided } from '../../../src/db/read/portal/decided.ts';
import { countDecidedDays } from '../../../src/usecases/partner-statements/count-decided-days.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { AYSE, cash, openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { authorisedPayout, fundPayouts } from '../../harness/payouts.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => turkishDay(new Date(Date.now() - days * DAY_MS));

/** Deposits five and three days ago, a payout three days ago, and a deposit today. */
async function openDecided(t: TestContext) {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  await dateBack(desk, 5);
  await approvedDeposit(desk, 500);
  const payout = await authorisedPayout(desk, { amountCents: 20_000n });
  const paid = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: payout, fingerprint, actor: AYSE, bankReference: 'F-1' }),
    payout,
  );
  assert.equal(paid.outcome, 'made');
  await dateBack(desk, 3);
  await approvedDeposit(desk, 300);
  const worker = desk.database.pool('vezne_worker');
  const look = async (days: { monthBegins: string; today: string }) =>
    await readAsPartner(
      desk.database.pool('vezne_portal'),
      desk.partner.id,
      async (scope) => await sumDecided(scope, days),
      { timeoutMs: 5_000 },
    );
  return { desk, worker, look };
}

async function approvedDeposit(desk: Desk, units: number): Promise<void> {
  const id = await desk.deposit();
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(units) });
  assert.equal((await desk.decide(approve, id)).outcome, 'made');
}

/** What was told today until now was told so many days ago. */
async function dateBack({ owner }: Desk, days: number): Promise<void> {
  await owner.query(
    `update event set occurred_at = occurred_at - make_interval(days => $1) where occurred_at > now() - interval '1 day'`,
    [days],
  );
}

test('what was decided is the same before and after its days are counted, and counted days are not read again', async (t) => {
  const { desk, worker, look } = await openDecided(t);
  const asked = [
    { monthBegins: daysAgo(6), today: daysAgo(0) },
    { monthBegins: daysAgo(3), today: daysAgo(0) },
    { monthBegins: daysAgo(2), today: daysAgo(0) },
    { monthBegins: daysAgo(6), today: daysAgo(3) },
  ];
  const before = await Promise.all(asked.map(look));
  assert.deepEqual(
    before.map(({ month, today }) => [month.deposits.count, month.withdrawals.count, today.deposits.count]),
    [
      [3, 1, 1],
      [2, 1, 1],
      [1, 0, 1],
      [3, 1, 2],
    ],
  );
  assert.deepEqual(before[0]?.month.withdrawals, {
    count: 1,
    amountCents: 19_400n,
    commissionCents: 600n,
    balanceImpactCents: -20_000n,
  });
  assert.deepEqual(await countDecidedDays(worker), { counted: 2, left: [] });
  assert.deepEqual(await countDecidedDays(worker), { counted: 0, left: [] }, 'and once');
  assert.deepEqual(await Promise.all(asked.map(look)), before);
  // No event ever changes: here it shows which are read.
  await desk.owner.query(
    `update event set commission_cents = 1 where occurred_at < now() - interval '1 day'`,
  );
  assert.deepEqual(await Promise.all(asked.map(look)), before);
});

test('an event that was written after its day was counted belongs to the next', async (t) => {
  const { desk, worker, look } = await openDecided(t);
  await countDecidedDays(worker);
  await approvedDeposit(desk, 100);
  await desk.owner.query(
    `update event set occurred_at = now() - interval '5 days' where feed_no = (select max(feed_no) from event)`,
  );
  const { month, today } = await look({ monthBegins: daysAgo(2), today: daysAgo(0) });
  assert.deepEqual([month.deposits.count, today.deposits.count], [2, 1]);
});

test('a day is counted only when it is over, once, and with what its events say', async (t) => {
  const { desk, worker } = await openDecided(t);
  assert.deepEqual(await countDecidedDays(worker, { afterSeconds: 10 * 86_400 }), { counted: 0, left: [] });
  const rule = { constraint: 'partner_decided_day_follows' };
  const insert = async (changes: Record<string, string> = {}): Promise<unknown> => {
    const columns = {
      day: `'${daysAgo(5)}'`,
      last_feed_no: '1',
      deposits: '1',
      deposit_amount_cents: '4000000',
      deposit_commission_cents: '120000',
      deposit_impact_cents: '3880000',
      withdrawals: '0',
      withdrawal_amount_cents: '0',
      withdrawal_commission_cents: '0',
      withdrawal_impact_cents: '0',
      ...changes,
    };
    return await worker.query(
      `insert into partner_decided_day (partner_id, ${Object.keys(columns).join(', ')})
       values ($1, ${Object.values(columns).join(', ')})`,
      [desk.partner.id],
    );
  };
  for (const changes of [
    { day: `'${daysAgo(4)}'` },
    { day: `'${daysAgo(6)}'` },
    { day: `'${daysAgo(0)}'` },
    { last_feed_no: '2' },
    { deposits: '2' },
    { deposit_amount_cents: '4000001' },
    { deposit_commission_cents: '120001' },
    { deposit_impact_cents: '3880001' },
    { withdrawals: '1' },
    { withdrawal_amount_cents: '1' },
    { withdrawal_commission_cents: '1' },
    { withdrawal_impact_cents: '1' },
  ])
    await assert.rejects(insert(changes), rule, JSON.stringify(changes));
  await insert();
  await assert.rejects(insert({ day: `'${daysAgo(3)}'`, last_feed_no: '2' }), rule, 'half of a day');
  assert.deepEqual(await countDecidedDays(worker), { counted: 1, left: [] });
});
