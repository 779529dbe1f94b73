import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { lookAtScreens } from './screens/look.ts';
import { WAITING_SCREENS } from './screens/waiting.ts';

for (const language of LANGUAGES) {
  test(`every screen of the waiting players in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, WAITING_SCREENS);
  });
}
