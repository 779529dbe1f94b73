/** Every screen of partners, and how one gets there. */
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { insertInvitation, insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../../server/test/harness/webhook-endpoints.ts';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goAs, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

const filled = new WeakMap<RunningConsole, Promise<string>>();

/** Returns the id of a partner with everything set. */
async function fill({ owner }: RunningConsole): Promise<string> {
  const { partnerId } = await openMorning(owner, { partnerName: 'Mavi Oyun' });
  await openMorning(owner, { partnerName: 'Kuzey Spor' });
  await insertEndpoint(owner, { partnerId, url: 'https://api.mavioyun.example/hooks/vezne' });
  await owner.query(
    `update partner set redirect_hosts = '{mavioyun.example}', allowed_networks = '{203.0.113.0/24}', deposit_min_cents = 5000,
       deposit_max_cents = 5000000, player_day_deposit_count = 5, settlement_iban = 'TR330006100519786457841326',
       settlement_holder_name = 'Mavi Oyun A.Ş.', support_address = 'https://mavioyun.example/destek' where id = $1`,
    [partnerId],
  );
  await insertPartnerPerson(owner, { partnerId, email: 'selin@mavioyun.example', name: 'Selin Aksoy' });
  await insertPartnerPerson(owner, {
    partnerId,
    email: 'muhasebe@mavioyun.example',
    name: 'Hakan Yılmaz',
    roles: ['developer', 'finance'],
    factors: 'none',
  });
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id)
     select $1, partner_id, '{203.0.113.0/24}', '{203.0.113.0/24,198.51.100.16/28}', id from partner_person where email = 'selin@mavioyun.example'`,
    [newId()],
  );
  await insertInvitation(owner, {
    partnerId,
    email: 'teknik.ekip.sorumlusu@mavioyun.example',
    roles: ['developer'],
  });
  return partnerId;
}

async function filledOf({ production }: World): Promise<string> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

/** A part of the partner's page, as an administrator sees it. */
async function asAdministrator(page: Page, world: World, part: string): Promise<void> {
  const id = await filledOf(world);
  const administrator = { name: 'Murat Şen', roles: ['administrator'] } as const;
  await goAs(page, world, administrator, part === 'list' ? '/partners' : `/partners/${id}/${part}`);
  await page.locator('main h1').waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
}

const part = (name: string, path: string, ready: RegExp, heightPx = 1_000): Screen => ({
  name,
  heightPx,
  open: async (page, world) => {
    await asAdministrator(page, world, path);
    await page.getByText(ready).first().waitFor();
  },
});

const opened = (name: string, path: string, button: RegExp): Screen => ({
  name,
  heightPx: 1_000,
  open: async (page, world) => {
    await asAdministrator(page, world, path);
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await dialog(page);
  },
});

export const PARTNER_SCREENS: readonly Screen[] = [
  part('partners', 'list', /Mavi Oyun/),
  part('partner', '', /Kullanılabilir bakiye|Available balance/),
  { ...part('partner-terms', 'terms', /Hesaplayıcı|Calculator/), inDocs: 'partner-terms' },
  part('partner-credentials', 'credentials', /Gizli değerler yalnızca|Secrets are shown once/),
  part('partner-endpoints', 'endpoints', /mavioyun\.example/),
  part('partner-limits', 'limits', /Hakediş hesabı|Settlement account/),
  part('partner-places', 'places', /Destek adresi|Support address/),
  part('partner-people', 'people', /selin@mavioyun\.example/),
  opened('partner-people-invite', 'people', /Kişi davet et|Invite a person/),
  opened('partner-people-look', 'people', /Partner gözüyle bak|Look as the partner/),
  opened('partner-create', 'list', /Partner ekle|Add a partner/),
  opened('partner-terms-change', 'terms', /Koşul değişikliği: Yatırım|Change of terms: Deposit/),
  opened('partner-credentials-rotate', 'credentials', /^Yenile|^Rotate/),
  opened('partner-endpoint-add', 'endpoints', /Adres ekle|Add an address/),
  opened('partner-endpoint-test', 'endpoints', /Test et|^Test$/),
  opened('partner-endpoint-deliveries', 'endpoints', /Teslimatlar|Deliveries/),
  opened('partner-limits-change', 'limits', /Değiştir: Oyuncu|Change: A player/),
  opened('partner-settlement-change', 'limits', /Değiştir: Hakediş|Change: Settlement/),
  opened('partner-refund-change', 'places', /Değiştir: İade|Change: Refund/),
  opened('partner-disable', '', /^Kapat$|^Disable$/),
  {
    name: 'partner-operator',
    open: async (page, world) => {
      await goTo(page, world, `/partners/${await filledOf(world)}/terms`);
      await page.getByText(/Bunları yalnızca yöneticiler|Administrators change these/).waitFor();
    },
  },
  {
    name: 'partner-terms-failed',
    open: async (page, world) => {
      await page.route(/\/api\/partners\/[^/]+\/terms$/, async (route) => await route.abort());
      await goTo(page, world, `/partners/${await filledOf(world)}/terms`);
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
