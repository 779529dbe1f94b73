import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What one hand alone decided today for a subject: see decided_alone. */
export function aloneTodaySql(kind: string, subject: string): string {
  return `select sum_cents from decided_alone
    where day = (now() at time zone 'Europe/Istanbul')::date and kind = ${kind} and subject = ${subject}`;
}

const OPERATIONS_SQL = `
select subject, (${aloneTodaySql(`'operations'`, 'wanted.subject')}) as "sumCents"
from unnest($1::text[]) as wanted (subject)`;

/** What each of these subjects' operations add up to today. */
export async function findOperationsAloneToday(
  pool: pg.Pool,
  subjects: readonly string[],
  options: StatementOptions,
): Promise<Map<string, Cents>> {
  const values = [[...new Set(subjects)]];
  const rows = await runRead<{ subject: string; sumCents: Cents | null }>(
    pool,
    { text: OPERATIONS_SQL, values },
    options,
  );
  return new Map(rows.flatMap(({ subject, sumCents }) => (sumCents === null ? [] : [[subject, sumCents]])));
}
