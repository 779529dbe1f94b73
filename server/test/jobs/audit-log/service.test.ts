import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createAuditSealService } from '../../../src/jobs/audit-log/service.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { createChain, insertEntries } from '../../usecases/audit/chain.ts';

const UNSEALED = 'entries of the audit log stay unsealed, and nothing protects them; a person must look';
const FAILED = 'a job failed; it is tried again at its next time';

function startService(t: TestContext, database: TestDatabase, { alarmAfterMs }: { alarmAfterMs: number }) {
  const { log, lines } = captureLog();
  const service = createAuditSealService({
    databaseUrl: database.urlOf('vezne_worker'),
    auditHeadFile: undefined,
    log,
    sealEveryMs: 100,
    alarmAfterMs,
  });
  t.after(async () => await service.stop());
  service.start();
  return lines;
}

test('entries that stay unsealed raise an alarm, and are sealed as soon as the lock is free', async (t) => {
  const { owner, database } = await createChain(t);
  const holder = await database.pool('vezne_worker').connect();
  await holder.query(`set idle_in_transaction_session_timeout = 0`);
  await holder.query(`begin; select from work_lock where name = 'audit_seals' for update`);
  await insertEntries(owner, 3);
  const lines = startService(t, database, { alarmAfterMs: 1_000 });
  const [alarm] = await until(
    async () => lines(UNSEALED),
    (found) => found.length > 0,
  );
  assert.deepEqual(
    [alarm?.['level'], alarm?.['alarm'], alarm?.['job'], alarm?.['entries']],
    [50, 'audit_entries_unsealed', 'seal_audit_log', '3'],
  );
  const [failed] = lines(FAILED);
  assert.deepEqual([failed?.['level'], failed?.['alarm']], [50, 'job_failed']);
  assert.match(JSON.stringify(failed?.['err']), /lock timeout/);

  await holder.query('rollback');
  holder.release();
  const sealed = await until(
    async () => (await owner.query('select from audit_entry where seal_no is not null')).rowCount,
    (count) => count === 3,
  );
  assert.equal(sealed, 3);
});

test('entries that wait for their next seal raise none', async (t) => {
  const { owner, database } = await createChain(t);
  const lines = startService(t, database, { alarmAfterMs: 60_000 });
  await insertEntries(owner, 3);
  await until(
    async () => lines('audit entries were sealed'),
    (found) => found.length > 0,
  );
  assert.deepEqual([...lines(UNSEALED), ...lines(FAILED)], []);
});
