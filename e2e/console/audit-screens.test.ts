import { test } from 'node:test';
import { AUDIT_SCREENS } from './screens/audit.ts';
import { lookAtScreens } from './screens/look.ts';

test('every screen of the audit log in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, AUDIT_SCREENS);
});
