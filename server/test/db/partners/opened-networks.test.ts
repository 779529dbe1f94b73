import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNetworkOpened } from '@vezne/domain/networks';
import { createTestDatabase } from '../../harness/database.ts';

/** Few enough values that one network is often a part of another. */
const four = fc
  .tuple(
    fc.constantFrom(0n, 10n, 11n, 128n),
    fc.constantFrom(0n, 1n, 129n),
    fc.constantFrom(0, 1, 7, 8, 16, 17, 32),
  )
  .map(([first, second, length]) => [`${first}.${second}.0.7`, length] as const);
const six = fc
  .tuple(
    fc.constantFrom(
      '2001:db8::1',
      '2001:DB8:0:0::',
      '::',
      '::1',
      'ffff::',
      '::ffff:10.0.0.7',
      '2001:db8:8000::192.0.2.1',
    ),
    fc.constantFrom(0, 1, 16, 32, 33, 96, 104, 127, 128),
  )
  .map(([address, length]) => [address, length] as const);
const lists = fc.array(fc.oneof(four, six), { maxLength: 3 });

test('2,000 random changes of networks: what the page says before is what the database does', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const changes = fc.sample(fc.tuple(lists, lists), 2_000);
  const { rows } = await owner.query<{ before: string[]; after: string[]; isOpened: boolean }>(
    `select c.before::text[], c.after::text[], is_network_opened(c.before, c.after) as "isOpened"
     from jsonb_array_elements($1::jsonb) with ordinality as given (change, place)
     cross join lateral (
       select array(select network(set_masklen((n ->> 0)::inet, (n ->> 1)::int4)) from jsonb_array_elements(change -> 0) n) as before,
         array(select network(set_masklen((n ->> 0)::inet, (n ->> 1)::int4)) from jsonb_array_elements(change -> 1) n) as after
     ) c order by place`,
    [JSON.stringify(changes)],
  );
  assert.equal(rows.length, 2_000);
  for (const { before, after, isOpened } of rows)
    assert.equal(isNetworkOpened(before, after), isOpened, `${before.join(' ')} to ${after.join(' ')}`);
  assert.ok(new Set(rows.map(({ isOpened }) => isOpened)).size === 2);
});
