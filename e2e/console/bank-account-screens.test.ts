import { test } from 'node:test';
import { BANK_ACCOUNT_SCREENS } from './screens/bank-accounts.ts';
import { lookAtScreens } from './screens/look.ts';

test('every screen of bank accounts in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, BANK_ACCOUNT_SCREENS);
});
