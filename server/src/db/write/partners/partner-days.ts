/** What moved a partner's balance, by day. The database holds that it adds up to the books. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { MovementSum } from '@vezne/domain/partner-statement';
import { columnValues, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';

/** A day with what is to be added to it. */
export interface CountedDay {
  day: string;
  openingCents: Cents;
  closingCents: Cents;
  lastEntryNo: bigint;
  sums: readonly MovementSum[];
}

const DAY_COLUMNS: readonly BatchColumn<CountedDay>[] = [
  ['day', 'date', ({ day }) => day],
  ['opening_cents', 'int8', ({ openingCents }) => openingCents],
  ['closing_cents', 'int8', ({ closingCents }) => closingCents],
  ['last_entry_no', 'int8', ({ lastEntryNo }) => lastEntryNo],
];

const SUM_COLUMNS: readonly BatchColumn<MovementSum & { day: string }>[] = [
  ['day', 'date', ({ day }) => day],
  ['kind', 'text', ({ kind }) => kind],
  ['movements', 'int4', ({ count }) => count],
  ['gross_cents', 'int8', ({ grossCents }) => grossCents],
  ['commission_cents', 'int8', ({ commissionCents }) => commissionCents],
  ['net_cents', 'int8', ({ netCents }) => netCents],
];

/** Only the day that was the last can have a row already, and it must still be where it was read. */
const DAYS_SQL = `
insert into partner_day (partner_id, day, opening_cents, closing_cents, last_entry_no)
select $1, day, opening_cents, closing_cents, last_entry_no from ${unnestColumns(DAY_COLUMNS, 'counted', { from: 3 })}
on conflict (partner_id, day) do update
set closing_cents = excluded.closing_cents, last_entry_no = excluded.last_entry_no where partner_day.last_entry_no = $2
returning day`;

const SUMS_SQL = `
insert into partner_day_sum (partner_id, day, kind, movements, gross_cents, commission_cents, net_cents)
select $1, day, kind, movements, gross_cents, commission_cents, net_cents from ${unnestColumns(SUM_COLUMNS, 'counted', { from: 2 })}
on conflict (partner_id, day, kind) do update
set movements = partner_day_sum.movements + excluded.movements, gross_cents = partner_day_sum.gross_cents + excluded.gross_cents,
  commission_cents = partner_day_sum.commission_cents + excluded.commission_cents, net_cents = partner_day_sum.net_cents + excluded.net_cents`;

/** False: somebody else has counted on since, and nothing may be added. */
export async function addCountedDays(
  client: pg.ClientBase,
  { partnerId, above, days }: { partnerId: string; above: bigint; days: readonly CountedDay[] },
): Promise<boolean> {
  const { rowCount } = await client.query(DAYS_SQL, [partnerId, above, ...columnValues(DAY_COLUMNS, days)]);
  if (rowCount !== days.length) return false;
  const sums = days.flatMap((day) => day.sums.map((sum) => ({ ...sum, day: day.day })));
  await client.query(SUMS_SQL, [partnerId, ...columnValues(SUM_COLUMNS, sums)]);
  return true;
}
