import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { PROCESS_ROLES, createTestDatabase } from '../harness/database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

test('the worker can use the job queues, but cannot change their tables', async (t) => {
  const worker = (await createTestDatabase(t)).pool('vezne_worker');
  await worker.query('select from pgboss.job');
  for (const text of [
    'create table pgboss.mine (id int4)',
    'drop table pgboss.job',
    'alter table pgboss.job_common add column mine int4',
    'delete from pgboss.queue',
    'truncate pgboss.job',
    'update pgboss.bam set command = command',
    `select pgboss.create_queue('mine', '{"policy": "standard", "partition": true}')`,
  ]) {
    await assert.rejects(worker.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test('no other process sees the job queues', async (t) => {
  const database = await createTestDatabase(t);
  for (const role of PROCESS_ROLES.filter((name) => name !== 'vezne_worker')) {
    await assert.rejects(
      database.pool(role).query('select from pgboss.job'),
      { code: INSUFFICIENT_PRIVILEGE },
      role,
    );
  }
});

test('migrating again keeps queued jobs and restores changed queue options', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`insert into pgboss.job (name, policy) values ('expire_deposits', 'exclusive')`);
  await owner.query('update pgboss.queue set retry_limit = 7');
  await Promise.all(
    [1, 2, 3].map(async () => await migrate({ databaseUrl: database.ownerUrl, roleUrls: [] })),
  );
  const { rows } = await owner.query(
    'select retry_limit, policy, (select count(*) from pgboss.job where job.name = queue.name) as jobs from pgboss.queue where name = $1',
    ['expire_deposits'],
  );
  assert.deepEqual(rows, [{ retry_limit: 0, policy: 'exclusive', jobs: 1n }]);
});
