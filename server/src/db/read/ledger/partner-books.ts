/** The books of a partner at both ends of a period. A partner's people read their own. */
import type { Cents } from '@vezne/domain/money';
import { spanOfDays, turkishDay } from '@vezne/domain/turkish-calendar';
import type { Query } from '../../query.ts';
import { numberAtSql } from './entry-number-at.ts';

/** What is available, and what is set aside for payouts. */
export type PartnerBook = 'partner_balance' | 'partner_reserved';

/** The balance after an entry; nothing was before the first. */
export async function balanceAfter(
  query: Query,
  { partnerId, book }: { partnerId: string; book: PartnerBook },
  entryNo: bigint,
): Promise<Cents> {
  if (entryNo === 0n) return 0n as Cents;
  const [found] = await query<{ cents: Cents }>(
    `select e.balance_after_cents as cents from ledger_account a join ledger_entry e on e.account_id = a.id
     where a.partner_id = $1 and a.kind = $2 and e.entry_no = $3`,
    [partnerId, book, entryNo],
  );
  if (found === undefined) throw new Error(`The books have no entry ${entryNo} of ${book} of ${partnerId}.`);
  return found.cents;
}

/** When an entry was made. Undefined: there is none with this number yet. */
export async function findEntryTime(
  query: Query,
  { partnerId, book }: { partnerId: string; book: PartnerBook },
  entryNo: bigint,
): Promise<Date | undefined> {
  const [found] = await query<{ at: Date }>(
    `select t.at from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
     where a.partner_id = $1 and a.kind = $2 and e.entry_no = $3`,
    [partnerId, book, entryNo],
  );
  return found?.at;
}

/** The last entry that is counted before a day. */
const countedBefore = (day: string): string =>
  `coalesce((select d.last_entry_no from partner_day d where d.partner_id = $1 and d.day < ${day} order by d.day desc limit 1), 0)`;

/** Whether it stays that one: a later day has begun to be counted, or its month is closed. */
const isCountedUpTo = (day: string): string => `(
    exists (select from partner_day d where d.partner_id = $1 and d.day >= ${day})
    or exists (select from partner_month m where m.partner_id = $1 and m.month >= date_trunc('month', (${day} - 1)::timestamp)::date)
  )`;

/** By its day ($3), and by the first midnight that is not before the moment ($4). */
export const BALANCE_CUT_SQL = numberAtSql(`partner_id = $1 and kind = 'partner_balance'`, {
  low: `${countedBefore('$3::date')} + 1`,
  high: `case when ${isCountedUpTo('$4::date')} then ${countedBefore('$4::date')} else (select entry_count from account) end + 1`,
});

/**
 * The last entry of `partner_balance` before a moment. Whoever begins first may write last, so at a midnight times say less than the days that
 * are counted: these decide, and times only where nothing is counted yet, or within a day. So a screen and a statement cut at the same entry.
 */
export async function findBalanceCut(query: Query, partnerId: string, before: Date): Promise<bigint> {
  const day = turkishDay(before);
  const { from, until } = spanOfDays(day, day);
  const [found] = await query<{ no: bigint }>(BALANCE_CUT_SQL, [
    partnerId,
    before,
    day,
    turkishDay(from.getTime() === before.getTime() ? from : until),
  ]);
  if (found === undefined) throw new Error(`Partner ${partnerId} has no accounts in the books.`);
  return found.no - 1n;
}

/** Whoever begins first may write last, but nobody holds an account for that long. */
const OUT_OF_ORDER_MS = 3_600_000;

/**
 * By its time, unless an authorisation stands on the other side of the balance: what leaves one of the two accounts comes to the other within
 * the same period. Both have these transfers in the same order, for whoever posts them locks both.
 */
const RESERVED_CUT_SQL = `
with account as materialized (
  select max(id) filter (where kind = 'partner_balance') as balance, max(id) filter (where kind = 'partner_reserved') as reserved
  from ledger_account where partner_id = $1
), near as materialized (
  select r.entry_no, t.at, (
    select b.entry_no from ledger_entry b where b.transfer_id = r.transfer_id and b.account_id = (select balance from account)
  ) as balance_no
  from ledger_entry r cross join lateral (select t.at from ledger_transfer t where t.id = r.transfer_id offset 0) as t
  where r.account_id = (select reserved from account) and r.entry_no >= $2 and r.entry_no < $3
)
select least(
  greatest(
    coalesce(min(entry_no) filter (where at >= $4), $3::int8) - 1,
    coalesce(max(entry_no) filter (where balance_no <= $5), 0)
  ),
  coalesce(min(entry_no) filter (where balance_no > $5), $3::int8) - 1
) as no from near`;

export const RESERVED_AT_SQL = numberAtSql(`partner_id = $1 and kind = 'partner_reserved'`);

/** The last entry of `partner_reserved` before a moment, beside the last one of `partner_balance`. */
export async function findReservedCut(
  query: Query,
  partnerId: string,
  { before, balanceEntryNo }: { before: Date; balanceEntryNo: bigint },
): Promise<bigint> {
  const from = await reservedNumberAt(query, partnerId, new Date(before.getTime() - OUT_OF_ORDER_MS));
  const until = await reservedNumberAt(query, partnerId, new Date(before.getTime() + OUT_OF_ORDER_MS));
  const [cut] = await query<{ no: bigint }>(RESERVED_CUT_SQL, [
    partnerId,
    from,
    until,
    before,
    balanceEntryNo,
  ]);
  if (cut === undefined) throw new Error('A sum over entries has one row.');
  return cut.no;
}

async function reservedNumberAt(query: Query, partnerId: string, at: Date): Promise<bigint> {
  const [found] = await query<{ no: bigint }>(RESERVED_AT_SQL, [partnerId, at]);
  if (found === undefined) throw new Error('The books of an account have no place for a time.');
  return found.no;
}
