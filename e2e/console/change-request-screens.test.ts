import { test } from 'node:test';
import { CHANGE_SCREENS } from './screens/changes.ts';
import { lookAtScreens } from './screens/look.ts';

test('every screen of changes that wait in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, CHANGE_SCREENS);
});
