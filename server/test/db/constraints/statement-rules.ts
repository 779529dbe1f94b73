import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import type { TableRules } from './configuration-rules.ts';
import { NO_PERSON, TAKEN } from '../rows/partner-people-rows.ts';
import type { Row } from '../rows/row.ts';
import {
  FIXED,
  READY,
  dayRow,
  daySumRow,
  decidedDayRow,
  insertStatementRows,
  monthRow,
  statementRow,
} from '../rows/statement-rows.ts';

const FILE_ID = newId();
const WAITING_ID = newId();
const NOWHERE = { partner_id: NO_PERSON };

const person = TAKEN.person;

/** One of each, with which new rows can collide. */
export async function insertStatements(owner: pg.Pool, world: { partner: Row }): Promise<void> {
  await insertStatementRows(owner, { ...world, person }, { fileId: FILE_ID });
  const waiting = { ...statementRow({ ...world, person }), id: WAITING_ID };
  const columns = Object.keys(waiting);
  await owner.query(
    `insert into partner_statement (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(waiting),
  );
}

const OCTOBER = { month: '2026-10-01', first_day: '2026-10-01', last_day: '2026-10-31' };
const TAKEN_DAYS = { first_day: '2026-10-01', last_day: '2026-10-17' };

export const STATEMENT_RULES: readonly TableRules[] = [
  {
    table: 'partner_day',
    validRow: (world) => ({ ...dayRow(world), day: '2026-11-01' }),
    refused: [
      ['a day is there once', 'partner_day_pkey', { day: '2026-10-31' }],
      ['it is of a partner', 'partner_day_partner_id_fkey', NOWHERE],
      ['it has an entry', 'partner_day_entry', { last_entry_no: 0n }],
    ],
  },
  {
    table: 'partner_day_sum',
    validRow: (world) => ({ ...daySumRow(world), kind: 'top_up' }),
    refused: [
      ['a kind is there once a day', 'partner_day_sum_pkey', { kind: 'deposit' }],
      ['it is of a day', 'partner_day_sum_day', { day: '2026-10-30' }],
      ['kinds are those of a statement', 'partner_day_sum_kind', { kind: 'deposit_approved' }],
      ['something moved', 'partner_day_sum_movements', { movements: 0 }],
      ['gross and commission are the net amount', 'partner_day_sum_net', { net_cents: 92_151n }],
    ],
  },
  {
    table: 'partner_decided_day',
    validRow: (world) => ({ ...decidedDayRow(world), day: '2026-11-01' }),
    refused: [
      ['a day is there once', 'partner_decided_day_pkey', { day: '2026-10-31' }],
      ['it is of a partner', 'partner_decided_day_partner_id_fkey', NOWHERE],
      ['it has an event', 'partner_decided_day_event', { last_feed_no: 0n }],
      ['nothing is decided less than never', 'partner_decided_day_counts', { deposits: -1 }],
      ['nor paid', 'partner_decided_day_counts', { withdrawals: -1 }],
    ],
  },
  {
    table: 'partner_month',
    validRow: (world) => ({ ...monthRow(world), month: '2026-11-01', no: 2 }),
    refused: [
      ['a month is closed once', 'partner_month_pkey', { month: '2026-10-01' }],
      ['it is of a partner', 'partner_month_partner_id_fkey', NOWHERE],
      ['a number is given once', 'partner_month_number', { no: 1 }],
      ['a month begins with its first day', 'partner_month_begins', { month: '2026-11-02' }],
      ['numbers count from one', 'partner_month_no', { no: 0 }],
      ['entries are in order', 'partner_month_entries', { first_entry_no: 3n, movements: 0 }],
      ['and count from one', 'partner_month_entries', { first_entry_no: 0n }],
      ['so are those of what is set aside', 'partner_month_entries', { reserved_first_entry_no: 2n }],
      ['a movement has an entry', 'partner_month_movements', { movements: 2 }],
    ],
  },
  {
    table: 'partner_statement',
    validRow: (world) => ({ ...statementRow({ ...world, person }), format: 'csv' }),
    refused: [
      ['an id is one statement', 'partner_statement_pkey', { id: FILE_ID }],
      ['it is of a partner', 'partner_statement_partner_id_fkey', NOWHERE],
      ['a person asked for it', 'partner_statement_asked_by', { asked_by_id: NO_PERSON }],
      [
        'only a closed month has one',
        'partner_statement_month',
        { month: '2026-09-01', first_day: '2026-09-01', last_day: '2026-09-30' },
      ],
      ['it has all days of its month', 'partner_statement_of_month', { ...OCTOBER, last_day: '2026-10-30' }],
      ['days are in order', 'partner_statement_days', { last_day: '2026-09-30' }],
      ['at most a year', 'partner_statement_days', { last_day: '2027-10-02' }],
      [
        'days are of our time',
        'partner_statement_calendar',
        { first_day: '2019-12-31', last_day: '2020-01-01' },
      ],
      [
        'not of one to come',
        'partner_statement_calendar',
        { first_day: '2100-12-31', last_day: '2101-01-01' },
      ],
      [
        'nor of one that nobody counts',
        'partner_statement_calendar',
        { first_day: '4713-01-01 BC', last_day: '4713-01-02 BC' },
      ],
      ['a language is one of ours', 'partner_statement_language', { language: 'de' }],
      ['a format is one of ours', 'partner_statement_format', { format: 'doc' }],
      ['a state is one of three', 'partner_statement_state', { state: 'taken', ended_at: new Date() }],
      ['tries are counted', 'partner_statement_attempts', { attempts: -1 }],
      ['and end', 'partner_statement_attempts', { attempts: 101 }],
      ['what it has is fixed as a whole', 'partner_statement_fixed', { last_entry_no: 1n }],
      ['entries are in order', 'partner_statement_fixed', { ...FIXED, first_entry_no: 3n }],
      ['a file that is there has a size', 'partner_statement_ready', { ...READY, size_bytes: null }],
      ['and entries', 'partner_statement_ready', { ...READY, ...nulls(FIXED) }],
      ['one that waits has none', 'partner_statement_ready', { size_bytes: 4n }],
      ['what failed has a reason', 'partner_statement_failed', { state: 'failed', ended_at: new Date() }],
      [
        'which is one of ours',
        'partner_statement_problem',
        { state: 'failed', ended_at: new Date(), problem: 'bored' },
      ],
      ['what waits has not ended', 'partner_statement_ended', { ended_at: new Date() }],
      ['a file has a byte', 'partner_statement_size', { ...READY, size_bytes: 0n }],
      ['a digest has 32', 'partner_statement_sha256', { ...READY, sha256: randomBytes(31) }],
      ['the same waits once', 'partner_statement_waiting_once', { ...TAKEN_DAYS, format: 'pdf' }],
      ['a month is made once', 'partner_statement_month_once', { ...OCTOBER, ...READY, format: 'pdf' }],
    ],
  },
  {
    table: 'partner_statement_chunk',
    validRow: () => ({ statement_id: WAITING_ID, no: 1, bytes: Buffer.from('%PDF') }),
    refused: [
      ['a piece is there once', 'partner_statement_chunk_pkey', { statement_id: FILE_ID }],
      ['it is of a statement', 'partner_statement_chunk_of', { statement_id: NO_PERSON }],
      ['pieces count from one', 'partner_statement_chunk_no', { no: 0 }],
      ['a piece has a byte', 'partner_statement_chunk_bytes', { bytes: Buffer.alloc(0) }],
      ['and at most a mebibyte', 'partner_statement_chunk_bytes', { bytes: Buffer.alloc(1_048_577) }],
    ],
  },
];

function nulls(row: Row): Row {
  return Object.fromEntries(Object.keys(row).map((name) => [name, null]));
}
