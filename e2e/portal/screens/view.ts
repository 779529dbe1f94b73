/** What a partner's people look at: home, transactions, one of them, and the books; with a history that has everything. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { approveDeposit, rejectDeposit } from '../../../server/src/usecases/deposits/decide.ts';
import { approveWithdrawal } from '../../../server/src/usecases/withdrawals/decide.ts';
import { insertRow } from '../../../server/test/db/rows/valid-rows.ts';
import {
  webhookAttemptRow,
  webhookDeliveryRow,
  webhookEndpointRow,
} from '../../../server/test/db/rows/webhook-rows.ts';
import { AYSE, MEHMET, cash, sighting } from '../../../server/test/harness/desk.ts';
import type { Desk } from '../../../server/test/harness/desk.ts';
import { authorisedPayout, fundPayouts } from '../../../server/test/harness/payouts.ts';
import { insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { outcomeOf } from '../../../server/test/harness/refusals.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { enter } from '../portal.ts';

export interface Viewed {
  owner: PartnerTestPerson;
  developer: PartnerTestPerson;
  /** 950.00 of 1,000.00 came, and the partner's server did not take the news at first. */
  shortDeposit: string;
  paidWithdrawal: string;
  authorisedWithdrawal: string;
  rejectedDeposit: string;
}

/** A stranger's text, as long as it may be and as nasty. */
const NASTY = '<img src=x onerror="document.title=1">';

async function approve(desk: Desk, id: string, units: number): Promise<void> {
  const made = await desk.decide(
    (fingerprint) =>
      approveDeposit({
        transactionId: id,
        fingerprint,
        actor: MEHMET,
        actualCents: cash(units),
        ...sighting(),
      }),
    id,
  );
  assert.equal(outcomeOf(made), 'made');
}

export async function makeHistory(desk: Desk): Promise<Viewed> {
  const { owner: db, partner } = desk;
  await fundPayouts(desk);
  const shortDeposit = await desk.deposit();
  await approve(desk, shortDeposit, 950);
  const paidWithdrawal = await authorisedPayout(desk, { amountCents: 50_000n });
  const paid = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: paidWithdrawal, fingerprint, actor: AYSE, bankReference: 'F-900' }),
    paidWithdrawal,
  );
  assert.equal(outcomeOf(paid), 'made');
  const authorisedWithdrawal = await authorisedPayout(desk, { amountCents: 70_000n });
  const rejectedDeposit = await desk.deposit({ amountCents: 25_000n });
  const rejected = await desk.decide(
    (fingerprint) =>
      rejectDeposit({
        transactionId: rejectedDeposit,
        fingerprint,
        actor: MEHMET,
        reasonCode: 'no_money_seen',
      }),
    rejectedDeposit,
  );
  assert.equal(outcomeOf(rejected), 'made');
  for (let made = 0; made < 4; made += 1) await desk.deposit({ amountCents: 123_450n });
  await desk.deposit({ status: 'waiting_payment', amountCents: 999_999_99n });
  await desk.withdrawal({ amountCents: 195_500n });
  await db.query(`update partner set name = 'Mavi Oyun' where id = $1`, [partner.id]);
  await db.query(
    `update transaction set external_reference = 'MO-' || right(id::text, 5), customer_username = 'ayseisik', customer_full_name = 'Ayşe Işık'`,
  );
  await db.query(
    `update transaction set customer_username = $1, customer_full_name = $1, external_reference = rpad('siparis-2026-', 60, '0123456789')
     where id = (select transaction_id from open_transaction where type = 'deposit' order by transaction_id limit 1)`,
    [NASTY],
  );
  await tell(desk, shortDeposit);
  return {
    owner: await insertPartnerPerson(db, { partnerId: partner.id, name: 'Deniz Acar', factors: 'none' }),
    developer: await insertPartnerPerson(db, {
      partnerId: partner.id,
      name: 'Ece Su',
      factors: 'none',
      roles: ['developer'],
    }),
    shortDeposit,
    paidWithdrawal,
    authorisedWithdrawal,
    rejectedDeposit,
  };
}

/** Two endpoints: one takes everything at once, the other the third time. */
async function tell({ owner: db, partner }: Desk, transactionId: string): Promise<void> {
  const { rows } = await db.query<{ id: string; feedNo: bigint; last: bigint }>(
    `select id, feed_no as "feedNo", (select max(feed_no) from event) as last from event where transaction_id = $1`,
    [transactionId],
  );
  const [event] = rows;
  assert.ok(event);
  for (const [url, outcomes] of [
    ['https://api.mavi-oyun.example/webhooks/vezne', [200]],
    ['https://yedek.mavi-oyun.example/muhasebe/bildirimler/odeme-kurulusu/vezne', [503, 503, 200]],
  ] as const) {
    const endpoint = {
      ...webhookEndpointRow({ partner: { id: partner.id } }),
      url,
      last_feed_no: event.last,
    };
    await insertRow(db, 'webhook_endpoint', endpoint);
    const delivery = webhookDeliveryRow({
      endpoint,
      event: { id: event.id, feed_no: event.feedNo, external_reference: 'MO' },
    });
    for (const [place, status] of outcomes.entries())
      await insertRow(db, 'webhook_attempt', {
        ...webhookAttemptRow({ delivery }),
        attempt_no: place + 1,
        at: new Date(Date.now() - (outcomes.length - place) * 65_000),
        duration_ms: 138 + place * 900,
        status_code: status,
        answer_start: status === 200 ? '{"ok":true}' : `<html>${NASTY} Service Unavailable</html>`,
        next_attempt_at: null,
      });
  }
}

async function goTo(
  page: Page,
  { development: { url } }: World,
  path: string,
  person: PartnerTestPerson,
): Promise<void> {
  await enter(page, url, person);
  await page.goto(url + path);
  await page.locator('main h1').waitFor();
  // Boxes ask for themselves, so several may still be loading.
  for (const loading of await page.locator('main [role=status][aria-busy=true]').all())
    await loading.waitFor({ state: 'detached' });
  await page.locator('main [role=status][aria-busy=true]').first().waitFor({ state: 'detached' });
}

export function viewScreens({
  owner,
  developer,
  shortDeposit,
  paidWithdrawal,
  authorisedWithdrawal,
  rejectedDeposit,
}: Viewed): Screen[] {
  const screen = (name: string, path: string, person: PartnerTestPerson, heightPx = 1400): Screen => ({
    name,
    heightPx,
    open: async (page, world) => await goTo(page, world, path, person),
  });
  return [
    { ...screen('home', '/', owner), inDocs: 'home' },
    screen('home-developer', '/', developer),
    screen('transactions', '/transactions', owner),
    screen('transactions-none', '/transactions?status=approved&amountFrom=99999999', owner, 900),
    screen('transaction', `/transactions/${shortDeposit}`, owner),
    { ...screen('transaction-paid', `/transactions/${paidWithdrawal}`, owner), inDocs: 'transaction' },
    screen('transaction-authorised', `/transactions/${authorisedWithdrawal}`, owner),
    screen('transaction-rejected', `/transactions/${rejectedDeposit}`, developer, 900),
    screen('transaction-unknown', '/transactions/00000000-0000-7000-8000-000000000000', owner, 900),
    screen('money', '/money', owner),
    screen('money-reserved', '/money?book=reserved&kind=withdrawal_approved', owner, 900),
  ];
}
