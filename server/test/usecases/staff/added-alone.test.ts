import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '../../../src/db/kysely.ts';
import { sealAndPublish } from '../../../src/jobs/audit-log/seal.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { openOffice } from './offices.ts';

test('the worker raises an alarm for everybody who was added by one hand, and for nobody else', async (t) => {
  const office = await openOffice(t);
  await office.hire('deniz', 'operator');
  const pool = office.database.pool('vezne_worker');
  const { log, lines } = captureLog();
  await sealAndPublish({ db: createDatabase(pool), pool, log, auditHeadFile: undefined });
  assert.deepEqual(
    lines('one person alone has added somebody to the staff; look whether that was meant').map(
      ({ level, alarm, handle, by }) => ({ level, alarm, handle, by }),
    ),
    [
      { level: 50, alarm: 'staff_added_alone', handle: 'ayse', by: 'root' },
      { level: 50, alarm: 'staff_added_alone', handle: 'mehmet', by: 'ayse' },
    ],
  );
});
