import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import {
  NEWEST_OF_PLAYERS_SQL,
  PLAYERS_OF_ID_SQL,
  PLAYERS_OF_USERNAME_SQL,
  playersOfNameQuery,
} from '../../../src/db/read/transactions/found-players.ts';
import {
  DECIDED_OF_AMOUNT_SQL,
  DEPOSITS_OF_CODES_SQL,
  OF_IBAN_SQL,
  OF_REFERENCE_SQL,
} from '../../../src/db/read/transactions/found-transactions.ts';
import { SEEN_PLAYERS_SQL } from '../../../src/db/write/transactions/player-names.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { explained, indexesOf, readRows } from './plans.ts';

const ROWS = 8_000;
const PARTNERS = 20;
/** So old is half of them. */
const OLD_MS = 14 * 86_400_000;

interface History {
  owner: pg.Pool;
  console: pg.Pool;
  partnerIds: string[];
}

/** Deposits of twenty partners, each of a player of its own, half of them two weeks old. */
async function fill(t: TestContext): Promise<History> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partnerIds: string[] = [];
  for (let count = 0; count < PARTNERS; count += 1) partnerIds.push((await insertPartner(owner)).id);
  const { id: accountId } = await insertBankAccount(owner);
  const prefix = (at: number): string => firstIdAt(new Date(at)).replaceAll('-', '').slice(0, 24);
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, reference_number, redirect_url, page_key_version,
       expires_at, created_at)
     select (case when n <= $5::int / 2 then $3 else $4 end || lpad(to_hex(n), 8, '0'))::uuid, ($1::uuid[])[1 + n % ${PARTNERS}], 'deposit',
       'waiting_confirmation', 'order-' || n, 'TRY', 100000 + n, 0, 100000 + n, 100000 + n, 100000 + n, 0, 0, 'deduct_from_amount',
       'player-' || n, 'user' || n, 'Ayşe Işık', $2, translate(lpad(n::text, 8, '0'), '01', 'AC'), n,
       'https://shop.example/return?order=' || n, 1, now() + interval '1 day',
       case when n <= $5::int / 2 then now() - interval '14 days' else now() end
     from generate_series(1, $5::int) as n`,
    [partnerIds, accountId, prefix(Date.now() - OLD_MS), prefix(Date.now()), ROWS],
  );
  await owner.query(
    `insert into player (partner_id, customer_id) select partner_id, customer_id from transaction`,
  );
  await owner.query(
    `insert into player_name select partner_id, customer_id, customer_username, customer_full_name, customer_username,
       md5(customer_id) || ' ' || md5(customer_username), created_at, created_at, id from transaction`,
  );
  await owner.query('vacuum analyze');
  return { owner, console: database.pool('vezne_console'), partnerIds };
}

/** Nothing of these tables is read as a whole. */
async function assertFew(
  { console }: History,
  query: { sql: string; parameters: readonly unknown[] },
  most: Readonly<Record<string, number>>,
): Promise<void> {
  const nodes = await explained(console, query);
  for (const [table, rows] of Object.entries(most)) {
    const found = nodes.filter((node) => node['Relation Name'] === table);
    assert.ok(found.length > 0, `${table} is read`);
    assert.ok(
      found.every((node) => node['Node Type'] !== 'Seq Scan'),
      `${table} is read by an index`,
    );
    assert.ok(readRows(nodes, table) <= rows, `${table}: ${readRows(nodes, table)} rows`);
  }
}

test('no search reads the whole history', async (t) => {
  const history = await fill(t);
  await t.test('each kind of search reads what it finds, and not the history', async () => {
    const few = { transaction: 5 };
    await assertFew(history, { sql: OF_REFERENCE_SQL, parameters: ['order-77'] }, few);
    await assertFew(history, { sql: OF_REFERENCE_SQL, parameters: ['no such order'] }, few);
    await assertFew(
      history,
      {
        sql: DEPOSITS_OF_CODES_SQL,
        parameters: [
          [5n, 6n],
          ['AAAAAAA5', 'AAAAAAA6'],
        ],
      },
      few,
    );
    await assertFew(history, { sql: OF_IBAN_SQL, parameters: ['TR330006100519786457841326', 51] }, few);
    await assertFew(
      history,
      { sql: PLAYERS_OF_ID_SQL, parameters: ['player-77', 21] },
      { player: 2, player_name: 2 },
    );
    await assertFew(
      history,
      { sql: PLAYERS_OF_USERNAME_SQL, parameters: ['user77', 21] },
      { player_name: 2 },
    );
    const newest = [[history.partnerIds[0], history.partnerIds[1]], ['player-20', 'player-21'], [1, 1], 3];
    await assertFew(history, { sql: NEWEST_OF_PLAYERS_SQL, parameters: newest }, { transaction: 2 });
  });

  await t.test('a name is found by its letters, in the index of them', async () => {
    const { rows } = await history.owner.query<{ name: string }>(
      'select folded_name as name from player_name limit 1',
    );
    const [first = '', last = ''] = rows[0]?.name.split(' ') ?? [];
    for (const words of [
      [first.slice(0, 9), last.slice(0, 9)],
      ['wolfgang', 'amadeus'],
      [first.slice(0, 8), 'a'],
    ]) {
      const { text, values = [] } = playersOfNameQuery(words, 21);
      const nodes = await explained(history.console, { sql: text, parameters: values });
      assert.ok(
        nodes.some((node) => node['Index Name'] === 'player_name_of_name'),
        words.join(' '),
      );
      assert.ok(readRows(nodes, 'player_name') < 100, words.join(' '));
    }
  });

  await t.test('an amount is looked for in its period alone, by the primary key', async () => {
    const parameters = [[1n], firstIdAt(new Date(Date.now() - 7 * 86_400_000)), 51];
    const nodes = await explained(history.console, { sql: DECIDED_OF_AMOUNT_SQL, parameters });
    assert.deepEqual(indexesOf(nodes, 'transaction'), ['transaction_pkey']);
    assert.ok(readRows(nodes, 'transaction') <= ROWS / 2, String(readRows(nodes, 'transaction')));
  });

  await t.test('the worker goes on from its place by the primary key', async () => {
    const { rows } = await history.owner.query<{ id: string }>(
      'select id from transaction order by id desc offset 10 limit 1',
    );
    const after = rows[0]?.id ?? randomUUID();
    const nodes = await explained(history.owner, { sql: SEEN_PLAYERS_SQL, parameters: [after, 5_000] });
    assert.deepEqual(indexesOf(nodes, 'transaction'), ['transaction_pkey']);
    assert.equal(readRows(nodes, 'transaction'), 10);
  });
});
