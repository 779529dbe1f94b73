/** Two hundred texts that would be script, in every list that shows what others wrote. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { insertInvitation, insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { SCRIPT_PAYLOADS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { assertHarmless, watch } from '../signed-in/misdeeds.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

const NAMES = SCRIPT_PAYLOADS.slice(0, 200).map((payload) => payload.slice(0, 64));

test('names of people, of who is invited and of the partner itself are only text', async (t) => {
  const portal = await openPortal(t, { environment: 'development' });
  const { owner, url } = portal;
  const { id: partnerId } = await insertPartner(owner);
  await owner.query('update partner set name = $2 where id = $1', [partnerId, '<img src=x onerror=top.x=1>']);
  const person = await insertPartnerPerson(owner, { partnerId, factors: 'none', name: NAMES[0] ?? '' });
  for (const [index, name] of NAMES.entries()) {
    // The longest address that the database takes is text of a stranger too.
    await insertInvitation(owner, { partnerId, name, email: `p${index}@shop.example`, roles: ['finance'] });
    await owner.query(
      `insert into partner_person (id, partner_id, email, name, roles) values (gen_random_uuid(), $1, $2, $3, '{finance}')`,
      [partnerId, `q${index}@shop.example`, name],
    );
  }
  const { page, messages } = await openPlacePage(await openBrowser(t));
  const misdeeds = watch(page, url);
  await enter(page, url, person);
  await page.goto(`${url}/people`);
  for (const table of ['Giriş yapabilenler', 'Bekleyen davetler']) {
    const rows = page.getByRole('table', { name: table }).locator('tbody tr');
    await rows.first().waitFor();
    const listed = (await rows.allTextContents()).join('\n');
    for (const name of NAMES) assert.ok(listed.includes(name), name);
  }
  // Every dialog says some of the names too.
  for (const [index, name] of NAMES.entries()) {
    if (index % 20 !== 0) continue;
    for (const act of [`Kaldır: ${name}`, `Daveti geri çek: ${name}`]) {
      await page.getByRole('button', { name: act, exact: true }).first().click();
      await page.getByRole('dialog').getByRole('heading').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('list', { name: 'Bekleyen davetler' }).waitFor();
  await assertHarmless(page, portal, { misdeeds, messages });
  // Whoever opens a link is greeted by the name that somebody typed for them.
  for (const [index, name] of NAMES.entries()) {
    if (index % 40 !== 0) continue;
    const email = `r${index}@shop.example`;
    const token = await insertInvitation(owner, { partnerId, name, email });
    await page.context().clearCookies();
    await page.goto(`${url}/invitation#${token}`);
    await page.locator('h1', { hasText: name }).waitFor();
  }
  await assertHarmless(page, portal, { misdeeds, messages });
});
