import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { PAYOUT_SHEET_SCREENS, WITHDRAWAL_SCREENS } from './screens/withdrawals.ts';

test('every screen of the payout queue in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, WITHDRAWAL_SCREENS);
});

test('every sheet of a payout in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, PAYOUT_SHEET_SCREENS);
});
