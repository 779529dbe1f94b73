/** Requests of two partners over a pool of two connections, some of which fail in the middle. */
import assert from 'node:assert/strict';
import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../../../src/db/pool.ts';
import { readAsPartner, writeAsPartner } from '../../../src/db/partner-scope.ts';
import type { TestDatabase } from '../../harness/database.ts';

const OPTIONS = { timeoutMs: 30_000 };
const AT_ONCE = 100;
/** Two of a hundred fail after they have read, as when somebody's request meets a fault. */
const FAILS = new Set([17, 61]);
/** And one asks before anybody is known. */
const UNKNOWN = 44;

class PlantedFault extends Error {}

/** What one request saw. */
type Seen = { partnerIds: (string | null)[] } | 'failed';

/** Of every kind of row, whose it is; nothing in it names a partner. */
export const OWN_ROWS = `
select partner_id as id from transaction union all select partner_id from event union all select partner_id from partner_person
union all select partner_id from ledger_account union all select id from partner union all select partner_id from partner_day
union all select partner_id from partner_day_sum union all select partner_id from partner_decided_day
union all select partner_id from partner_month union all select partner_id from partner_statement`;

async function request(pool: pg.Pool, partnerId: string, place: number): Promise<Seen> {
  if (place === UNKNOWN) return { partnerIds: await idsOf(pool, undefined) };
  if (!FAILS.has(place)) {
    const isWrite = place % 10 === 0;
    if (isWrite) return { partnerIds: await idsOf(pool, partnerId) };
    const rows = await readAsPartner(
      pool,
      partnerId,
      async (scope) => await scope.query<{ id: string | null }>(OWN_ROWS),
      OPTIONS,
    );
    return { partnerIds: rows.map(({ id }) => id) };
  }
  const failing = readAsPartner(
    pool,
    partnerId,
    async (scope) => {
      await scope.query(OWN_ROWS);
      throw new PlantedFault();
    },
    OPTIONS,
  );
  await assert.rejects(failing, PlantedFault);
  return 'failed';
}

async function idsOf(pool: pg.Pool, partnerId: string | undefined): Promise<(string | null)[]> {
  const { rows } = await writeAsPartner(
    pool,
    partnerId,
    async (client) => await client.query<{ id: string | null }>(OWN_ROWS),
    OPTIONS,
  );
  return rows.map(({ id }) => id);
}

/** Throws if a row crosses, or if a connection that goes back to the pool has a partner set. */
export async function runRounds(
  database: TestDatabase,
  { partnerIds, rounds }: { partnerIds: readonly [string, string]; rounds: number },
): Promise<{ requests: number; failed: number; rows: number }> {
  const pool = createPool({
    url: database.urlOf('vezne_portal'),
    maxConnections: 2,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  });
  // A hundred wait for two connections.
  pool.options.connectionTimeoutMillis = OPTIONS.timeoutMs;
  const counted = { requests: 0, failed: 0, rows: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const seen = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, place) => {
          const partnerId = partnerIds[place % 2 === 0 ? 0 : 1];
          return { place, partnerId, seen: await request(pool, partnerId, place) };
        }),
      );
      for (const { place, partnerId, seen: one } of seen) {
        counted.requests += 1;
        if (one === 'failed') {
          counted.failed += 1;
          continue;
        }
        counted.rows += one.partnerIds.length;
        if (place === UNKNOWN) assert.deepEqual(one.partnerIds, []);
        else {
          assert.ok(one.partnerIds.length > 0);
          for (const id of one.partnerIds) assert.equal(id, partnerId);
        }
      }
      await assertClean(pool);
    }
  } finally {
    await pool.end();
  }
  return counted;
}

/** Both connections at once, as they lie in the pool. */
export async function assertClean(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    for (const client of clients) {
      const { rows } = await client.query<{ partner: string; busy: boolean; visible: number }>(
        `select coalesce(current_setting('vezne.partner_id', true), '') as partner,
           now() <> statement_timestamp() as busy, (select count(*)::int4 from transaction) as visible`,
      );
      assert.deepEqual(rows, [{ partner: '', busy: false, visible: 0 }]);
    }
  } finally {
    for (const client of clients) client.release();
  }
}
