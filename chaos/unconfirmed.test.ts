import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { OutcomeUnknownError } from '../server/src/db/errors.ts';
import { createPool } from '../server/src/db/pool.ts';
import { findPresses } from '../server/src/db/read/desk/presses.ts';
import { findRepeatedRequest } from '../server/src/db/read/requests/four-eyes-requests.ts';
import { findConfirmedRequestRecord } from '../server/src/db/read/requests/request-rows.ts';
import { readUndelivered } from '../server/src/db/read/webhooks/undelivered-events.ts';
import { safeDatabaseWithin } from '../server/src/db/transaction-within.ts';
import { takeReferenceBlock } from '../server/src/db/write/transactions/reference-blocks.ts';
import { administer } from '../server/src/usecases/administration/act.ts';
import { perform } from '../server/src/usecases/four-eyes/act.ts';
import { DoneBefore } from '../server/src/usecases/four-eyes/done-press.ts';
import { requestRow } from '../server/test/db/rows/four-eyes-rows.ts';
import type { Row } from '../server/test/db/rows/row.ts';
import { depositRow, insertRow } from '../server/test/db/rows/valid-rows.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import type { ProcessRole, TestDatabase } from '../server/test/harness/database.ts';
import { signedIn } from '../server/test/harness/signed-in.ts';
import { insertEvent } from '../server/test/harness/events.ts';
import { until } from '../server/test/harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../server/test/harness/factories.ts';
import { silentLog } from '../server/test/harness/silent-log.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';

/** Its standby is cut off. Sessions that don't say otherwise are confirmed by the disk alone. */
const server = await startOwnPostgres({ synchronous_standby_names: 'cut_off', synchronous_commit: 'local' });
after(async () => await server.stop());

/** Sessions that wait for the standby, as in an installation: they were proven before it was cut off. */
function waiting(t: TestContext, database: TestDatabase, role: ProcessRole): pg.Pool {
  const url = new URL(database.urlOf(role));
  url.searchParams.set('options', '-c synchronous_commit=on');
  return unprovenPool(t, url);
}

/** Sessions that wait for the disk alone. The service refuses to work on such. */
function localApi(t: TestContext, database: TestDatabase): pg.Pool {
  return unprovenPool(t, new URL(database.urlOf('vezne_api')));
}

function unprovenPool(t: TestContext, url: URL): pg.Pool {
  const pool = createPool({
    url: url.href,
    maxConnections: 2,
    applicationName: 'test',
    log: silentLog,
    mayBeUnproven: true,
  });
  t.after(async () => await pool.end());
  return pool;
}

/** Ends the wait of a statement for the standby: PostgreSQL then says that the commit is done, with a warning. */
async function endWaitOf(owner: pg.Pool, statement: string, role: ProcessRole = 'vezne_api'): Promise<void> {
  const cancelled = async () =>
    (
      await owner.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'SyncRep' and usename = $2 and datname = current_database() and query like $1`,
        [`%${statement}%`, role],
      )
    ).rowCount;
  await until(cancelled, (count) => count === 1);
}

test('a block is given only after its commit was confirmed, and one that was not is given to nobody', async (t) => {
  const database = await createTestDatabase(t);
  const owner = unprovenPool(t, new URL(database.ownerUrl));
  const confirmed = localApi(t, database);
  const api = waiting(t, database, 'vezne_api');
  assert.equal(await takeReferenceBlock(confirmed), 0n);

  // What a sequence gives came back at once, and a failover to a standby that has never heard of it gave it again.
  const { rows } = await api.query<{ block: bigint }>(`select nextval('reference_code_block') as block`);
  assert.deepEqual(rows, [{ block: 1n }]);

  const taking = assert.rejects(takeReferenceBlock(api), /No standby confirmed a commit/);
  await endWaitOf(owner, 'reference_block');
  await endWaitOf(owner, 'barrier');
  await taking;
  assert.equal(await takeReferenceBlock(confirmed), 3n, 'number 2 was never confirmed, and is left out');
});

test('what a partner or an operator is told of is told only after a commit that follows it was confirmed', async (t) => {
  const database = await createTestDatabase(t);
  const owner = unprovenPool(t, new URL(database.ownerUrl));
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const row = depositRow({ partner: { id: partner.id }, bankAccount });
  await insertRow(owner, 'transaction', row);
  const transactionId = String(row['id']);
  await insertEvent(owner, transactionId, 'deposit.approved');
  const { id: endpointId } = await insertEndpoint(owner, {
    partnerId: partner.id,
    url: 'https://shop.example/hooks',
  });
  const options = { timeoutMs: 500 };

  const worker = waiting(t, database, 'vezne_worker');
  const eventsAbove = async (aboveFeedNo: number) =>
    await readUndelivered(worker, [{ endpointId, aboveFeedNo, room: 10 }], options);
  await assert.rejects(eventsAbove(0), /No answer came within 500 ms/);
  assert.deepEqual(await eventsAbove(1), [], 'nobody is told of nothing');

  const pressId = randomUUID();
  await owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor, decision_id)
     values ($1, 5, 'approve', 'approved', 'staff', 'ayse', $2)`,
    [transactionId, pressId],
  );
  const console = waiting(t, database, 'vezne_console');
  const pressed = async (id: string) => await findPresses(console, [{ transactionId, id }], options);
  await assert.rejects(pressed(pressId), /No answer came within 500 ms/);
  assert.equal((await pressed(randomUUID())).size, 0);
});

test('what the same person asked for or ended before is told again only after a commit that follows it was confirmed', async (t) => {
  const database = await createTestDatabase(t);
  const owner = unprovenPool(t, new URL(database.ownerUrl));
  const row = requestRow();
  await insertRow(owner, 'second_person_request', row);
  const requestId = String(row['id']);
  const options = { timeoutMs: 500 };
  const console = waiting(t, database, 'vezne_console');
  for (const find of [findConfirmedRequestRecord, findRepeatedRequest]) {
    await assert.rejects(find(console, requestId, options), /No answer came within 500 ms/);
    assert.equal(await find(console, randomUUID(), options), undefined);
  }

  // The press of an administrator that asked, and one that was done.
  const askedBefore: Row = { ...requestRow(), action: 'partner.set', subject_type: 'partner', note: null };
  await insertRow(owner, 'second_person_request', askedBefore);
  const actor = signedIn({ id: 'ayse', name: 'ayse', roles: ['administrator'] });
  const act = {
    action: 'partner.set',
    plan: async () => await Promise.reject(new Error('asked before')),
  } as const;
  const again = safeDatabaseWithin(
    console,
    async (db) => await perform({ db, actor, pressId: String(askedBefore['id']) }, act, {}),
    options,
  );
  await assert.rejects(again, /No answer came within 500 ms/);
  const press = { actor, pressId: randomUUID(), note: undefined };
  const told = assert.rejects(
    administer(console, press, {
      act: async () => await Promise.reject(new DoneBefore()),
      doneBefore: 'done',
    }),
    OutcomeUnknownError,
  );
  // Its own commit, and the one that follows a wait that was ended.
  await endWaitOf(owner, 'barrier', 'vezne_console');
  await endWaitOf(owner, 'barrier', 'vezne_console');
  await told;
});
