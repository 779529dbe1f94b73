/** One's own factors and sessions, and every dialog over them. */
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { codeAt } from '../../../server/test/harness/staff.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { post, typeCode } from '../../signed-in/place.ts';
import { enter } from '../portal.ts';
import { aPerson, dialog, goTo, prove } from './screen.ts';

/** An app, two passkeys and few recovery codes: as many factors as a page shows. */
async function profileWithFactors(page: Page, world: World): Promise<void> {
  const { owner, url } = world.development;
  const person = await aPerson(world, { factors: 'totp' });
  await enterWithCode(page, url, person);
  await givePasskeys(world, person, ['iPhone', 'Windows, kasa odasındaki masaüstü bilgisayar']);
  await owner.query(
    `update partner_recovery_code set used_at = now() where hash in (
       select hash from partner_recovery_code where person_id = $1 order by hash offset 2)`,
    [person.id],
  );
  await page.goto(`${url}/profile`);
  await page.locator('main section li').first().waitFor();
}

async function enterWithCode(page: Page, url: string, person: PartnerTestPerson): Promise<void> {
  await enter(page, url, person);
  await post(page, url, '/api/sign-in/code', { code: codeAt(person, Date.now()) });
}

async function givePasskeys(
  { development: { owner } }: World,
  { id }: PartnerTestPerson,
  names: readonly string[],
): Promise<void> {
  for (const [place, name] of names.entries())
    await owner.query(
      `insert into partner_passkey (id, person_id, credential_id, public_key, name, is_backed_up, created_at, last_used_at)
       values ($1, $2, sha256($1::uuid::text::bytea), 'x', $3, $4, now() - interval '400 days', now() - interval '2 hours')`,
      [newId(), id, name, place === 0],
    );
}

/** In production, with a single factor, which has to stay. */
async function onlyFactor(page: Page, world: World, factor: 'app' | 'passkey'): Promise<void> {
  const { owner, url } = world.production;
  const person = await aPerson(world, { factors: 'totp' });
  await enterWithCode(page, url, person);
  if (factor === 'passkey') {
    await givePasskeys(world, person, ['iPhone']);
    await owner.query('delete from partner_totp where person_id = $1', [person.id]);
  }
  await page.goto(`${url}/profile`);
  await page.locator('main section time').nth(1).waitFor();
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await dialog(page);
}

const over =
  (name: RegExp): Screen['open'] =>
  async (page, world) => {
    await profileWithFactors(page, world);
    await press(page, name);
  };

/** The dialog in which an app is set up, with its secret. */
async function settingUp(page: Page, world: World): Promise<string> {
  const person = await goTo(page, world, '/profile');
  await press(page, /Uygulama kur|Set up an app/);
  await prove(page, person);
  await page.locator('svg[role=img] path[d^=M]').waitFor();
  return (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(/\s/g, '');
}

const APP_GOES = /^(Uygulamayı kaldır|Remove the app)$/;
const PASSKEY_GOES = /^(“iPhone” anahtarını kaldır|Remove the passkey “iPhone”)$/;

export const PROFILE_SCREENS: readonly Screen[] = [
  {
    name: 'profile',
    open: async (page, world) => {
      await goTo(page, world, '/profile', await aPerson(world, { roles: ['developer'] }));
      await page.locator('main section').nth(3).waitFor();
    },
  },
  { name: 'profile-with-factors', open: profileWithFactors },
  {
    name: 'change-password',
    dialog: 'profile.change_password',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await press(page, /^(Parolayı değiştir|Change password)$/);
      await page.keyboard.press('Enter');
      await page.locator('input[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'app',
    dialog: 'profile.app',
    open: async (page, world) => void (await settingUp(page, world)),
  },
  {
    name: 'recovery-codes',
    dialog: 'recovery.title',
    open: async (page, world) => {
      const totpSecret = await settingUp(page, world);
      await typeCode(page, codeAt({ totpSecret }, Date.now()));
      await page.getByRole('dialog').getByRole('checkbox').waitFor();
    },
  },
  { name: 'app-remove', dialog: 'profile.remove_app_question', open: over(APP_GOES) },
  {
    name: 'app-stays',
    dialog: 'profile.app_stays',
    open: async (page, world) => {
      await onlyFactor(page, world, 'app');
      await press(page, APP_GOES);
    },
  },
  {
    name: 'passkey-add',
    dialog: 'profile.add_passkey',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await press(page, /^(Anahtar ekle|Add a passkey)$/);
    },
  },
  {
    name: 'passkey-rename',
    dialog: 'profile.rename_title',
    open: over(/^(“iPhone” anahtarını yeniden adlandır|Rename the passkey “iPhone”)$/),
  },
  { name: 'passkey-remove', dialog: 'profile.remove_passkey_question', open: over(PASSKEY_GOES) },
  {
    name: 'passkey-stays',
    dialog: 'profile.passkey_stays',
    open: async (page, world) => {
      await onlyFactor(page, world, 'passkey');
      await press(page, PASSKEY_GOES);
    },
  },
  {
    name: 'codes-renew',
    dialog: 'profile.renew_question',
    open: over(/^(Yeni kodlar al|Get new codes)$/),
  },
  {
    name: 'step-up',
    dialog: 'step_up.title',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await press(page, /Uygulama kur|Set up an app/);
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
    },
  },
  {
    name: 'sessions',
    open: async (page, world) => {
      await goTo(page, world, '/sessions');
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'session-end',
    dialog: 'sessions.end_question',
    open: async (page, world) => {
      const person = await aPerson(world);
      await enter(page, world.development.url, person);
      await page.context().clearCookies();
      await goTo(page, world, '/sessions', person);
      await page.locator('tbody button').first().click();
      await dialog(page);
    },
  },
];
