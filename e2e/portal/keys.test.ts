import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealedSecrets } from '../../server/src/keys/sealed-secrets.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { testKeys } from '../../server/test/harness/keys.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { nameSealingKeys } from '../../server/test/harness/sealing.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';
import { prove } from './screens/screen.ts';

test('a developer makes a key that is shown once, asks for a network that another confirms, rotates a webhook secret and revokes the key', async (t) => {
  const database = await createTestDatabase(t);
  await nameSealingKeys(database);
  const { url, owner, policyReports } = await openPortal(t, { environment: 'development', database });
  const deniz = await insertPartnerPerson(owner, {
    name: 'Deniz Acar',
    roles: ['developer'],
    factors: 'none',
  });
  const { partnerId } = deniz;
  const colleague = await insertPartnerPerson(owner, { partnerId, name: 'Ece Su', factors: 'none' });
  await owner.query(`update partner set allowed_networks = '{203.0.113.0/24}' where id = $1`, [partnerId]);
  await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  const browser = await openBrowser(t);
  const { page, messages } = await openPlacePage(browser);
  await enter(page, url, deniz);
  await page.goto(`${url}/credentials`);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Yeni anahtar' }).click();
  await dialog.getByRole('button', { name: 'Yeni anahtar' }).click();
  await prove(page, deniz);
  await dialog.getByText('Bunlar yalnızca şimdi gösterilir').waitFor();
  const [apiKey = '', apiSecret = '', hashSecret = ''] = await dialog.locator('dd code').allInnerTexts();
  assert.match(apiSecret, /^vzs_/);
  // Neither Escape nor a click beside it ends it before it is kept.
  await page.keyboard.press('Escape');
  await dialog.getByText(apiSecret).first().waitFor();
  await dialog.getByLabel('Güvenli bir yere kaydettim').check();
  await dialog.getByRole('button', { name: 'Kapat' }).click();
  await page.getByRole('button', { name: `İptal et: ${apiKey}` }).waitFor();
  await owner.query(
    `update credential set expires_at = now() + interval '23 hours 59 minutes' where partner_id = $1 and api_key <> $2`,
    [partnerId, apiKey],
  );
  await page.reload();
  // How long it still works, and until when.
  await page.getByRole('cell', { name: /23 sa 5\d dk sonra biter.*\d\d:\d\d/ }).waitFor();
  await page.getByRole('button', { name: `İptal et: ${apiKey}` }).waitFor();
  assert.ok(!(await page.content()).includes(apiSecret), 'it is not told again');
  const { rows } = await owner.query<{ sealed: string }>(
    'select hash_secret_sealed as sealed from credential where api_key = $1',
    [apiKey],
  );
  const opener = createSealedSecrets(testKeys.secretKeys);
  assert.equal(await opener.open(rows[0]?.sealed ?? ''), hashSecret);

  // An answer that is lost on its way may have made one all the same.
  await page.route('**/api/credentials', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Yeni anahtar' }).click();
  await dialog.getByRole('button', { name: 'Yeni anahtar' }).click();
  await dialog.getByText('değerleri gösterilmemiş olabilir').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Yeni anahtar' }).isDisabled());
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^İptal et: / })
    .nth(1)
    .waitFor();
  await page.unroute('**/api/credentials');

  await page.getByRole('button', { name: 'Ağları düzenle' }).click();
  await dialog.getByLabel('İzin verilen ağlar').fill('203.0.113.0/24\nburası');
  await dialog.getByRole('button', { name: 'Onaya gönder' }).click();
  await dialog.getByText('“burası” bir IP adresi ya da ağ değil').waitFor();
  await dialog.getByLabel('İzin verilen ağlar').fill('203.0.113.0/24\n10.0.0.5/24');
  await dialog.getByText('“burası”').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Onaya gönder' }).click();
  await dialog.getByText('Ağın tamamı için 10.0.0.0/24 yazın.').waitFor();
  await dialog.getByLabel('İzin verilen ağlar').fill('203.0.113.0/24\n198.51.100.7/32');
  await dialog.getByText('ikinci bir kişi onaylayınca').waitFor();
  await dialog.getByRole('button', { name: 'Onaya gönder' }).click();
  await page.getByRole('button', { name: 'Geri çek' }).waitFor();

  const { page: theirs, messages: theirMessages } = await openPlacePage(browser);
  await enter(theirs, url, colleague);
  await theirs.goto(`${url}/credentials`);
  await theirs.getByText('Deniz Acar şu ağları istedi').waitFor();
  // Only what changes: the network that holds and stays is not among it.
  assert.deepEqual(
    await theirs.getByRole('list', { name: 'Eklenen' }).getByRole('listitem').allInnerTexts(),
    ['198.51.100.7/32'],
  );
  await theirs.getByRole('button', { name: 'Onayla' }).click();
  await prove(theirs, colleague);
  await theirs.getByText('Ağlar geçerli oldu').waitFor();
  const { rows: networks } = await owner.query(
    'select allowed_networks::text[] as all from partner where id = $1',
    [partnerId],
  );
  assert.deepEqual(networks, [{ all: ['203.0.113.0/24', '198.51.100.7/32'] }]);

  // What allows less holds at once, and says so before: also a part of a network, which is no new one.
  await page.reload();
  await page.getByRole('button', { name: 'Ağları düzenle' }).click();
  await dialog.getByLabel('İzin verilen ağlar').fill('203.0.113.0/25\n203.0.113.200');
  await dialog.getByText('listede olmayan bir yerden gelen istekler reddedilir').waitFor();
  await dialog.getByRole('button', { name: 'Kaydet' }).waitFor();
  await dialog.getByLabel('İzin verilen ağlar').fill('203.0.113.0/24');
  await dialog.getByText('listede olmayan bir yerden gelen istekler reddedilir').waitFor();
  await dialog.getByRole('button', { name: 'Vazgeç' }).click();

  // A list that we made longer than people of a partner may is shortened, and not made longer.
  const many = Array.from({ length: 61 }, (_, index) => `203.0.113.${index}/32`);
  await owner.query('update partner set allowed_networks = $2 where id = $1', [partnerId, many.slice(1)]);
  await page.reload();
  await page.getByRole('button', { name: 'Ağları düzenle' }).click();
  await dialog.getByLabel('İzin verilen ağlar').fill(many.join('\n'));
  await dialog.getByText('en çok 60 ağ').waitFor();
  await dialog.getByLabel('İzin verilen ağlar').fill(many.slice(2).join('\n'));
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await page.getByText('Ağlar kaydedildi').waitFor();

  await page.getByRole('button', { name: `İptal et: ${apiKey}` }).click();
  await dialog.getByRole('button', { name: 'İptal et' }).click();
  await page.getByText('Anahtar iptal edildi').waitFor();

  await page.goto(`${url}/webhooks`);
  await page.getByRole('button', { name: 'Ulaşmayanlar' }).click();
  await page.getByText('Ulaşmayan bildirim yok').waitFor();
  await page.getByRole('button', { name: 'Bekleyenler' }).click();
  await page.getByText('Bekleyen bildirim yok').waitFor();
  await page.getByRole('button', { name: 'Gizli anahtarı yenile' }).click();
  await dialog.getByLabel('Geçiş süresi (saat)').fill('24');
  await dialog.getByRole('button', { name: 'Gizli anahtarı yenile' }).click();
  const secret = await dialog.locator('dd code').innerText();
  assert.match(secret, /^whsec_/);
  await dialog.getByLabel('Güvenli bir yere kaydettim').check();
  await dialog.getByRole('button', { name: 'Kapat' }).click();
  await page.getByText('Eski gizli anahtar şu zamana dek geçerli').waitFor();
  await page.getByRole('button', { name: 'Duraklat' }).click();
  await dialog.getByRole('button', { name: 'Duraklat' }).click();
  await page.getByRole('button', { name: 'Sürdür' }).waitFor();
  assert.deepEqual([messages, theirMessages, policyReports()], [[], [], []]);
});
