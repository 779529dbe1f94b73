import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { WAITING_SCREENS } from './screens/waiting.ts';

test('every screen of the waiting players in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, WAITING_SCREENS);
});
