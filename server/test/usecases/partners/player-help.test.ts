import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { addBankAccount } from '../../../src/usecases/bank-accounts/add.ts';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import type { SettablePartnerSettings } from '../../../src/usecases/partners/checked-settings.ts';
import { getPartner } from '../../../src/usecases/partners/get.ts';
import { addStaff } from '../../../src/usecases/staff/add.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertPartner, turkishIban } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { createAdministration } from '../administration.ts';

async function setUp(t: TestContext) {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const set = async (settings: SettablePartnerSettings) => await setPartner(context, { partner, settings });
  const stored = async () => {
    const { supportAddress, refundNote } = await getPartner(context.db, partner);
    return { supportAddress, refundNote };
  };
  return { context, pool, set, stored };
}

test('a support address takes two people, every other one again, and none is set by one', async (t) => {
  const { pool, set, stored } = await setUp(t);
  assert.deepEqual(await stored(), { supportAddress: null, refundNote: null });
  for (const supportAddress of ['https://shop.example/help?a#b', 'mailto:help@shop.example']) {
    const asked = set({ supportAddress });
    assert.equal((await asked).outcome, 'asked');
    assert.notEqual((await stored()).supportAddress, supportAddress, 'It waits for the second person.');
    await byTwo(pool, asked);
    assert.equal((await stored()).supportAddress, supportAddress);
    assert.equal((await byOne(set({ supportAddress }))).change, undefined);
  }
  await byOne(set({ supportAddress: null }));
  assert.equal((await stored()).supportAddress, null);
});

test('the sentences about refunds are set by one person, in both languages, and beside the address', async (t) => {
  const { pool, set, stored } = await setUp(t);
  const refundNote = { tr: 'İadeler üç iş günü sürer.', en: 'Refunds take three working days.' };
  await byOne(set({ refundNote: { tr: `  ${refundNote.tr}`, en: `${refundNote.en} ` } }));
  assert.deepEqual((await stored()).refundNote, refundNote);
  await byTwo(pool, set({ supportAddress: 'https://shop.example/' }));
  assert.deepEqual((await stored()).refundNote, refundNote);
  await byOne(set({ refundNote: null }));
  assert.deepEqual(await stored(), { supportAddress: 'https://shop.example/', refundNote: null });
});

test('what is no plain address or sentence is refused', async (t) => {
  const { set, stored } = await setUp(t);
  for (const [supportAddress, problem] of [
    ['javascript:alert(1)', 'odd_scheme'],
    ['https://shop.example@evil.example/', 'user_info'],
    ['https://127.0.0.1/', 'odd_host'],
    ['mailto:a@shop.example?cc=b@evil.example', 'odd_mailbox'],
    ['', 'odd_scheme'],
  ] as const)
    await assert.rejects(set({ supportAddress }), refusedFor('support_address_invalid', { problem }));
  const en = 'Refunds take three days.';
  await assert.rejects(set({ refundNote: { tr: ' ', en } }), refusedFor('text_empty'));
  await assert.rejects(set({ refundNote: { tr: 'İ'.repeat(201), en } }), refusedFor('text_too_long'));
  await assert.rejects(set({ refundNote: { tr: 'a\nb', en } }), refusedFor('text_unusable'));
  assert.deepEqual(await stored(), { supportAddress: null, refundNote: null });
});

test('what players read as ours holds neither an account nor a web address', async (t) => {
  const { context, set, stored } = await setUp(t);
  const en = 'Refunds take three days.';
  for (const text of [
    'Hesabımız değişti: TR33 0006 1005 1978 6457 8413 26',
    'TR330006100519786457841326 hesabına gönderin',
    'hesap no 0006-1005-1978-6457',
    'Yeni adres: https://evil.example',
    'Yeni adres: WWW.evil.example',
  ]) {
    await assert.rejects(
      set({ refundNote: { tr: text, en } }),
      refusedFor('text_holds_account', { field: 'refund_note' }),
    );
    await assert.rejects(set({ name: text }), refusedFor('text_holds_account', { field: 'partner_name' }));
    const account = { holderName: 'Vezne A.Ş.', iban: turkishIban(5), dailyCapCents: null };
    await assert.rejects(
      addBankAccount(context, { ...account, bankName: text }),
      refusedFor('text_holds_account', { field: 'bank_name' }),
    );
    const person = { handle: 'deniz', name: text, roles: ['operator'] as const };
    await assert.rejects(
      addStaff({ ...context, consoleUrl: 'https://console.example' }, person),
      refusedFor('text_holds_account', { field: 'staff_name' }),
    );
  }
  await byOne(set({ name: 'Oyun365.com', refundNote: { tr: 'Tel. 0850 123 45 67', en } }));
  assert.equal((await stored()).refundNote?.tr, 'Tel. 0850 123 45 67');
});
