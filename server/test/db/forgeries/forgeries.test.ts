import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { PROCESS_ROLES, createTestDatabase } from '../../harness/database.ts';
import type { ProcessRole } from '../../harness/database.ts';
import { NO_RIGHT, openForgersHouse } from './forgers-house.ts';
import type { Case } from './forgers-house.ts';
import { API_CASES } from './forgeries-by-api.ts';
import { casesOfPeople } from './forgeries-by-people.ts';
import { WORKER_CASES } from './forgeries-by-worker.ts';

const CASES: Readonly<Partial<Record<ProcessRole, readonly Case[]>>> = {
  vezne_api: API_CASES,
  vezne_worker: WORKER_CASES,
  vezne_console: casesOfPeople('vezne_console'),
  vezne_admin: casesOfPeople('vezne_admin'),
};

/** Runs a statement in a transaction that is never committed. */
async function tried(pool: pg.Pool, text: string, subject: string): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await client.query(text, [subject]);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

interface Refusal {
  code?: string;
  constraint?: string;
  message: string;
}

function isRefusedBy(error: Refusal, rule: string | RegExp): boolean {
  if (rule === NO_RIGHT) return error.code === NO_RIGHT;
  return typeof rule === 'string' ? error.constraint === rule : rule.test(error.constraint ?? '');
}

suite('what a process that was taken over writes with its own role', () => {
  let count = 0;
  test('is refused, and the honest statement that it was made of passes', async (t) => {
    const house = await openForgersHouse(t);
    for (const [role, cases] of Object.entries(CASES)) {
      const pool = house.pools[role as ProcessRole];
      for (const { honest, of, forgeries } of cases) {
        const subject = of(house);
        await t.test(`${role}: ${Object.keys(forgeries)[0]}, honestly`, async () => {
          const { rowCount } = await tried(pool, String(honest(house)), subject);
          assert.equal(rowCount, 1);
        });
        for (const [what, [rule, forged]] of Object.entries(forgeries)) {
          count += 1;
          await t.test(`${role}: ${what}`, async () => {
            const text = String(forged(house));
            await assert.rejects(tried(pool, text, subject), (error: Refusal) => {
              assert.ok(isRefusedBy(error, rule), `${error.code} ${error.constraint}: ${error.message}`);
              return true;
            });
          });
        }
      }
    }
  });

  test('in more than 40 ways', () => assert.ok(count >= 40, String(count)));
});

/** Texts that the worker writes of deliveries. None of them is sent: a body is made of the event when it is read. */
const TEXTS_OF_DELIVERIES = [
  'living_process.kind',
  'webhook_attempt.answer_start',
  'webhook_attempt.error',
  'webhook_delivery.external_reference',
  'webhook_delivery.state',
  'webhook_test.answer_start',
  'webhook_test.error',
];

test('the worker writes no body that a partner is told, and no role changes what an event says', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows: texts } = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and (table_name like 'webhook\\_%' or table_name = 'living_process')
       and data_type not in ('uuid', 'integer', 'bigint', 'boolean', 'timestamp with time zone')
       and (has_column_privilege('vezne_worker', table_name, column_name, 'insert')
         or has_column_privilege('vezne_worker', table_name, column_name, 'update'))
     order by 1`,
  );
  assert.deepEqual(
    texts.map(({ name }) => name),
    TEXTS_OF_DELIVERIES,
  );
  const { rows: rights } = await owner.query<{ columns: number; mayChange: string[] }>(
    `select count(*)::int4 as columns, coalesce(array_agg(role || ' ' || column_name) filter (
       where has_column_privilege(role, 'event', column_name, 'update')
     ), '{}') as "mayChange"
     from information_schema.columns, unnest($1::text[]) as role where table_schema = 'public' and table_name = 'event'`,
    [PROCESS_ROLES],
  );
  assert.ok((rights[0]?.columns ?? 0) >= 15 * PROCESS_ROLES.length, 'The catalogue was read.');
  assert.deepEqual(rights[0]?.mayChange, []);
});
