import { test } from 'node:test';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openConsole, openConsolePage, signIn } from './console.ts';

/** A page that is looked at reads the count again every five seconds. */
const SOON = { timeout: 9_000 };

test('who could confirm is counted again while one looks, and the warning says the same as the rows', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const people = [];
  for (let index = 0; index < 2; index += 1)
    people.push(await insertPerson(owner, { factors: 'none', roles: ['senior_operator'] }));
  const [me, colleague] = people;
  if (me === undefined || colleague === undefined) throw new Error('There are two.');
  const browser = await openBrowser(t);
  const { page } = await openConsolePage(browser);
  await signIn(page, url, me, { hasTotp: false });
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByText('250.000,00 ₺ üzeri', { exact: true }) });
  await row.getByText('yalnız siz').waitFor();
  const warning = page.getByText(/Şu anda giriş yapmış: /);
  await warning.filter({ hasText: '250.000,00 ₺ üzeri: yalnız siz' }).waitFor();
  await warning.filter({ hasText: 'Ayar, partner, kişi: kimse yok' }).waitFor();

  const other = await openConsolePage(browser);
  await signIn(other.page, url, colleague, { hasTotp: false });
  await row.getByText('2 kişi').waitFor(SOON);
  await warning.filter({ hasText: '250.000,00 ₺ üzeri' }).waitFor({ state: 'detached', ...SOON });
  await other.page.getByTitle('Hesap ve görünüm').click();
  await other.page.getByRole('menuitem', { name: 'Çıkış yap' }).click();
  await row.getByText('yalnız siz').waitFor(SOON);
});
