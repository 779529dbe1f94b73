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
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' }).waitFor();
  await typeCode(page, codeAt(person, Date.now() + NEXT_CODE_MS));
  await page.getByText('Doğrulama uygulaması kaldırıldı').waitFor();
  await page.getByText('Kurulu değil.').waitFor();
  await page.getByText('10 kod kaldı').waitFor({ state: 'detached' });
});

test('where a second factor is required, the last one leads to adding another', async (t) => {
  const { url, owner } = await openConsole(t);
  const person = await insertPerson(owner);
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person);
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Uygulamayı kaldır' }).click();
  await page.getByRole('dialog', { name: 'Uygulama şimdi kaldırılamaz' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Anahtarın adı').waitFor();
});
