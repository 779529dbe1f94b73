import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import { createReferenceRound } from '../../server/src/usecases/deposits/reference-codes.ts';
import { notePlayerNames } from '../../server/src/usecases/search/note-player-names.ts';
import { testKeys } from '../../server/test/harness/keys.ts';
import { openQueueWorld } from '../queue/world.ts';
import type { QueueWorld } from '../queue/world.ts';

/** So many deposits get the code of their number, as an api gives it. */
const CODES = 20;

export interface SearchWorld extends QueueWorld {
  players: number;
  /** How long the worker took for the players of the whole history. */
  notedMs: number;
  /** A deposit each, from the oldest to the newest. */
  deposits: { id: string; code: string; reference: string; customerId: string }[];
}

/** A console on a long history, whose players have the names that people have. */
export async function openSearchWorld(
  t: TestContext,
  options: { transactions: number; waiting: number; players: number; say?: (line: string) => void },
): Promise<SearchWorld> {
  const world = await openQueueWorld(t, options);
  const worker = world.database.pool('vezne_worker');
  const startedMs = performance.now();
  const { noted } = await notePlayerNames(worker, { nowMs: Date.now() });
  const notedMs = performance.now() - startedMs;
  options.say?.(`the worker has noted ${noted} players in ${(notedMs / 1_000).toFixed(0)} s`);
  await world.owner.query(NAMES_SQL);
  await world.owner.query('vacuum (analyze) player_name');
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(*)::int4 as count from player_name',
  );
  return { ...world, notedMs, players: rows[0]?.count ?? 0, deposits: await codedDeposits(world) };
}

/** Twenty first names, some of which share letters, and some thousand last names. Every seventh player has a second name. */
const NAMES_SQL = `
with named as (
  select partner_id, customer_id, abs(hashtext(customer_id || partner_id::text)) as n from player_name
), parts as (
  select partner_id, customer_id, n,
    (array['ayse', 'mehmet', 'ali', 'fatma', 'mustafa', 'zeynep', 'huseyin', 'emine', 'ibrahim', 'hatice', 'ismail', 'elif', 'osman', 'merve',
      'halil', 'busra', 'ramazan', 'esra', 'kadir', 'aysenur'])[1 + n % 20] as first,
    (array['yil', 'kara', 'oz', 'demir', 'ak', 'tas', 'er', 'gun', 'koc', 'say'])[1 + n / 20 % 10]
      || (array['maz', 'kaya', 'turk', 'han', 'can', 'soy', 'bas', 'doganlar', 'taskin', 'oglu'])[1 + n / 200 % 10]
      || case when n / 2000 % 3 = 0 then '' else chr(97 + n / 2000 % 23) || 'an' end as last
  from named
)
update player_name p set full_name = initcap(whole), folded_name = whole, username = first || n, folded_username = first || n
from parts cross join lateral (
  select first || case when n % 7 = 0 then ' nur' else '' end || ' ' || last as whole
) as name
where p.partner_id = parts.partner_id and p.customer_id = parts.customer_id`;

async function codedDeposits({ owner }: QueueWorld): Promise<SearchWorld['deposits']> {
  const round = createReferenceRound(testKeys.referenceCodeKey);
  const { rows } = await owner.query<{ id: string; number: bigint; reference: string; customerId: string }>(
    `select distinct on (share) id, reference_number as number, external_reference as reference, customer_id as "customerId"
     from (
       select *, ntile($1) over (order by id) as share from transaction tablesample system (5) repeatable (7)
       where type = 'deposit' and reference_number is not null
     ) as sampled order by share, id`,
    [CODES],
  );
  assert.equal(rows.length, CODES);
  const deposits = rows.map(({ number, ...row }) => ({
    ...row,
    code: referenceCodeAt(Number(number), round),
  }));
  for (const { id, code } of deposits)
    await owner.query('update transaction set reference_code = $2 where id = $1', [id, code]);
  return deposits;
}
