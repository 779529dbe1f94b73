/** docs/sizing.md says how many bytes a transaction takes, table by table. Here some are made as in production, and measured. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createDatabase } from '../server/src/db/kysely.ts';
import { findDecisionRows } from '../server/src/db/read/desk/decision-rows.ts';
import { findViewsById } from '../server/src/db/read/transactions/transaction-views.ts';
import { sealAndPublish } from '../server/src/jobs/audit-log/seal.ts';
import { startWorker } from '../server/src/processes/worker.ts';
import { fromTransactionId } from '../server/src/ids.ts';
import { approveDeposit } from '../server/src/usecases/deposits/decide.ts';
import { confirmSent } from '../server/src/usecases/deposits/confirm-sent.ts';
import { notePlayerNames } from '../server/src/usecases/search/note-player-names.ts';
import { startTestApi } from '../server/test/harness/api.ts';
import { post } from '../server/test/harness/client.ts';
import { AYSE, retry, testDecisions } from '../server/test/harness/desk.ts';
import { assertCreated, until } from '../server/test/harness/expectations.ts';
import { depositBody } from '../server/test/harness/factories.ts';
import { silentLog } from '../server/test/harness/silent-log.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { workerConfig } from '../server/test/harness/worker-config.ts';
import { inParallel } from './parallel.ts';

const DOCUMENT = readFileSync(new URL('../docs/sizing.md', import.meta.url), 'utf8');

/** The first fills what a table has however little is in it. */
const ROUNDS = 5;
const DEPOSITS_A_ROUND = 500;
/**
 * As few as on a usual day. With many, it depends on the machine how far rows and index pages are from the order of time, and on that how much
 * room they take: with fifty, the indexes of transactions had 319 bytes on one day and 393 on another.
 */
const AT_A_TIME = 4;
const PLAYERS = 200;
/** Ids are random, and so is how full the pages of their indexes are. */
const SCATTER = 0.15;
/** Pages are 8 KiB: with so few transactions half of one says nothing. */
const SCATTER_BYTES = 12;
/** What takes less can't be told here from what does not grow. */
const LEAST_BYTES = 24;

/**
 * Seals are one a minute, whatever is sealed. The second has what is open. Pages of its indexes that are free again are used again, but not
 * within so short a time. The others have a row for a key, for a day of a partner or for a player, which is written again by the minute: a slow
 * machine sees more minutes, and no more rows.
 */
const DOES_NOT_GROW = new Set([
  'audit_seal',
  'credential_use',
  'open_transaction',
  'partner_day',
  'partner_day_sum',
  'player_name',
]);

/** Rows such as `| \`event\` | 210 | 150 | …`: a table, its bytes a transaction and those of its indexes. */
function documented(): Map<string, { table: number; indexes: number }> {
  return new Map(
    [...DOCUMENT.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \|/gm)].map(([, name = '', table, indexes]) => [
      name,
      { table: Number(table), indexes: Number(indexes) },
    ]),
  );
}

test('an approved deposit takes the room that docs/sizing.md says, in every table', async (t) => {
  const { url, owner, database, partner } = await startTestApi(t);
  await insertEndpoint(owner, { partnerId: partner.id, url: await startReceiver(t) });
  const worker = await startWorker(workerConfig(database), silentLog);
  t.after(worker.stop);
  const api = database.pool('vezne_api');
  const desk = database.pool('vezne_console');
  const work = database.pool('vezne_worker');
  const sealing = { db: createDatabase(work), pool: work, log: silentLog, auditHeadFile: undefined };
  const decisions = testDecisions(desk);
  let made = 0;

  async function approvedDeposit(): Promise<void> {
    made += 1;
    // Amounts differ: a player's second deposit of one amount would take a word on what the bank shows.
    const amount = `${1_000 + made}.00`;
    const customer = { ...depositBody().customer, id: `player-${made % PLAYERS}` };
    const created = assertCreated(
      await post(url, partner, '/v1/deposits', depositBody({ amount, customer })),
    );
    const id = fromTransactionId(String(created['id'])) ?? assert.fail();
    const [view = assert.fail()] = await findViewsById(api, [{ partnerId: partner.id, id }], {
      timeoutMs: 5_000,
    });
    await confirmSent({ pool: api, retry }, view);
    const row = (await findDecisionRows(desk, [id], { timeoutMs: 5_000 })).get(id) ?? assert.fail();
    const approval = {
      transactionId: id,
      fingerprint: row.fingerprint,
      actor: AYSE,
      actualCents: row.amountCents,
    };
    const result = await decisions.submit(approveDeposit(approval));
    assert.equal(result.outcome, 'made', JSON.stringify(result));
  }

  let before: Sizes = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await inParallel(Array.from({ length: DEPOSITS_A_ROUND }), AT_A_TIME, approvedDeposit);
    const expected = made;
    await until(
      async () => await countAttempts(owner),
      (count) => count === expected,
    );
    await notePlayerNames(work, { nowMs: Date.now() });
    await sealAndPublish(sealing);
    // As autovacuum does on a day with work.
    await owner.query('vacuum');
    if (round === 1) before = await sizes(owner);
  }

  const measured = growthEach(before, await sizes(owner), made - DEPOSITS_A_ROUND);
  t.diagnostic(JSON.stringify(Object.fromEntries(measured)));
  const expected = documented();
  assert.deepEqual([...measured.keys()].toSorted(), [...expected.keys()].toSorted());
  for (const [name, { table, indexes }] of measured) {
    const said =
      expected.get(name) ?? assert.fail(`docs/sizing.md lacks ${name}, ${table} and ${indexes} bytes.`);
    assertNear(table, said.table, name);
    assertNear(indexes, said.indexes, `the indexes of ${name}`);
  }
});

function assertNear(found: number, said: number, what: string): void {
  const room = Math.max(said * SCATTER, SCATTER_BYTES);
  assert.ok(Math.abs(found - said) <= room, `${what}: ${found} bytes, and docs/sizing.md says ${said}`);
}

async function countAttempts(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from webhook_attempt',
  );
  return rows[0]?.count ?? 0;
}

type Sizes = ReadonlyMap<string, { table: number; indexes: number }>;

async function sizes(owner: pg.Pool): Promise<Sizes> {
  const { rows } = await owner.query<{ name: string; table: number; indexes: number }>(
    `select relname as name, pg_table_size(oid)::int4 as table, pg_indexes_size(oid)::int4 as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(rows.map(({ name, table, indexes }) => [name, { table, indexes }]));
}

/** What grows with the transactions, by how much for each. */
function growthEach(before: Sizes, after: Sizes, transactions: number): Sizes {
  const each = (now: number, then = 0): number => Math.round((now - then) / transactions);
  const grown = [...after].map(([name, { table, indexes }]) => {
    const was = before.get(name);
    return [name, { table: each(table, was?.table), indexes: each(indexes, was?.indexes) }] as const;
  });
  return new Map(
    grown.filter(([name, { table, indexes }]) => table + indexes >= LEAST_BYTES && !DOES_NOT_GROW.has(name)),
  );
}

async function startReceiver(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}
