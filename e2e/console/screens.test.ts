import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstScripts } from './console.ts';
import { lookAtScreens } from './screens/look.ts';
import { SHELL_SCREENS } from './screens/shell.ts';

/** What a browser may have to load before it shows anything. */
const FIRST_SCRIPT_KIB = 270;

test('every screen of the shell in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, SHELL_SCREENS);
});

test('the first script is small', () => {
  const bytes = firstScripts().map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const kib = bytes.reduce((sum, each) => sum + each, 0) / 1024;
  assert.ok(bytes.length > 1 && kib <= FIRST_SCRIPT_KIB, `${kib.toFixed(1)} KiB in ${bytes.length} files`);
});
