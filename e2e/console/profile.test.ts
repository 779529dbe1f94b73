import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openConsole, openConsolePage, signIn, typeCode } from './console.ts';

/** A code works once; the one after it is taken already. */
const NEXT_CODE_MS = 30_000;

test('whoever removes their only factor is told before what goes with it', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner);
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person);
  await page.goto(`${url}/profile`);
  await page.getByText('10 kod kaldı').waitFor();
  await page.getByRole('button', { name: 'Uygulamayı kaldır' }).click();
  const question = page.getByRole('dialog', { name: 'Doğrulama uygulaması kaldırılsın mı?' });
  await question.getByText('kurtarma kodlarınız da silinir ve girişte yalnız parolanız sorulur').waitFor();
  await question.getByRole('button', { name: 'Uygulamayı kaldır' }).click();
  await page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' }).waitFor();
  await typeCode(page, codeAt(person, Date.now() + NEXT_CODE_MS));
  await page.getByText('Doğrulama uygulaması kaldırıldı').waitFor();
  await page.getByText('Kurulu değil.').waitFor();
  await page.getByText('Uygulama ya da geçiş anahtarı eklediğinizde on kod gösterilir.').waitFor();
  const renew = page.getByRole('button', { name: 'Yeni kodlar al' });
  assert.equal(await renew.count(), 0, 'without a factor there is nothing to recover');
});

test('no codes left and few codes left are said in a sentence each', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner);
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person);
  const useUp = async (left: number): Promise<void> => {
    const text = `
      update staff_recovery_code set used_at = now() where hash in (
        select hash from staff_recovery_code where staff_id = $1 order by hash offset $2)`;
    await owner.query(text, [person.id, left]);
    await page.goto(`${url}/profile`);
  };
  const box = page.getByRole('region', { name: 'Kurtarma kodları' });
  await useUp(2);
  await box.getByText('Yalnız 2 kod kaldı. Yenilerini alın.').waitFor();
  await useUp(0);
  await box.getByText('Kurtarma kodunuz kalmadı. Yenilerini alın.').waitFor();
  assert.equal(await box.getByText('kod kaldı').count(), 0);
});

test('where a second factor is required, the last one leads to adding another', async (t) => {
  const { url, owner } = await openConsole(t);
  const person = await insertPerson(owner);
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person);
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Uygulamayı kaldır' }).click();
  const refusal = page.getByRole('dialog', { name: 'Uygulama şimdi kaldırılamaz' });
  await refusal.getByRole('button', { name: 'Anahtar ekle' }).click();
  await page.getByLabel('Anahtarın adı').waitFor();
});

test('a new password takes the current one and a code; without an app the password is asked for once', async (t) => {
  for (const factors of ['totp', 'none'] as const) {
    const hasTotp = factors === 'totp';
    const { url, owner } = await openConsole(t, { environment: hasTotp ? 'production' : 'development' });
    const person = await insertPerson(owner, { factors });
    const { page } = await openConsolePage(await openBrowser(t));
    await signIn(page, url, person, { hasTotp });
    await page.goto(`${url}/profile`);
    await page.getByRole('button', { name: 'Parolayı değiştir' }).click();
    const form = page.getByRole('dialog', { name: 'Parolayı değiştir' });
    const current = form.getByLabel('Şimdiki parola');
    await current.fill('not the password');
    await form.getByLabel('Yeni parola', { exact: true }).fill('mavi kapı yeşil orman');
    await form.getByLabel('Yeni parola, bir kez daha').fill('mavi kapı yeşil orman');
    await page.keyboard.press('Enter');
    if (hasTotp) {
      await page.getByText('Parolanızı değiştirmek').waitFor();
      await typeCode(page, codeAt(person, Date.now() + NEXT_CODE_MS));
    }
    await form.getByText('Parolanız bu değil. Yeniden yazın.').waitFor();
    assert.equal(await current.getAttribute('aria-invalid'), 'true');
    await current.fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Parolanız değişti; öteki oturumlarınız kapandı').waitFor();
  }
});
