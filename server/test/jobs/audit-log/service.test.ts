import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAuditSealService } from '../../../src/jobs/audit-log/service.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { createChain, insertEntries } from '../../usecases/audit/chain.ts';

const UNSEALED = 'entries of the audit log stay unsealed, and nothing protects them; a person must look';
const FAILED = 'a job failed; it is tried again at its next time';

function startService(
  t: TestContext,
  database: TestDatabase,
  {
    alarmAfterMs,
    sealEveryMs = 100,
    auditHeadFile,
  }: { alarmAfterMs: number; sealEveryMs?: number; auditHeadFile?: string },
) {
  const { log, lines } = captureLog();
  const service = createAuditSealService({
    databaseUrl: database.urlOf('vezne_worker'),
    auditHeadFile,
    log,
    sealEveryMs,
    watchEveryMs: 100,
    alarmAfterMs,
  });
  t.after(async () => await service.stop());
  service.start();
  return lines;
}

test('entries that stay unsealed raise an alarm while the first round still waits, and are sealed as soon as the lock is free', async (t) => {
  const { owner, database } = await createChain(t);
  const holder = await database.pool('vezne_worker').connect();
  await holder.query(`set idle_in_transaction_session_timeout = 0`);
  await holder.query(`begin; select from work_lock where name = 'audit_seals' for update`);
  await insertEntries(owner, 3);
  const lines = startService(t, database, { alarmAfterMs: 300 });
  const [alarm] = await until(
    async () => lines(UNSEALED),
    (found) => found.length > 0,
  );
  assert.deepEqual(
    [alarm?.['level'], alarm?.['alarm'], alarm?.['job'], alarm?.['entries']],
    [50, 'audit_entries_unsealed', 'seal_audit_log', '3'],
  );
  const [failed] = await until(
    async () => lines(FAILED),
    (found) => found.length > 0,
  );
  assert.ok(String(alarm?.['time']) < String(failed?.['time']), 'The round had not ended yet.');
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

test('the alarm does not wait for the next round, and is raised once a minute', async (t) => {
  const { owner, database } = await createChain(t);
  await insertEntries(owner, 1);
  const lines = startService(t, database, { alarmAfterMs: 1_000, sealEveryMs: 1_000_000 });
  await until(
    async () => lines('audit entries were sealed'),
    (found) => found.length > 0,
  );
  await insertEntries(owner, 1);
  await until(
    async () => lines(UNSEALED),
    (found) => found.length > 0,
  );
  // The next looks see it too.
  await sleep(500);
  assert.equal(lines(UNSEALED).length, 1);
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

test('a published head that the chain does not have, and a file that ends in none, each wake a person', async (t) => {
  const { owner, database } = await createChain(t);
  await insertEntries(owner, 3);
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const [foreign, damaged] = [join(directory, 'foreign'), join(directory, 'damaged')];
  await writeFile(foreign, `1 ${'ab'.repeat(32)} 2026-03-01T09:31:00.412Z\n`);
  await writeFile(damaged, 'no head\n');
  for (const [auditHeadFile, why] of [
    [foreign, 'is not in the audit chain'],
    [damaged, 'is not a head of the audit chain'],
  ] as const) {
    const before = await readFile(auditHeadFile, 'utf8');
    const lines = startService(t, database, { alarmAfterMs: 60_000, auditHeadFile });
    const [alarm] = await until(
      async () => lines('no head of the audit log is published here until a person has looked'),
      (found) => found.length > 0,
    );
    assert.deepEqual(
      [alarm?.['level'], alarm?.['alarm'], alarm?.['job']],
      [50, 'audit_head_unfit', 'seal_audit_log'],
    );
    assert.ok(JSON.stringify(alarm?.['err']).includes(why), why);
    assert.deepEqual(lines(FAILED), [], 'It is no failed job.');
    assert.equal(await readFile(auditHeadFile, 'utf8'), before);
  }
});
