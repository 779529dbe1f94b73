import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { PARTNER_SCREENS } from './screens/partners.ts';

test('every screen of partners in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, PARTNER_SCREENS);
});
