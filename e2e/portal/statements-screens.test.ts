import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { lookAtEach } from '../signed-in/look.ts';
import { openPortal } from './portal.ts';
import { LOOKS } from './screens/screen.ts';
import { askForFiles, makeMonths, statementScreens } from './screens/statements.ts';

test('statements and months in both languages are accessible in light and dark, break no policy and write no message', async (t) => {
  const database = await createTestDatabase(t);
  const months = await makeMonths(database);
  await askForFiles(database, months);
  const production = await openPortal(t, { database });
  const development = await openPortal(t, { database, environment: 'development' });
  const screens = statementScreens(months);
  await lookAtEach(t, { production, development }, { ...LOOKS, screens });
});
