import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanOfMonth, turkishMonth } from '@vezne/domain/turkish-calendar';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { countDays } from '../../../src/usecases/partner-statements/count-days.ts';
import { AYSE, cash, openDesk } from '../../harness/desk.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

const BEGINS = spanOfMonth(turkishMonth(new Date())).from;
const MONTH_BEFORE = turkishMonth(new Date(BEGINS.getTime() - 1));

/** How far from midnight each was begun, in the order in which they were posted: some were begun first and written last. */
const FROM_MIDNIGHT_MS = [-60_000, -50_000, -40_000, 100, -300, -200, -100, 60_000];

test('the money page and a statement cut a month at the same entry, in whatever order those around midnight were written', async (t) => {
  const desk = await openDesk(t);
  await desk.owner.query('update partner set created_at = $1', [spanOfMonth(MONTH_BEFORE).from]);
  for (const _ of FROM_MIDNIGHT_MS) {
    const id = await desk.deposit();
    const approve = (fingerprint: string) =>
      approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1_000) });
    assert.equal((await desk.decide(approve, id)).outcome, 'made');
  }
  await desk.owner.query(
    `update ledger_transfer t set at = $1::timestamptz + make_interval(secs => ($2::int4[])[c.no] / 1000.0)
     from (select transaction_id, dense_rank() over (order by min(id)) as no from ledger_transfer group by 1) as c
     where c.transaction_id = t.transaction_id`,
    [BEGINS, FROM_MIDNIGHT_MS],
  );
  const { browser } = await startTestPortal(t, { database: desk.database });
  const page = browser();
  await page.signIn(
    await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id, roles: ['finance'] }),
  );
  const worker = desk.database.pool('vezne_worker');
  await countDays(worker);
  const look = async () => {
    const ends = async (query: string) =>
      (await page.call('listEntries', undefined, { query })).body['period'] as Record<string, number>;
    const moment = BEGINS.toISOString();
    const [before, since] = [await ends(`?to=${moment}`), await ends(`?from=${moment}`)];
    const { body: money } = await page.call('getMoney');
    return [
      before['closingCents'],
      since['openingCents'],
      (money['availableCents'] as number) - Number((money['month'] as Record<string, number>)['changeCents']),
    ];
  };
  const counted = await look();
  await closeMonths(worker, { afterSeconds: 0 });
  const { body } = await page.call('getStatementMonth', undefined, { query: `?month=${MONTH_BEFORE}` });
  assert.equal(body['closingCents'], 3 * 97_000, 'three were posted before the first of this month');
  assert.deepEqual(counted, Array(3).fill(body['closingCents']), 'as soon as its days are counted');
  assert.deepEqual(await look(), counted, 'and when it is closed');
  // Within a day it is their times that count, between its ends.
  const { body: later } = await page.call('listEntries', undefined, {
    query: `?from=${new Date(BEGINS.getTime() + 30_000).toISOString()}`,
  });
  assert.equal((later['period'] as Record<string, number>)['openingCents'], 7 * 97_000);
});
