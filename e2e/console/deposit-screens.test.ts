import { test } from 'node:test';
import { DEPOSIT_LIST_SCREENS, DEPOSIT_SCREENS } from './screens/deposits.ts';
import { lookAtScreens } from './screens/look.ts';

test('every screen of the deposit queue in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, DEPOSIT_SCREENS);
});

test('every screen around the deposit list in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, DEPOSIT_LIST_SCREENS);
});
