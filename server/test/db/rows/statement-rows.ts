import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';

export function dayRow({ partner }: { partner: Row }): Row {
  return {
    partner_id: partner['id'],
    day: '2026-10-31',
    opening_cents: 0n,
    closing_cents: 92_150n,
    last_entry_no: 1n,
  };
}

export function daySumRow({ partner }: { partner: Row }): Row {
  return {
    partner_id: partner['id'],
    day: '2026-10-31',
    kind: 'deposit',
    movements: 1,
    gross_cents: 95_000n,
    commission_cents: -2_850n,
    net_cents: 92_150n,
  };
}

export function decidedDayRow({ partner }: { partner: Row }): Row {
  return {
    partner_id: partner['id'],
    day: '2026-10-31',
    last_feed_no: 1n,
    deposits: 1,
    deposit_amount_cents: 95_000n,
    deposit_commission_cents: 2_850n,
    deposit_impact_cents: 92_150n,
    withdrawals: 0,
    withdrawal_amount_cents: 0n,
    withdrawal_commission_cents: 0n,
    withdrawal_impact_cents: 0n,
  };
}

export function monthRow({ partner }: { partner: Row }): Row {
  return {
    partner_id: partner['id'],
    month: '2026-10-01',
    no: 1,
    partner_name: 'Mavi Oyun',
    first_entry_no: 1n,
    last_entry_no: 1n,
    reserved_first_entry_no: 1n,
    reserved_last_entry_no: 0n,
    movements: 1,
    opening_cents: 0n,
    closing_cents: 92_150n,
    reserved_opening_cents: 0n,
    reserved_closing_cents: 0n,
    closed_at: new Date(),
  };
}

/** Waits, for any days; a file that is there has more. */
export function statementRow({ partner, person }: { partner: Row; person: Row }): Row {
  return {
    id: newId(),
    partner_id: partner['id'],
    month: null,
    first_day: '2026-10-01',
    last_day: '2026-10-17',
    language: 'tr',
    format: 'pdf',
    asked_by_id: person['id'],
    asked_at: new Date(),
    state: 'waiting',
    attempts: 0,
  };
}

/** Which entries a file has. */
export const FIXED: Row = {
  partner_name: 'Mavi Oyun',
  first_entry_no: 1n,
  last_entry_no: 1n,
  reserved_first_entry_no: 1n,
  reserved_last_entry_no: 0n,
};

export const READY: Row = {
  ...FIXED,
  state: 'ready',
  size_bytes: 4n,
  sha256: randomBytes(32),
  ended_at: new Date(),
};

export interface StatementRows {
  day: Row;
  daySum: Row;
  decidedDay: Row;
  month: Row;
  /** Of the month, and there. */
  file: Row;
  chunk: Row;
}

export async function insertStatementRows(
  owner: pg.Pool,
  of: { partner: Row; person: Row },
  changes: { fileId?: string } = {},
): Promise<StatementRows> {
  const file = {
    ...statementRow(of),
    ...READY,
    ...(changes.fileId === undefined ? {} : { id: changes.fileId }),
    month: '2026-10-01',
    last_day: '2026-10-31',
  };
  const rows = {
    day: dayRow(of),
    daySum: daySumRow(of),
    decidedDay: decidedDayRow(of),
    month: monthRow(of),
    file,
    chunk: { statement_id: file['id'], no: 1, bytes: Buffer.from('%PDF') },
  };
  await insertRow(owner, 'partner_day', rows.day);
  await insertRow(owner, 'partner_day_sum', rows.daySum);
  await insertRow(owner, 'partner_decided_day', rows.decidedDay);
  await insertRow(owner, 'partner_month', rows.month);
  await insertRow(owner, 'partner_statement', rows.file);
  await insertRow(owner, 'partner_statement_chunk', rows.chunk);
  return rows;
}
