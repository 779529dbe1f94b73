import type pg from 'pg';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { PartnerOptions, TestPartner } from '../../server/test/harness/factories.ts';
import {
  BALANCES_SQL,
  ENTRIES_SQL,
  EVENTS_SQL,
  FEEDS_SQL,
  INSERT_EVENTS_SQL,
  INSERT_TRANSFERS_SQL,
  MOVEMENTS_SQL,
  REFUSED_MONEY_SQL,
  STEPS_SQL,
  TRANSACTIONS_SQL,
  TRANSFERS_SQL,
  rowsSql,
} from './batch-sql.ts';
import { kindRows, postingRows, stepRows } from './kinds.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface HistoryOptions {
  transactions: number;
  /** What partners choose: numbers in a row, or names in no order, which meet another page of the index each. */
  references: 'random' | 'sequential';
  /** Over how many days the transactions are spread. */
  days?: number;
  say?: (line: string) => void;
}

export interface SeededHistory {
  /** Half of everything is the first one's. */
  partners: TestPartner[];
  large: TestPartner;
  /** Its deposits were all approved, but the first transaction, three years before, was a withdrawal that was rejected. */
  steady: TestPartner;
  /** One in a thousand is of this one. */
  small: TestPartner;
  /** So many more, within the last hour. */
  more(transactions: number): Promise<void>;
}

/** Of ten thousand transactions. Terms differ, so that the books meet both ways of settlement. */
const PARTNERS: readonly { share: number; options: PartnerOptions }[] = [
  { share: 5_000, options: {} },
  { share: 2_500, options: { mode: 'fee_on_top', fixedCents: 50n } },
  { share: 990, options: { depositBasisPoints: 450, withdrawalBasisPoints: 450 } },
  { share: 500, options: { mode: 'fee_on_top' } },
  { share: 1_000, options: {} },
  { share: 10, options: {} },
];
const STEADY_PLACE = 4;
const BANK_ACCOUNTS = 20;
const DAYS = 365;
const DAY_SECONDS = 86_400;
/** The last hour is left for what is added later. */
const NEW_SECONDS = 3_600;
/** The temporary tables of a batch fit into memory. */
const BATCH = 250_000;

/**
 * Writes a history of transactions, in the order of time, with steps, events and books that `vezne ledger verify` finds intact. It
 * writes as the owner, in statements over whole batches, with triggers off.
 */
export async function seedHistory(owner: pg.Pool, options: HistoryOptions): Promise<SeededHistory> {
  const say = options.say ?? (() => undefined);
  const partners: TestPartner[] = [];
  for (const { options: terms } of PARTNERS) {
    partners.push(await insertPartner(owner, { requestsPerSecond: null, ...terms }));
  }
  const bankIds: string[] = [];
  for (let count = 0; count < BANK_ACCOUNTS; count++) bankIds.push((await insertBankAccount(owner)).id);

  const { transactions, references, days = DAYS } = options;
  const writing = { isRandom: references === 'random', partners, bankIds, say };
  const between = (days * DAY_SECONDS) / transactions;
  await withoutIndexes(owner, WRITTEN_TABLES, async () => {
    await write(owner, {
      ...writing,
      first: 0,
      last: transactions,
      startedAt: secondsAgo(days * DAY_SECONDS + NEW_SECONDS),
      secondsBetween: between,
      firstWaiting: transactions - Math.floor(DAY_SECONDS / between),
    });
    say('building indexes');
  });
  say('vacuum and analyze');
  for (const table of WRITTEN_TABLES) await owner.query(`vacuum (analyze) ${table}`);
  await owner.query('checkpoint');
  const [large, , , , steady, small] = partners;
  if (!large || !steady || !small) throw new Error('There are too few partners.');
  let written = transactions;
  return {
    partners,
    large,
    steady,
    small,
    async more(count) {
      const secondsBetween = NEW_SECONDS / count;
      await write(owner, {
        ...writing,
        first: written,
        last: written + count,
        startedAt: secondsAgo(NEW_SECONDS + written * secondsBetween),
        secondsBetween,
        firstWaiting: written,
      });
      written += count;
    },
  };
}

function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1_000);
}

interface Writing {
  /** The numbers of the transactions, from the first on and up to the last, which is left out. */
  first: number;
  last: number;
  /** When number 0 would have been created. */
  startedAt: Date;
  secondsBetween: number;
  /** From this number on deposits have not expired yet. */
  firstWaiting: number;
  isRandom: boolean;
  partners: readonly TestPartner[];
  bankIds: readonly string[];
  say: (line: string) => void;
}

async function write(
  owner: pg.Pool,
  { first, last, startedAt, secondsBetween, firstWaiting, isRandom, partners, bankIds, say }: Writing,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set synchronous_commit = off`,
    );
    await prepare(client, partners, bankIds);
    for (let from = first; from < last; from += BATCH) {
      const until = Math.min(from + BATCH, last);
      await writeBatch(client, isRandom, [from, until, startedAt, secondsBetween, firstWaiting]);
      say(`${until.toLocaleString('en')} of ${last.toLocaleString('en')} transactions are written`);
    }
  } finally {
    // Its settings and temporary tables must not meet whoever is lent the connection next.
    client.release(true);
  }
}

const WRITTEN_TABLES = [
  'transaction',
  'transaction_step',
  'event',
  'event_feed',
  'ledger_transfer',
  'ledger_entry',
  'ledger_account',
  'bank_movement',
  'refused_money',
];

async function prepare(
  client: pg.PoolClient,
  partners: readonly TestPartner[],
  bankIds: readonly string[],
): Promise<void> {
  const json = (rows: readonly object[]): string => JSON.stringify(rows);
  await client.query(
    `create temp table seed_kind (kind text, share_from int, share_to int, type text, status text, stage text, reason_code text, step_count int);
     create temp table seed_step (kind text, step_no int, trigger text, actor_kind text, status text, stage text, after_seconds int, event text);
     create temp table seed_posting (kind text, step_no int, position int, name text, debit text, credit text, amount text);`,
  );
  for (const [table, rows] of [
    ['seed_kind', kindRows()],
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

async function writeBatch(
  client: pg.PoolClient,
  isRandom: boolean,
  values: readonly unknown[],
): Promise<void> {
  await client.query('begin');
  await client.query(rowsSql({ isRandom }), [...values]);
  await client.query('analyze seed_row');
  await client.query(TRANSACTIONS_SQL);
  await client.query(STEPS_SQL);
  await client.query(EVENTS_SQL);
  await client.query(INSERT_EVENTS_SQL);
  await client.query(FEEDS_SQL);
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(id), 0)::text as last from ledger_transfer',
  );
  await client.query(TRANSFERS_SQL, [rows[0]?.last]);
  await client.query('analyze seed_transfer');
  await client.query(INSERT_TRANSFERS_SQL);
  await client.query(ENTRIES_SQL);
  await client.query(BALANCES_SQL);
  await client.query(MOVEMENTS_SQL);
  await client.query(REFUSED_MONEY_SQL);
  await client.query(`select setval('ledger_transfer_id', max(id)) from ledger_transfer`);
  await client.query('drop table seed_row, seed_event, seed_transfer');
  await client.query('commit');
}
