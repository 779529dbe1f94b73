import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_DIRECTORY } from '../../src/db/migration-names.ts';
import { ownPlayerDayKeySql } from '../../src/db/player-key.ts';
import { createTestDatabase } from '../harness/database.ts';
import { explained, indexesOf } from './plans/plans.ts';

/** As it was until 0058. The index still holds what it gave. */
const OLD_DAY = 'floor((extract(epoch from at) + 10800) / 86400)::int4';

test('the day of a time has the number that it always had, up to the last microsecond', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ compared: number; other: number }>(`
    select count(*)::int4 as compared, count(*) filter (where turkish_day_number(at) <> ${OLD_DAY})::int4 as other
    from generate_series(-30000, 30000, 7) as day, (values (-1), (0), (1), (43200000000), (86399999999)) as moment (us),
      lateral (select timestamptz '2026-11-15 00:00+03' + make_interval(days => day) + us * interval '1 microsecond' as at) as compared`);
  assert.deepEqual(rows, [{ compared: 42_860, other: 0 }]);
});

test('a session that was open when the day became an expression still finds the index of players', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`
    create or replace function turkish_day_number(at timestamptz) returns int4
    language sql immutable strict parallel safe return ${OLD_DAY}`);
  const session = await database.pool().connect();
  t.after(() => session.release());
  await session.query('set enable_seqscan = off');
  const sql = `select from transaction o where ${ownPlayerDayKeySql('o')} = 7`;
  const used = async () => indexesOf(await explained(session, { sql, parameters: [] }), 'transaction');
  assert.deepEqual(await used(), ['transaction_of_player']);
  const migration = readFileSync(join(MIGRATIONS_DIRECTORY, '0058_expand_cheaper_rules.sql'), 'utf8');
  await owner.query(migration);
  assert.deepEqual(await used(), ['transaction_of_player']);
});
