import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Language } from '@vezne/domain/written';
import type { PageTexts } from '../../server/src/http/pay/texts/page-texts.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { moveAccount } from './accounts.ts';
import type { Payments } from './payments.ts';
import { pathInState, shownIn, STATES } from './states.ts';
import type { State } from './states.ts';

/** A page in one state, as a player can see it. */
export interface PageView {
  name: string;
  /** It shows the details of the transfer, which must be visible without scrolling. */
  isPayScreen: boolean;
  show(page: Page, language: Language): Promise<void>;
}

/** Names as long as real ones, and an amount that is too large for an instant transfer. */
const LONG_NAMES = {
  bankName: 'Türkiye Vakıflar Bankası T.A.O.',
  holderName: 'Vezne Elektronik Para ve Ödeme Hizmetleri Anonim Şirketi',
};
const LARGE = { amount: '150000.00' };
/** An iPhone photo, by its first bytes. */
const APPLE_PHOTO = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0');

const SUPPORT_PAGE = 'https://demo-shop.example/help';

export async function pageViewsOf(payments: Payments): Promise<PageView[]> {
  await payments.owner.query(
    'update partner set support_address = $1, refund_note_tr = $2, refund_note_en = $3',
    [SUPPORT_PAGE, 'İadeler üç iş günü içinde yapılır.', 'Refunds are made within three working days.'],
  );
  const views: PageView[] = [];
  for (const state of STATES) views.push(await stateView(state, payments));
  return [
    ...views,
    refusedFormView('details-nothing', payments, async (page) => {
      await page.locator('#senderName').fill('');
      await page.locator('#sentAt').fill('');
    }),
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

/** The long names belong to the bank account, so these views need a service of their own. */
export async function longNameViewsOf(payments: Payments): Promise<PageView[]> {
  const moved = await payments.create(LARGE);
  const shown = await shownIn(payments, moved);
  await moveAccount(payments, moved, LONG_NAMES);
  const pay = await payments.create(LARGE);
  return [
    viewAt('moved-long', payments.url + moved + shown, { isPayScreen: true }),
    viewAt('pay-long', payments.url + pay, { isPayScreen: true }),
  ];
}

export function viewAt(name: string, address: string, { status = 200, isPayScreen = false } = {}): PageView {
  return {
    name,
    isPayScreen,
    async show(page, language) {
      const url = new URL(address);
      url.searchParams.set('lang', language);
      const answer = await page.goto(url.href);
      assert.equal(answer?.status(), status, name);
    },
  };
}

/** The heading that identifies each state. Without it, a picture of the wrong state would go unnoticed. */
const HEADINGS: Readonly<Record<State, (texts: PageTexts) => { title: string }>> = {
  paused: ({ paused }) => paused,
  'checking-frozen': ({ checking }) => checking,
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
  'rejected-amount_mismatch': ({ rejected }) => rejected,
  'rejected-third_party_sender': ({ rejected }) => rejected,
  'rejected-duplicate': ({ rejected }) => ({ title: rejected.titleClosed }),
  'rejected-suspected_fraud': ({ rejected }) => rejected,
  'rejected-player_request': ({ rejected }) => ({ title: rejected.titleClosed }),
  'rejected-account_closed': ({ rejected }) => rejected,
  'rejected-other': ({ rejected }) => rejected,
  'rejected-cancelled': ({ rejected }) => ({ title: rejected.titleClosed }),
  'rejected-gone': ({ rejected }) => rejected,
  'rejected-late': ({ late }) => late,
  expired: ({ expired }) => expired,
};

/** States in which a player may ask for the money. */
const EXPLAINED = /^(?:rejected|expired|reversed|paused)/;

/** The page says why, where the money is and what happens next, and whom to ask, with the code. */
async function assertExplained(page: Page, what: string, { answers }: PageTexts): Promise<void> {
  const labels = await page.locator('.answers dt').allTextContents();
  assert.deepEqual(labels, [answers.why, answers.where, answers.next], what);
  for (const text of await page.locator('.answers dd').allTextContents())
    assert.match(text, /^[^{}]{20,}[.]$/, what);
  const code = (await page.locator('dd.code').textContent())?.replace(' ', '') ?? assert.fail(what);
  const links = page.locator('.answers a.support');
  assert.equal(await links.count(), 1, what);
  assert.equal(await links.getAttribute('href'), `${SUPPORT_PAGE}?reference=${code}`, what);
  assert.equal(await page.locator('.refund').count(), 1, what);
}

async function stateView(state: State, payments: Payments): Promise<PageView> {
  const isPayScreen = state === 'pay' || state === 'moved';
  const view = viewAt(state, payments.url + (await pathInState(state, payments)), { isPayScreen });
  return {
    ...view,
    async show(page, language) {
      await view.show(page, language);
      const { title } = HEADINGS[state](TEXTS[language]);
      assert.equal(await page.locator('h1').textContent(), title, state);
      if (EXPLAINED.test(state)) await assertExplained(page, `${state} in ${language}`, TEXTS[language]);
      if (state !== 'dialog') return;
      await page.locator('#ask').click();
      await page.locator('dialog[open]').waitFor();
    },
  };
}

/**
 * The details form with input that we refuse. Each view has its own deposit, because a deposit accepts one upload at a
 * time.
 */
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
