import { test } from 'node:test';
import { DEMO, KEY_SCREENS } from './screens/keys.ts';
import { lookAtScreens } from './screens/screen.ts';

test('every screen of keys, networks and webhooks in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, KEY_SCREENS, { demoCredentials: DEMO, apiUrl: 'https://pay.example' });
});
