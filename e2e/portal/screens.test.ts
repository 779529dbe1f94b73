import { test } from 'node:test';
import { assertFirstScriptSmall } from '../signed-in/place.ts';
import { portalScripts } from './portal.ts';
import { DOOR_SCREENS } from './screens/door.ts';
import { LOOK_SCREENS } from './screens/look.ts';
import { lookAtScreens } from './screens/screen.ts';
import { SHELL_SCREENS } from './screens/shell.ts';

test('every screen of the door in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, DOOR_SCREENS);
});

test('and so is every screen of the shell', async (t) => {
  await lookAtScreens(t, SHELL_SCREENS);
});

test('and so is what our own people see who look as a partner', async (t) => {
  await lookAtScreens(t, LOOK_SCREENS);
});

test('the first script is small', () => assertFirstScriptSmall(portalScripts(), 270_000));
