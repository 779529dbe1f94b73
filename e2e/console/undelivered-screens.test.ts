import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { lookAtScreens } from './screens/look.ts';
import { UNDELIVERED_SCREENS } from './screens/undelivered.ts';

for (const language of LANGUAGES) {
  test(`every screen of undelivered webhooks in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, UNDELIVERED_SCREENS);
  });
}
