/** Open pages are answered from memory. Whatever a page shows, a change of it reaches the memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { until } from '../../harness/expectations.ts';
import { get } from './pages.ts';
import { sentPage } from './detail-forms.ts';

const NEWS_WITHIN_MS = 2_000;

/** As other processes write it, in the order in which it may happen. */
const CHANGES = {
  'who sent it': `insert into sender_detail (transaction_id, sender_name) select id, 'Can Öz' from transaction`,
  'who sent it, corrected': `update sender_detail set sender_name = 'Ayşe Işık'`,
  'a receipt': `insert into receipt (id, transaction_id, receipt_no, content, media_type, sha256)
    select gen_random_uuid(), id, 1, '%PDF-1.7', 'application/pdf', sha256('%PDF-1.7') from transaction`,
  'a frozen account': `update bank_account set status = 'frozen'`,
  'an account in use again': `update bank_account set status = 'enabled'`,
  'another IBAN': `update bank_account set iban = 'TR330006100519786457841326'`,
  'a decision': `update transaction set status = 'rejected', reason_code = 'no_money_seen', decided_at = now(),
    commission_cents = 0, net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0`,
};

test('an open page hears of every change, although it never asks the database itself', async (t) => {
  const api = await startTestApi(t);
  const path = await sentPage(api);
  const version = async (): Promise<unknown> => (await get(api, `${path}/state`)).json?.['version'];
  let before = await version();
  for (const [what, sql] of Object.entries(CHANGES)) {
    assert.equal(await version(), before, what);
    const client = await api.owner.connect();
    // The rules of accounts and decisions are not the subject here.
    await client.query(`set session_replication_role = replica; ${sql}; reset session_replication_role`);
    client.release();
    before = await until(version, (now) => now !== before, NEWS_WITHIN_MS).catch(() => assert.fail(what));
  }
});
