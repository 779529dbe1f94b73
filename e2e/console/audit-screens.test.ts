import { test } from 'node:test';
import { LANGUAGES } from '@vezne/domain/written';
import { AUDIT_SCREENS } from './screens/audit.ts';
import { lookAtScreens } from './screens/look.ts';

for (const language of LANGUAGES) {
  test(`every screen of the audit log in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    await lookAtScreens(t, language, AUDIT_SCREENS);
  });
}
