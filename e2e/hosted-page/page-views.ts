import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Language } from '../../server/src/http/pay/language.ts';
import type { PageTexts } from '../../server/src/http/pay/texts/page-texts.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { moveAccount } from './accounts.ts';
import type { Payments } from './payments.ts';
import { pathInState, STATES } from './states.ts';
import type { State } from './states.ts';

/** Something that a player can come to see. */
export interface PageView {
  name: string;
  /** What the transfer takes is there, and is to be seen without scrolling. */
  isPayScreen: boolean;
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

export async function pageViewsOf(payments: Payments): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const state of STATES) views.push(await stateView(state, payments));
  return [
    ...views,
    refusedFormView('details-nothing', payments, async () => {}),
    refusedFormView('details-wrong', payments, async (page) => {
      await page.locator('#ibanLastFour').fill('12');
      await page.locator('#sentAt').fill('2019-05-19T14:05');
    }),
    refusedFormView('details-refused', payments, async (page) => {
      const file = { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: APPLE_PHOTO };
      await page.locator('#receipt').setInputFiles(file);
    }),
    viewAt('missing', `${payments.url}/pay/txn_1/guessed`, { status: 404 }),
  ];
}

/** The names are those of the account, so a house of its own is needed. */
export async function longNameViewsOf(payments: Payments): Promise<PageView[]> {
  const moved = await payments.create(LARGE);
  await moveAccount(payments, moved, LONG_NAMES);
  const pay = await payments.create(LARGE);
  return [
    viewAt('moved-long', payments.url + moved, { isPayScreen: true }),
    viewAt('pay-long', payments.url + pay, { isPayScreen: true }),
  ];
}

export function viewAt(name: string, address: string, { status = 200, isPayScreen = false } = {}): PageView {
  return {
    name,
    isPayScreen,
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

async function stateView(state: State, payments: Payments): Promise<PageView> {
  const isPayScreen = state === 'pay' || state === 'moved';
  const view = viewAt(state, payments.url + (await pathInState(state, payments)), { isPayScreen });
  return {
    ...view,
    async show(page, language) {
      await view.show(page, language);
      const { title } = HEADINGS[state](TEXTS[language]);
      assert.equal(await page.locator('h1').textContent(), title, state);
      if (state !== 'dialog') return;
      await page.locator('#ask').click();
      await page.locator('dialog[open]').waitFor();
    },
  };
}

/** The form with something that is not taken. A deposit of its own for each: of one, a single file is taken at a time. */
function refusedFormView(name: string, payments: Payments, fill: (page: Page) => Promise<void>): PageView {
  return {
    name,
    isPayScreen: false,
    async show(page, language) {
      await page.goto(`${payments.url}${await pathInState('details', payments)}?lang=${language}`);
      await fill(page);
      await page.locator('button.button').click();
      await page.locator('.problem').first().waitFor();
    },
  };
}
