import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { DEPOSIT_SCREENS } from './screens/deposits.ts';
import { lookAtScreens } from './screens/look.ts';

for (const language of LANGUAGES) {
  test(`every screen of the deposit queue in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, DEPOSIT_SCREENS);
  });
}
