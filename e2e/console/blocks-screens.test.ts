import { test } from 'node:test';
import { BLOCKS_SCREENS } from './screens/blocks.ts';
import { lookAtScreens } from './screens/look.ts';

test('every screen of the block list in both languages is accessible in light and dark, breaks no policy and writes no message', async (t) => {
  await lookAtScreens(t, BLOCKS_SCREENS);
});
