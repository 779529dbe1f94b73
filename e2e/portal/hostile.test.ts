/** Texts that would be script, in every list that shows what others wrote. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { insertInvitation, insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { assertHarmless, goInside, saidByEach, watch } from '../signed-in/misdeeds.ts';
import { openPlacePage, resize } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

const NAMES = PAYLOADS_FOR_BROWSERS.map((payload) => payload.slice(0, 64));
const ROWS_OF_A_DIALOG = 25;

test('names of people, of who is invited and of the partner itself are only text', async (t) => {
  const portal = await openPortal(t, { environment: 'development' });
  const { owner, url } = portal;
  const { id: partnerId } = await insertPartner(owner);
  await owner.query('update partner set name = $2 where id = $1', [partnerId, '<img src=x onerror=top.x=1>']);
  const person = await insertPartnerPerson(owner, { partnerId, factors: 'none', name: NAMES[0] ?? '' });
  const fill = async (names: readonly string[]): Promise<void> => {
    await owner.query(`delete from partner_invitation where partner_id = $1`, [partnerId]);
    await owner.query(`delete from partner_person where partner_id = $1 and id <> $2`, [
      partnerId,
      person.id,
    ]);
    for (const [index, name] of names.entries()) {
      // The longest address that the database takes is text of a stranger too.
      await insertInvitation(owner, { partnerId, name, email: `p${index}@shop.example`, roles: ['finance'] });
      await owner.query(
        `insert into partner_person (id, partner_id, email, name, roles) values (gen_random_uuid(), $1, $2, $3, '{finance}')`,
        [partnerId, `q${index}@shop.example`, name],
      );
    }
  };
  await fill(NAMES);
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
  await resize(page, { width: 390, height: 844 });
  await page.getByRole('list', { name: 'Bekleyen davetler' }).waitFor();
  await assertHarmless(page, portal, { misdeeds, messages });
  await resize(page, { width: 1280, height: 900 });
  // Every dialog says some of the names too. Each draws the lists anew, so those are short now.
  for (let from = 0; from < NAMES.length; from += ROWS_OF_A_DIALOG) {
    const names = NAMES.slice(from, from + ROWS_OF_A_DIALOG);
    await fill(names);
    await page.reload();
    await page.getByRole('table', { name: 'Bekleyen davetler' }).waitFor();
    for (const act of ['Kaldır: ', 'Daveti geri çek: ']) {
      const said = await saidByEach(page, { buttons: `button[aria-label^="${act}"]`, cancel: 'Vazgeç' });
      assert.equal(said.length, names.length, act);
      for (const name of names)
        assert.ok(
          said.some((text) => text.includes(name)),
          act + name,
        );
    }
  }
  await assertHarmless(page, portal, { misdeeds, messages });
  // Whoever opens a link is greeted by the name that somebody typed for them.
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in`);
  for (const [index, name] of NAMES.entries()) {
    const token = await insertInvitation(owner, { partnerId, name, email: `r${index}@shop.example` });
    await goInside(page, `/invitation#${token}`);
    await page.getByText(`r${index}@shop.example`).waitFor();
    assert.equal(await page.locator('h1').textContent(), `Hoş geldiniz, ${name}`);
    await goInside(page, '/sign-in');
    await page.locator('input[name=username]').waitFor();
  }
  await assertHarmless(page, portal, { misdeeds, messages });
});
