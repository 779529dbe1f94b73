import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { STAFF_SCREENS } from './screens/staff.ts';

test('every screen of people in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, STAFF_SCREENS);
});
