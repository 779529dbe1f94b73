import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { lookAtScreens } from './screens/look.ts';
import { REQUEST_SCREENS } from './screens/requests.ts';

for (const language of LANGUAGES) {
  test(`every screen of requests in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, REQUEST_SCREENS);
  });
}
