import type pg from 'pg';
import type { PartnerOptions, TestPartner } from '../../server/test/harness/factories.ts';
import {
  BALANCES_SQL,
  ENTRIES_SQL,
  EVENTS_SQL,
  FEEDS_SQL,
  INSERT_EVENTS_SQL,
  INSERT_TRANSFERS_SQL,
  MOVEMENTS_SQL,
  NUMBERS_SQL,
  OPEN_SQL,
  PLAYERS_SQL,
  REFUSED_MONEY_SQL,
  STEPS_SQL,
  TRANSACTIONS_SQL,
  TRANSFERS_SQL,
  rowsSql,
} from './batch-sql.ts';
import { kindRows, postingRows, stepRows } from './kinds.ts';
import type { DrawnKinds } from './kinds.ts';
import { withoutChecks } from './without-checks.ts';

/** Of ten thousand transactions. Terms differ, so that the books meet both ways of settlement. */
export const PARTNERS: readonly { share: number; terms: PartnerOptions }[] = [
  { share: 5_000, terms: {} },
  { share: 2_500, terms: { mode: 'fee_on_top', fixedCents: 50n } },
  { share: 990, terms: { depositBasisPoints: 450, withdrawalBasisPoints: 450 } },
  { share: 500, terms: { mode: 'fee_on_top' } },
  { share: 1_000, terms: {} },
  { share: 10, terms: {} },
];
const STEADY_PLACE = 4;

/** Numbers of transactions that follow each other at the same distance. */
export interface Part {
  kinds: DrawnKinds;
  /** From the first on and up to the last, which is left out. */
  first: number;
  last: number;
  /** When number 0 would have been created. */
  startedAt: Date;
  secondsBetween: number;
  /** From this number on deposits have not expired yet. */
  firstWaiting: number;
}

interface Writing extends Part {
  isRandom: boolean;
  players: number;
  partners: readonly TestPartner[];
  bankIds: readonly string[];
  say: (line: string) => void;
}

export const LARGE_TABLES = [
  'transaction',
  'transaction_step',
  'event',
  'ledger_transfer',
  'ledger_entry',
  'bank_movement',
];
export const SMALL_TABLES = ['event_feed', 'ledger_account', 'open_transaction', 'player', 'refused_money'];

/** The temporary tables of a batch fit into memory. */
const BATCH = 100_000;
/** So many are held against every check. All others come from the same statements. */
const CHECKED = 10_000;

/** One connection writes transactions with their steps, and the other, a batch behind, what follows from them: events and books. */
interface Writers {
  transactions: pg.PoolClient;
  books: pg.PoolClient;
}

export async function writePart(owner: pg.Pool, writing: Writing): Promise<void> {
  const transactions = await owner.connect();
  const books = await owner.connect();
  try {
    for (const client of [transactions, books]) await prepare(client, writing);
    const checked = Math.min(writing.last, writing.first + CHECKED);
    await writeBatches({ transactions, books }, { ...writing, last: checked });
    const rest = async () => await writeBatches({ transactions, books }, { ...writing, first: checked });
    if (checked < writing.last) await withoutChecks(transactions, LARGE_TABLES, rest);
    const { startedAt, secondsBetween, first, last } = writing;
    const isAll = first === 0;
    const sinceMs = startedAt.getTime() + first * secondsBetween * 1_000;
    await transactions.query(PLAYERS_SQL, [isAll ? '-infinity' : new Date(sinceMs)]);
    await transactions.query(NUMBERS_SQL, [last]);
  } finally {
    // Their settings and temporary tables must not meet whoever is lent the connections next.
    for (const client of [transactions, books]) client.release(true);
  }
}

async function writeBatches(
  writers: Writers,
  { first, last, startedAt, secondsBetween, firstWaiting, isRandom, players, say }: Writing,
): Promise<void> {
  const startedMs = performance.now();
  let before: Promise<void> = Promise.resolve();
  for (let from = first; from < last; from += BATCH) {
    const until = Math.min(from + BATCH, last);
    const rows = `seed_row_${from}`;
    const sql = rowsSql({ table: rows, isRandom });
    const values = [from, until, startedAt, secondsBetween, firstWaiting, players];
    const [made] = await Promise.all([
      writeTransactions(writers.transactions, rows, { sql, values }),
      before,
    ]);
    before = writeBooks(writers.books, made);
    const perSecond = ((until - first) * 1_000) / (performance.now() - startedMs);
    say(`${until.toLocaleString('en')} transactions are written, ${perSecond.toFixed(0)} a second`);
  }
  await before;
}

