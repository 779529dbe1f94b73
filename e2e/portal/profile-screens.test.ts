import { test } from 'node:test';
import { PROFILE_SCREENS } from './screens/profile.ts';
import { lookAtScreens } from './screens/screen.ts';

test('every screen of factors and sessions in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, PROFILE_SCREENS);
});
