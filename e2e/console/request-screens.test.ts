import { test } from 'node:test';
import { lookAtScreens } from './screens/look.ts';
import { REQUEST_SCREENS } from './screens/requests.ts';

test('every screen of requests in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, REQUEST_SCREENS);
});
