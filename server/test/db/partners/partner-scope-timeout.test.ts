import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { createPool } from '../../../src/db/pool.ts';
import { readAsPartner, readFromDoor, writeAsPartner } from '../../../src/db/partner-scope.ts';
import type { PartnerScope } from '../../../src/db/partner-scope.ts';
import { withoutWriting } from '../../../src/db/read-only.ts';
import { until } from '../../harness/expectations.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { openTwoPartners } from '../rows/two-partners.ts';

const SLOW = { timeoutMs: 300 };
const PATIENT = { timeoutMs: 5_000 };

async function open(t: TestContext) {
  const { database, owner, ours } = await openTwoPartners(t);
  const pool = createPool({
    url: database.urlOf('vezne_portal'),
    maxConnections: 1,
    applicationName: 'test',
    log: silentLog,
  });
  t.after(async () => await pool.end());
  const { id } = ours;
  return {
    pool,
    id,
    read: async <T>(work: (scope: PartnerScope) => Promise<T>, options = PATIENT): Promise<T> =>
      await readAsPartner(pool, id, work, options),
    /** How many of the portal's sessions work, by the word of the server. */
    busy: async (): Promise<number> => {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::int4 as count from pg_stat_activity
         where usename = 'vezne_portal' and datname = current_database() and state = 'active'`,
      );
      return rows[0]?.count ?? 0;
    },
  };
}

const timeoutOf = async ({ query }: Pick<PartnerScope, 'query'>): Promise<unknown> =>
  (await query<{ timeout: string }>(`select current_setting('statement_timeout') as timeout`))[0]?.timeout;

const sleepy = async ({ query }: PartnerScope): Promise<unknown> => await query('select pg_sleep(60)');

suite('the time that a read of the portal has', () => {
  test('is held by the server too: what takes longer ends there, and the next one is served', async (t) => {
    const { pool, id, read, busy } = await open(t);
    const slow: Readonly<Record<string, () => Promise<unknown>>> = {
      'of a partner': async () => await read(sleepy, SLOW),
      'of a door': async () =>
        await readFromDoor(
          pool,
          async (ask) => (await ask<{ partnerId: string }>('select $1::text as "partnerId"', [id]))[0],
          sleepy,
          SLOW,
        ),
      'of ours who look, by what would write': async () =>
        await withoutWriting(
          async () => await writeAsPartner(pool, id, async (_, scope) => await sleepy(scope), SLOW),
        ),
    };
    for (const readSlowly of Object.values(slow)) {
      await assert.rejects(readSlowly());
      await until(busy, (count) => count === 0, 10_000);
      assert.equal(await read(async (scope) => (await scope.query('select from partner')).length), 1);
    }
  });

  test('is for reads alone: no write and no commit of one is cancelled, and nothing stays set on the connection', async (t) => {
    const { pool, id, read } = await open(t);
    assert.equal(await read(timeoutOf), '5s');
    const kept = await pool.query<{ timeout: string }>(
      `select current_setting('statement_timeout') as timeout`,
    );
    assert.equal(kept.rows[0]?.timeout, '0');
    const written = await writeAsPartner(pool, id, async (_, scope) => await timeoutOf(scope), PATIENT);
    assert.equal(written, '0');
  });
});
