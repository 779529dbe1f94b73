import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What a freeze would do now. */
export interface FreezePlan {
  deposits: number;
  /** Empty: no other account takes deposits. */
  targets: { id: string; bankName: string; iban: string; deposits: number; cents: Cents }[];
  payouts: FreezePlanPayout[];
}

/** A payout that somebody works on with this account. */
export interface FreezePlanPayout {
  id: string;
  stage: 'taken' | 'authorised';
  customerName: string;
  /** What has not been sent yet, as far as we know. */
  cents: Cents;
  inHandsOf: string;
  isCopied: boolean;
}

/** Dealt out in turn by id, to accounts in the order of their ids, as the move does it. */
const TARGETS_SQL = `
with target as (
  select other.id, other.bank_name, other.iban, row_number() over (order by other.id) - 1 as place, count(*) over () as total
  from bank_account other join bank_account frozen on frozen.id = $1 and frozen.currency = other.currency
  where other.status = 'enabled' and not other.deposits_paused and other.id <> $1
), deposit as (
  select (select t.amount_cents from transaction t where t.id = o.transaction_id) as amount_cents,
    row_number() over (order by o.transaction_id) - 1 as place
  from open_transaction o where o.bank_account_id = $1 and o.status = 'waiting_payment'
)
select target.id, target.bank_name as "bankName", target.iban, count(deposit.place)::int4 as deposits,
  coalesce(sum(deposit.amount_cents), 0)::int8 as cents
from target left join deposit on deposit.place % target.total = target.place
group by target.id, target.bank_name, target.iban order by target.id`;

const DEPOSITS_SQL = `
select count(*)::int4 as deposits from open_transaction o where o.bank_account_id = $1 and o.status = 'waiting_payment'`;

const PAYOUTS_SQL = `
select t.id, t.stage, t.customer_full_name as "customerName", (t.player_amount_cents - t.parts_sent_cents)::int8 as cents,
  t.taken_by as "inHandsOf", exists (select from payout_copy c where c.transaction_id = t.id) as "isCopied"
from transaction t
where t.id = any (array(
  select o.transaction_id from open_transaction o
  where o.type = 'withdrawal' and o.status = 'waiting_confirmation' and o.stage in ('taken', 'authorised') and o.bank_account_id = $1
))
order by t.id`;

export async function readFreezePlan(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<FreezePlan> {
  const values = [id];
  const [open] = await runRead<{ deposits: number }>(pool, { text: DEPOSITS_SQL, values }, options);
  const targets = await runRead<FreezePlan['targets'][number]>(pool, { text: TARGETS_SQL, values }, options);
  const payouts = await runRead<FreezePlanPayout>(pool, { text: PAYOUTS_SQL, values }, options);
  return { deposits: open?.deposits ?? 0, targets, payouts };
}