async function writeTransactions(
  client: pg.PoolClient,
  table: string,
  { sql, values }: { sql: string; values: unknown[] },
): Promise<string> {
  await client.query('begin');
  await client.query(sql, values);
  await client.query(`analyze ${table}`);
  await client.query(`create temp view seed_row as table ${table}`);
  await client.query(TRANSACTIONS_SQL);
  await client.query(STEPS_SQL);
  await client.query(OPEN_SQL);
  await client.query('drop view seed_row');
  await client.query('commit');
  return table;
}

async function writeBooks(client: pg.PoolClient, table: string): Promise<void> {
  await client.query('begin');
  await client.query(`create temp view seed_row as table ${table}`);
  await client.query(EVENTS_SQL);
  await client.query(INSERT_EVENTS_SQL);
  await client.query(FEEDS_SQL);
  await client.query(TRANSFERS_SQL);
  await client.query('analyze seed_transfer');
  await client.query(INSERT_TRANSFERS_SQL);
  await client.query(ENTRIES_SQL);
  await client.query(BALANCES_SQL);
  await client.query(MOVEMENTS_SQL);
  await client.query(REFUSED_MONEY_SQL);
  await client.query(`select setval('ledger_transfer_id', max(id)) from seed_transfer`);
  await client.query('drop view seed_row');
  await client.query(`drop table seed_event, seed_transfer, ${table}`);
  await client.query('commit');
}

async function prepare(
  client: pg.PoolClient,
  { partners, bankIds, kinds }: Pick<Writing, 'partners' | 'bankIds' | 'kinds'>,
): Promise<void> {
  const json = (rows: readonly object[]): string => JSON.stringify(rows);
  await client.query(
    `set session_replication_role = replica; set work_mem = '256MB'; set temp_buffers = '256MB'; set synchronous_commit = off;
     set jit = off; set default_statistics_target = 10`,
  );
  await client.query(
    `create temp table seed_kind (kind text, share_from int, share_to int, type text, status text, stage text, reason_code text, step_count int);
     create temp table seed_step (kind text, step_no int, trigger text, actor_kind text, status text, stage text, after_seconds int, event text);
     create temp table seed_posting (kind text, step_no int, position int, name text, debit text, credit text, amount text);`,
  );
  for (const [table, rows] of [
    ['seed_kind', kindRows(kinds)],
    ['seed_step', stepRows()],
    ['seed_posting', postingRows()],
  ] as const) {
    await client.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [json(rows)],
    );
  }
  let from = 0;
  const shares = PARTNERS.map(({ share }, place) => {
    const shareFrom = from;
    from += share;
    return { place, partner_id: partners[place]?.id, share_from: shareFrom, share_to: from };
  });
  await client.query(
    'create temp table seed_partner (place int, partner_id uuid, share_from int, share_to int)',
  );
  await client.query(
    `insert into seed_partner select * from jsonb_populate_recordset(null::seed_partner, $1::jsonb)`,
    [json(shares)],
  );
  await client.query(
    `alter table seed_partner add is_steady boolean, add basis_points int8, add fixed_cents int8, add mode text,
       add balance_id int8, add reserved_id int8, add commission_id int8`,
  );
  await client.query(
    `update seed_partner p set is_steady = p.place = ${STEADY_PLACE}, basis_points = t.basis_points, fixed_cents = t.fixed_cents,
       mode = t.settlement_mode,
       balance_id = (select id from ledger_account a where a.partner_id = p.partner_id and kind = 'partner_balance'),
       reserved_id = (select id from ledger_account a where a.partner_id = p.partner_id and kind = 'partner_reserved'),
       commission_id = (select id from ledger_account a where a.partner_id = p.partner_id and kind = 'partner_commission')
     from partner_terms t where t.partner_id = p.partner_id and t.direction = 'deposit'`,
  );
  await client.query(
    `create temp table seed_bank as
     select (bank.place - 1) as place, bank.id as bank_account_id,
       (select id from ledger_account a where a.bank_account_id = bank.id and kind = 'bank') as bank_id,
       (select id from ledger_account a where a.bank_account_id = bank.id and kind = 'unallocated') as unallocated_id
     from unnest($1::uuid[]) with ordinality as bank (id, place)`,
    [bankIds],
  );
  await client.query('analyze seed_kind, seed_step, seed_posting, seed_partner, seed_bank');
}
