import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Language } from '../../server/src/http/pay/language.ts';
import type { PageTexts } from '../../server/src/http/pay/texts/page-texts.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { moveAccount } from './accounts.ts';
import type { Payments } from './payments.ts';
import { pathOf, STATES } from './states.ts';
import type { State } from './states.ts';

/** Something that a player can come to see. */
export interface Sight {
  name: string;
  /** What the transfer takes is there, and is to be seen without scrolling. */
  isPaying: boolean;
  show(page: Page, language: Language): Promise<void>;
}

/** As long as they are in life, with a transfer that is too large to arrive at once. */
const LONG_NAMES = {
  bankName: 'Türkiye Vakıflar Bankası T.A.O.',
  holderName: 'Vezne Elektronik Para ve Ödeme Hizmetleri Anonim Şirketi',
};
const LARGE = { amount: '150000.00' };
/** The photo of an iPhone, by its first bytes. */
const APPLE_PHOTO = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0');

export async function sightsOf(payments: Payments): Promise<Sight[]> {
  const sights: Sight[] = [];
  for (const state of STATES) sights.push(await sightOf(state, payments));
  return [
    ...sights,
    wrongForm('details-nothing', payments, async () => {}),
    wrongForm('details-wrong', payments, async (page) => {
      await page.locator('#ibanLastFour').fill('12');
      await page.locator('#sentAt').fill('2019-05-19T14:05');
    }),
    wrongForm('details-refused', payments, async (page) => {
      const file = { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: APPLE_PHOTO };
      await page.locator('#receipt').setInputFiles(file);
    }),
    lookAt('missing', `${payments.url}/pay/txn_1/guessed`, { status: 404 }),
  ];
}

/** The names are those of the account, so a house of its own is needed. */
export async function longSightsOf(payments: Payments): Promise<Sight[]> {
  const moved = await payments.create(LARGE);
  await moveAccount(payments, moved, LONG_NAMES);
  const pay = await payments.create(LARGE);
  return [
    lookAt('moved-long', payments.url + moved, { isPaying: true }),
    lookAt('pay-long', payments.url + pay, { isPaying: true }),
  ];
}

export function lookAt(name: string, address: string, { status = 200, isPaying = false } = {}): Sight {
  return {
    name,
    isPaying,
    async show(page, language) {
      const answer = await page.goto(`${address}?lang=${language}`);
      assert.equal(answer?.status(), status, name);
    },
  };
}

/** By what a state is known; a picture of another would be taken for it. */
const HEADINGS: Readonly<Record<State, (texts: PageTexts) => { title: string }>> = {
  paused: ({ paused }) => paused,
  moved: ({ pay }) => pay,
  'question-moved': ({ confirm }) => confirm,
  'checking-moved': ({ checking }) => checking,
  pay: ({ pay }) => pay,
  dialog: ({ pay }) => pay,
  question: ({ confirm }) => confirm,
  checking: ({ checking }) => checking,
  details: ({ details }) => details,
  'details-full': ({ details }) => details,
  approved: ({ approved }) => approved,
  'approved-other': ({ approved }) => approved,
  reversed: ({ reversed }) => reversed,
  rejected: ({ rejected }) => rejected,
  'rejected-late': ({ late }) => late,
  expired: ({ expired }) => expired,
};

async function sightOf(state: State, payments: Payments): Promise<Sight> {
  const isPaying = state === 'pay' || state === 'moved';
  const sight = lookAt(state, payments.url + (await pathOf(state, payments)), { isPaying });
  return {
    ...sight,
    async show(page, language) {
      await sight.show(page, language);
      const { title } = HEADINGS[state](TEXTS[language]);
      assert.equal(await page.locator('h1').textContent(), title, state);
      if (state !== 'dialog') return;
      await page.locator('#ask').click();
      await page.locator('dialog[open]').waitFor();
    },
  };
}

/** The form with something that is not taken. A deposit of its own for each: of one, a single file is taken at a time. */
function wrongForm(name: string, payments: Payments, fill: (page: Page) => Promise<void>): Sight {
  return {
    name,
    isPaying: false,
    async show(page, language) {
      await page.goto(`${payments.url}${await pathOf('details', payments)}?lang=${language}`);
      await fill(page);
      await page.locator('button.button').click();
      await page.locator('.problem').first().waitFor();
    },
  };
}
