import { test } from 'node:test';
import { openDesk } from '../../server/test/harness/desk.ts';
import { lookAtEach } from '../signed-in/look.ts';
import { openPortal } from './portal.ts';
import { LOOKS } from './screens/screen.ts';
import { makeHistory, viewScreens } from './screens/view.ts';

test('home, transactions and the books in both languages are accessible in light and dark, break no policy and write no message', async (t) => {
  const desk = await openDesk(t);
  const { database } = desk;
  const viewed = await makeHistory(desk);
  const production = await openPortal(t, { database });
  const development = await openPortal(t, { database, environment: 'development' });
  const screens = viewScreens(viewed);
  await lookAtEach(t, { production, development }, { ...LOOKS, screens });
});
