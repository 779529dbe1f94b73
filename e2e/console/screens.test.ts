import { test } from 'node:test';
import { assertFirstScriptSmall } from '../signed-in/place.ts';
import { consoleScripts } from './console.ts';
import { lookAtScreens } from './screens/look.ts';
import { SHELL_SCREENS } from './screens/shell.ts';

test('every screen of the shell in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, SHELL_SCREENS);
});

test('the first script is small', () => assertFirstScriptSmall(consoleScripts(), 270 * 1_024));
