import { test } from 'node:test';
import { DEMO, KEY_SCREENS } from './screens/keys.ts';
import { lookAtScreens } from './screens/screen.ts';
import { WEBHOOK_SCREENS } from './screens/webhooks.ts';

test('every screen of keys and networks in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, KEY_SCREENS, { demoCredentials: DEMO, apiUrl: 'https://pay.example' });
});

test('and so is every screen of webhooks', async (t) => {
  await lookAtScreens(t, WEBHOOK_SCREENS);
});
