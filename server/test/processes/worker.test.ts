import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freezeBankAccount } from '../../src/usecases/bank-accounts/freeze.ts';
import { vezneOn } from '../commands/vezne.ts';
import { createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { createAdministration } from '../usecases/administration.ts';
import { insertEntries } from '../usecases/audit/chain.ts';
import { insertOpenDeposits, openDepositsOf } from '../usecases/bank-accounts/open-deposits.ts';

test('a worker process seals the audit log on schedule, publishes the head, and stops cleanly on SIGTERM', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-worker-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const headFile = join(directory, 'heads');
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertEntries(owner, 3);
  const { child, ended, lines } = await startWorkerProcess(t, database, { VEZNE_AUDIT_HEAD_FILE: headFile });

  const published = await until(
    async () => await readFile(headFile, 'utf8'),
    (text) => text.endsWith('\n'),
  );
  child.kill('SIGTERM');
  assert.equal(await ended, 0);

  const { rows } = await owner.query<{ hash: string }>(`select encode(hash, 'hex') as hash from audit_seal`);
  const [hash = 'none'] = rows.map((row) => row.hash);
  assert.match(published, new RegExp(`^1 ${hash} \\S+\\n$`));
  const [line] = lines('audit entries were sealed');
  assert.deepEqual(
    [line?.['level'], line?.['sealNo'], line?.['hash'], line?.['entries']],
    [30, '1', hash, 3],
  );
  assert.equal(lines('the worker has stopped').length, 1);
  const { code, stdout } = await vezneOn(database)('audit', 'verify', '--heads', headFile);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^1 seal over 3 entries found intact\\.\\nHead: seal 1 ${hash}\\n`));
});

test('a worker process moves deposits away from a frozen account, and ends in order on SIGTERM', async (t) => {
  const { context, database, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await freezeBankAccount(context, frozen.id);
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 2 });
  const { child, ended, lines } = await startWorkerProcess(t, database);
  await until(
    async () => await openDepositsOf(owner),
    (shown) => shown[target.id] === 2,
  );
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  assert.deepEqual(
    lines('deposits of a frozen account were moved').map((line) => [
      line['accountId'],
      line['depositsMoved'],
    ]),
    [[frozen.id, 2]],
  );
});

test('a worker that stops sends no deliveries while the test of an endpoint hangs, and waits for that test', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const asked = Promise.withResolvers<() => void>();
  const { url } = await startReceiver(t, (_, response) => asked.resolve(() => response.end('at last')));
  const endpoint = await insertEndpoint(owner, { partnerId, url });
  const { child, ended, lines } = await startWorkerProcess(t, database, {
    VEZNE_ENV: 'development',
    VEZNE_WEBHOOK_TIMEOUT_MS: '60000',
  });
  const connections = async (): Promise<number | null> =>
    (
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'vezne-worker-webhooks%'`,
      )
    ).rowCount;
  await until(connections, (count) => count !== 0);
  await owner.query(
    `insert into webhook_test (id, endpoint_id, asked_by) values (gen_random_uuid(), $1, 'ayse')`,
    [endpoint.id],
  );
  const answer = await asked.promise;
  child.kill('SIGTERM');
  await until(connections, (count) => count === 0);
  const { rowCount } = await owner.query('select from webhook_test where ended_at is null');
  assert.equal(rowCount, 1, 'Deliveries have stopped, and the test has not ended.');
  answer();
  assert.equal(await ended, 0);
  assert.deepEqual(
    lines('an endpoint was tested').map((line) => line['status']),
    [200],
  );
});

test('a worker without its queues, its rights or its file does not start, and says why', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-worker-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const VEZNE_AUDIT_HEAD_FILE = join(directory, 'heads');
  const database = await createTestDatabase(t);
  const url = database.urlOf('vezne_worker');
  const elsewhere = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  for (const [env, sentence] of [
    [{}, /VEZNE_WORKER_DATABASE_URL is not set/],
    [
      { VEZNE_WORKER_DATABASE_URL: url, VEZNE_AUDIT_HEAD_FILE: '/nowhere/heads' },
      /cannot be written: \/nowhere\/heads/,
    ],
    [{ VEZNE_WORKER_DATABASE_URL: url, VEZNE_AUDIT_HEAD_FILE: 'heads' }, /must be a whole path/],
    [{ VEZNE_WORKER_DATABASE_URL: url }, /VEZNE_AUDIT_HEAD_FILE is not set/],
    [{ VEZNE_WORKER_DATABASE_URL: elsewhere, VEZNE_AUDIT_HEAD_FILE }, /Run: vezne migrate/],
    [{ VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_api'), VEZNE_AUDIT_HEAD_FILE }, /may not do this/],
  ] as const) {
    const { code, stderr } = await vezneOn(database, env)('worker');
    assert.equal(code, 1, stderr);
    assert.match(stderr, sentence);
    assert.match(stderr, /^vezne: [^\n]+\n$/);
  }
});
