import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { atTheQueue, openDesk, rowsOf } from './desk.ts';

test('an auditor looks through the log by keys, filters it, sees what is new, and takes it along', async (t) => {
  const desk = await openDesk(t);
  const { page, messages } = await atTheQueue(t, desk, { roles: ['auditor'], name: 'Nihal Ergin' });
  const write = async (action: string): Promise<void> => {
    await desk.owner.query(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
       values ('command_line', 'murat', 'murat', $1, 'partner', 'x',
         '{"before": {"creditLine": "0.00"}, "after": {"creditLine": "500.00"}}')`,
      [action],
    );
  };
  await write('partner.set');
  await write('partner.pause');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 1, name: 'Denetim kaydı' }).waitFor();
  await rowsOf(page).first().waitFor();
  assert.match((await rowsOf(page).first().textContent()) ?? '', /Partneri duraklattı/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Seçili kayıt' });
  await pane.getByRole('heading', { level: 2, name: 'Partnerin ayarını değiştirdi' }).waitFor();
  await pane.locator('del', { hasText: '0,00' }).waitFor();
  assert.match(page.url(), /\/audit\/\d+$/);
  // A reload shows the same.
  await page.reload();
  await pane.getByRole('heading', { level: 2, name: 'Partnerin ayarını değiştirdi' }).waitFor();
  await page.keyboard.press('Escape');
  await pane.getByText('Bir kayıt seçin').waitFor();

  // The pane may be there before the list is.
  await rowsOf(page).first().waitFor();
  const before = await rowsOf(page).count();
  await write('partner.resume');
  await page.getByRole('button', { name: /1 yeni kayıt/ }).waitFor({ timeout: 20_000 });
  assert.equal(await rowsOf(page).count(), before, 'nothing moved');
  await page.keyboard.press('n');
  await rowsOf(page).getByText('Partnerin duraklatmasını kaldırdı').waitFor();

  await page.getByRole('button', { name: 'Her işlem' }).click();
  await page.getByRole('menuitem', { name: 'Partneri duraklattı' }).click();
  await page.waitForURL(/action=partner\.pause/);
  await rowsOf(page).nth(1).waitFor({ state: 'detached' });
  await rowsOf(page).getByText('Partneri duraklattı').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  assert.equal(text.trim().split('\r\n').length, 2);
  assert.ok(text.includes('"partner.pause"'));
  const { rows } = await desk.owner.query(`select 1 from audit_entry where action = 'audit.export'`);
  assert.equal(rows.length, 1);
  assert.deepEqual(messages, []);
});

test('an auditor sees a deposit, and nothing there decides', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting();
  const { page } = await atTheQueue(t, desk, { roles: ['auditor'] });
  await page.goto(`${desk.url}/deposits/${id}`);
  const pane = page.getByRole('complementary');
  await pane.locator('section').first().waitFor();
  const deciding = /onayla|reddet|beklet|devral|ikinci onay|geç gelen|düzelt/i;
  for (const button of await page.getByRole('button').all())
    assert.doesNotMatch((await button.textContent()) ?? '', deciding);
  for (const key of ['a', 'r', 'b', 'e', 't', 'l', 'c', 'x']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('dialog').count(), 0);
  const { rows } = await desk.owner.query('select 1 from deposit_claim');
  assert.equal(rows.length, 0, 'looking claims nothing');
});
