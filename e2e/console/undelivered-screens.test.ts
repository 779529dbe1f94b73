import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { UNDELIVERED_SCREENS } from './screens/undelivered.ts';

test('every screen of undelivered webhooks in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, UNDELIVERED_SCREENS);
});
