import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type pg from 'pg';
import { createDatabaseOn } from '../../../src/db/kysely.ts';
import { createPool } from '../../../src/db/pool.ts';
import { FROZEN_ACCOUNTS_WITH_WORK_SQL } from '../../../src/db/read/bank-accounts/frozen-accounts.ts';
import { lockOpenDeposits } from '../../../src/db/write/transactions/open-deposits.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { insertOpenDeposits } from '../../usecases/bank-accounts/open-deposits.ts';

const INDEX = 'open_deposits_to_pay_by_account';
const DEPOSITS = 20_000;

interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}

/** What a statement reads of open transactions: by which index, and how many rows at most. */
async function readsOf(
  client: pg.PoolClient,
  execute: string,
): Promise<{ indexes: unknown[]; rows: number }> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${execute}`,
  );
  const [{ 'QUERY PLAN': [{ Plan }] } = assert.fail()] = rows;
  const nodes = everyNode(Plan).filter((node) => node['Relation Name'] === 'open_transaction');
  return {
    indexes: nodes.map((node) => node['Index Name']),
    rows: Math.max(
      ...nodes.map(
        (node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      ),
    ),
  };
}

test('a look of the worker costs next to nothing beside many open deposits of other accounts', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const [busy] = [await insertBankAccount(owner), await insertBankAccount(owner, { status: 'frozen' })];
  // As the worker plans: once, maybe for an empty table.
  await owner.query('vacuum analyze transaction, open_transaction');
  const pool = createPool({
    url: database.urlOf('vezne_worker'),
    maxConnections: 1,
    applicationName: 'test',
    log: silentLog,
    isPlannedOnce: true,
  });
  const worker = await pool.connect();
  t.after(async () => {
    worker.release();
    await pool.end();
  });
  await worker.query(`prepare early as ${FROZEN_ACCOUNTS_WITH_WORK_SQL}`);
  assert.deepEqual(await readsOf(worker, 'execute early'), { indexes: [INDEX], rows: 0 });
  await insertOpenDeposits(owner, { partnerId, bankAccountId: busy.id, count: DEPOSITS });
  assert.deepEqual(await readsOf(worker, 'execute early'), { indexes: [INDEX], rows: 0 });
  await owner.query('vacuum analyze transaction, open_transaction');
  await worker.query(`prepare late as ${FROZEN_ACCOUNTS_WITH_WORK_SQL}`);
  assert.deepEqual(await readsOf(worker, 'execute late'), { indexes: [INDEX], rows: 0 });
  await owner.query(`update bank_account set status = 'frozen' where id = $1`, [busy.id]);
  await insertBankAccount(owner);
  const { indexes, rows } = await readsOf(worker, 'execute late');
  assert.deepEqual(indexes, [INDEX]);
  // Older versions of PostgreSQL round the rows of each of the two accounts.
  assert.ok(rows <= 2, `${rows} rows were read.`);
});

/** The statement as it is sent. */
async function textOfLock(client: pg.PoolClient, accountId: string): Promise<string> {
  const query = mock.method(client, 'query');
  await createDatabaseOn(client)
    .transaction()
    .execute(async (trx) => await lockOpenDeposits(trx, accountId));
  query.mock.restore();
  const texts = query.mock.calls.map(({ arguments: [text] }) => text);
  return texts.find((text) => /for no key update/.test(text)) ?? assert.fail(texts.join('\n'));
}

test('open deposits of an account are found by their index, also by a role that plans once', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const [busy, idle] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: busy.id, count: DEPOSITS });
  await owner.query('vacuum analyze transaction, open_transaction');
  const client = await database.pool('vezne_console').connect();
  t.after(() => client.release());
  const text = await textOfLock(client, idle.id);
  await client.query(`prepare locks as ${text}`);
  assert.deepEqual(await readsOf(client, `execute locks ('${idle.id}', '${idle.id}')`), {
    indexes: [INDEX],
    rows: 0,
  });
});
