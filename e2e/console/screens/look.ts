import type { TestContext } from 'node:test';
import { createTestDatabase } from '../../../server/test/harness/database.ts';
import { lookAtEach } from '../../signed-in/look.ts';
import { openConsole } from '../console.ts';
import type { Screen } from './screen.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Every screen of the console as every screen has to be. */
export async function lookAtScreens(t: TestContext, screens: readonly Screen[]): Promise<void> {
  const database = await createTestDatabase(t);
  const production = await openConsole(t, { database });
  // On the same database; it has /parts.
  const development = await openConsole(t, { database, environment: 'development' });
  await lookAtEach(t, { production, development }, { place: 'console', sizes: SIZES, screens });
}
