/** Every screen of what waits for a second person, and how one gets there. */
import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import type { Page } from 'playwright-core';
import { findDecisionRows } from '../../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../../server/src/usecases/decisions/decision.ts';
import { correctDeposit } from '../../../server/src/usecases/deposits/correct.ts';
import { approveDeposit } from '../../../server/src/usecases/deposits/decide.ts';
import { declineRequest } from '../../../server/src/usecases/four-eyes/end.ts';
import { authoriseWithdrawal } from '../../../server/src/usecases/withdrawals/decide.ts';
import { testDecisions } from '../../../server/test/harness/desk.ts';
import { signedIn } from '../../../server/test/harness/signed-in.ts';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { openPayouts } from '../payouts.ts';
import { dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

type RequestName = 'depositId' | 'payoutId' | 'correctionId';
type Filled = Record<RequestName | 'declinedDeposit', string>;
const filled = new WeakMap<RunningConsole, Promise<Filled>>();

/** What two others have asked for; returns the ids of the requests, and a deposit about which one was declined. */
async function fill({ owner }: RunningConsole): Promise<Filled> {
  const selin = await insertPerson(owner, { name: 'Selin Tekin', factors: 'none' });
  const burak = await insertPerson(owner, { name: 'Burak Kaya', factors: 'none' });
  const [asSelin, asBurak] = [selin, burak].map(({ id, handle }) => signedIn({ id, name: handle }));
  assert.ok(asSelin !== undefined && asBurak !== undefined);
  const blue = await openMorning(owner);
  const north = await openPayouts(owner);
  const ask = async (transactionId: string, make: (fingerprint: string) => Decision): Promise<string> => {
    const seen = (await findDecisionRows(owner, [transactionId], { timeoutMs: 5_000 })).get(transactionId);
    const result = await testDecisions(owner).submit(make(seen?.fingerprint ?? ''));
    assert.ok(result.outcome === 'asked', JSON.stringify(result));
    return result.requestId;
  };
  const large = { name: 'Muhammed Emin Karaosmanoğlu', username: 'memink', amountCents: 6_500_000n };
  const deposit = await blue.waiting({ ...large, sender: 'M Emin Karaosmanoglu', code: 'K7M39RXP' });
  const approval = (transactionId: string, actualCents: bigint) => (fingerprint: string) =>
    approveDeposit({
      transactionId,
      fingerprint,
      actor: asSelin,
      actualCents: cents(actualCents),
      note: 'Bankada görüldü',
    });
  const depositId = await ask(deposit, approval(deposit, 6_500_000n));
  const declinedDeposit = await blue.waiting({ name: 'Ayşe Işıl Öğütçü', amountCents: 7_200_000n });
  const id = await ask(declinedDeposit, approval(declinedDeposit, 7_200_000n));
  const reason = 'Ekstrede 72.000 değil 27.000 görünüyor; oyuncuya sorun.';
  await declineRequest(owner, { id, actor: asBurak, reason });
  const payout = await north.taken(
    { name: 'Cem Aksoy', holder: 'Ceren Aksoy', username: 'cemaksoy35', amountCents: 20_000_000n },
    asBurak,
  );
  const payoutId = await ask(payout, (fingerprint) =>
    authoriseWithdrawal({
      transactionId: payout,
      fingerprint,
      actor: asBurak,
      marksRead: PAYOUT_MARKS,
      bankBalanceCents: cents(90_000_000n),
    }),
  );
  const wrong = await blue.approved({ name: 'Emre Bozkurt', username: 'emreb' });
  const correctionId = await ask(wrong, (fingerprint) =>
    correctDeposit({
      transactionId: wrong,
      fingerprint,
      actor: asSelin,
      actualCents: cents(10_000n),
      note: 'Bir hane fazla yazılmış',
    }),
  );
  return { depositId, payoutId, correctionId, declinedDeposit };
}

async function filledOf({ production }: World): Promise<Filled> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

async function list(page: Page, world: World): Promise<void> {
  await filledOf(world);
  await goTo(page, world, '/requests');
}

async function request(page: Page, world: World, which: RequestName): Promise<void> {
  const ids = await filledOf(world);
  await goTo(page, world, `/requests/${ids[which]}`);
  await page.locator('footer button').first().waitFor();
}

const LISTED = /\/api\/requests(\?|$)/;

export const REQUEST_SCREENS: readonly Screen[] = [
  {
    name: 'requests-empty',
    open: async (page, world) => {
      await goTo(page, world, '/requests');
      await page.getByRole('tablist').locator('span').first().waitFor();
    },
  },
  {
    name: 'requests',
    open: async (page, world) => {
      await list(page, world);
      await page.locator('main li button').nth(2).waitFor();
    },
  },
  {
    name: 'request',
    inDocs: 'requests',
    open: async (page, world) => await request(page, world, 'depositId'),
  },
  { name: 'request-payout', open: async (page, world) => await request(page, world, 'payoutId') },
  { name: 'request-correction', open: async (page, world) => await request(page, world, 'correctionId') },
  {
    name: 'request-declined-deposit',
    open: async (page, world) => {
      const { declinedDeposit } = await filledOf(world);
      await goTo(page, world, `/deposits/${declinedDeposit}`);
      await page.getByText('oyuncuya sorun').first().waitFor();
    },
  },
  ...(['a', 'r'] as const).map((key, index): Screen => ({
    name: ['request-confirm', 'request-decline'][index] ?? '',
    open: async (page, world) => {
      await request(page, world, 'depositId');
      await page.keyboard.press(key);
      await dialog(page);
    },
  })),
  {
    name: 'requests-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await list(page, world);
      await page.locator('main [aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'requests-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await list(page, world);
      await page.locator('main').getByRole('alert').first().waitFor();
    },
  },
];
