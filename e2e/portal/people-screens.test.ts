import { test } from 'node:test';
import { PEOPLE_SCREENS } from './screens/people.ts';
import { lookAtScreens } from './screens/screen.ts';

test('every screen of people in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, PEOPLE_SCREENS);
});
