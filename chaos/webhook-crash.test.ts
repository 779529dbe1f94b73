import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { announceEvents } from '../server/src/db/event-channel.ts';
import { depositRow, insertRow } from '../server/test/db/rows/valid-rows.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { insertEvent } from '../server/test/harness/events.ts';
import { insertBankAccount, insertPartner } from '../server/test/harness/factories.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';
import { startReceivers } from './webhooks/receivers.ts';

const PATH = '/hooks/0';
const REFUSE_ALL = { refuse: 100, hang: 0, reset: 0 };
const TAKE_ALL = { refuse: 0, hang: 0, reset: 0 };
/** The worker is alive for as long as the database is away, and goes on with what it knows. */
const LEASE_MS = 60_000;
const RETRY_AFTER_MS = 3_000;

// A commit that doesn't wait for the disk is lost by a crash within the next ten seconds.
const postgres = await startOwnPostgres({ wal_writer_delay: '10s' });
after(async () => await postgres.stop());

test('an event that failed is sent again, although PostgreSQL crashed right after and the worker went on', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const receivers = await startReceivers(t);
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const { secret } = await insertEndpoint(owner, { partnerId: partner.id, url: receivers.urlOf(PATH) });
  receivers.tell({ kind: 'secrets', byPath: { [PATH]: secret } });
  const deposits = Array.from({ length: 3 }, () => depositRow({ partner: { id: partner.id }, bankAccount }));
  for (const deposit of deposits) await insertRow(owner, 'transaction', deposit);
  await startWorkerProcess(t, database, {
    VEZNE_ENV: 'development',
    VEZNE_LOG_LEVEL: 'silent',
    VEZNE_WEBHOOK_LEASE_MS: String(LEASE_MS),
    VEZNE_WEBHOOK_SCHEDULE_MS: Array.from({ length: 5 }, () => RETRY_AFTER_MS).join(','),
  });
  const happens = async (deposit: number): Promise<string> => {
    const eventId = await insertEvent(owner, String(deposits[deposit]?.['id']), 'deposit.approved');
    announceEvents(owner);
    return eventId;
  };
  const taken = new Set<string>();
  const isTaken = async (eventId: string): Promise<boolean> => {
    for (const receipt of await receivers.receipts())
      if (receipt.outcome === 'taken') taken.add(receipt.eventId);
    return taken.has(eventId);
  };
  const first = await happens(0);
  await until(async () => await isTaken(first));

  receivers.tell({ kind: 'troubles', troubles: REFUSE_ALL, seed: 1, mostOfAnEvent: 1_000 });
  // With this commit, which waits for the disk, it is safe that the worker owns the endpoint.
  const failed = await happens(1);
  await until(async () => (await pendingOf(owner)) === 1);
  await postgres.crash();
  await postgres.startAgain();
  receivers.tell({ kind: 'troubles', troubles: TAKE_ALL, seed: 1, mostOfAnEvent: 0 });
  const later = await happens(2);
  await until(async () => await isTaken(later));
  await until(async () => await isTaken(failed));
});

async function pendingOf(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where state = 'pending'`,
  );
  return rows[0]?.count ?? 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10 * RETRY_AFTER_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'It took too long.');
    await sleep(20);
  }
}
