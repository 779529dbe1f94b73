import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { lookAtScreens } from './screens/look.ts';
import { PAYOUT_SHEET_SCREENS, WITHDRAWAL_SCREENS } from './screens/withdrawals.ts';

for (const language of LANGUAGES) {
  test(`every screen of the payout queue in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, WITHDRAWAL_SCREENS);
  });
  test(`every sheet of a payout in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, PAYOUT_SHEET_SCREENS);
  });
}
