import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';

test('every screen of limits and settings in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, SETTINGS_SCREENS);
});
