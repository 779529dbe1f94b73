/** What a statement has to say, straight from the transfers and their times, by no code of statements. */
import type pg from 'pg';
import type { MovementKind } from '@vezne/domain/partner-statement';
import { sumsOf } from './sums.ts';
import type { Sum } from './sums.ts';

export interface SaidByBooks {
  openingCents: bigint;
  closingCents: bigint;
  reservedOpeningCents: bigint;
  /** Set aside, paid out and given back. */
  reserve: bigint[];
  reservedClosingCents: bigint;
  kinds: Partial<Record<MovementKind, Sum>>;
  total: Sum;
}

/** As docs/statements.md has it. */
const KINDS: Readonly<Record<string, MovementKind>> = {
  deposit_approved: 'deposit',
  refused_money_credited: 'deposit',
  deposit_corrected: 'correction',
  withdrawal_authorised: 'withdrawal',
  withdrawal_released: 'withdrawal_released',
  payout_returned: 'withdrawal_returned',
  topped_up: 'top_up',
  settled_to_partner: 'settlement',
  adjusted: 'adjustment',
};

const ENDS_SQL = `
select coalesce(sum(e.amount_cents) filter (where a.kind = 'partner_balance' and t.at < $2), 0)::int8 as "openingCents",
  coalesce(sum(e.amount_cents) filter (where a.kind = 'partner_balance'), 0)::int8 as "closingCents",
  coalesce(sum(e.amount_cents) filter (where a.kind = 'partner_reserved' and t.at < $2), 0)::int8 as "reservedOpeningCents",
  coalesce(sum(e.amount_cents) filter (where a.kind = 'partner_reserved'), 0)::int8 as "reservedClosingCents"
from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
where a.partner_id = $1 and t.at < $3`;

/**
 * What comes from outside the partner's accounts is gross, and what goes to its commission is ours. Only what a withdrawal sets aside has
 * both in one transfer: then the player's amount and the commission follow from what was asked for and the terms in the row. That they are all
 * that moved is compared with the net amount.
 */
const MOVED_SQL = `
with moved as (
  select t.kind, t.amount_cents as cents, t.transaction_id, t.step_no, t.operation_id, debit.kind as debit, credit.kind as credit
  from ledger_transfer t
  join ledger_account debit on debit.id = t.debit_account_id join ledger_account credit on credit.id = t.credit_account_id
  where $1 in (debit.partner_id, credit.partner_id) and t.at >= $2 and t.at < $3
), shares as (
  select m.kind, coalesce(m.operation_id::text, m.transaction_id || ' ' || m.step_no) as cause,
    m.cents * ((m.credit = 'partner_balance')::int - (m.debit = 'partner_balance')::int) as net,
    m.cents * ((m.credit = 'partner_reserved')::int - (m.debit = 'partner_reserved')::int) as reserved,
    case when m.kind in ('withdrawal_authorised', 'withdrawal_released')
      then (asked.cents - case asked.mode when 'deduct_from_amount' then asked.commission else 0 end) * asked.direction
      else m.cents * ((m.debit not like 'partner%')::int - (m.credit not like 'partner%')::int)
    end as gross,
    case when m.kind in ('withdrawal_authorised', 'withdrawal_released')
      then asked.commission * asked.direction
      else m.cents * ((m.debit = 'partner_commission')::int - (m.credit = 'partner_commission')::int)
    end as commission
  from moved m left join lateral (
    select x.amount_cents as cents, x.settlement_mode as mode,
      round(x.amount_cents::numeric * x.commission_basis_points / 10000) + x.commission_fixed_cents as commission,
      (m.credit = 'partner_balance')::int - (m.debit = 'partner_balance')::int as direction
    from transaction x where x.id = m.transaction_id
  ) as asked on true
)
select kind, count(distinct cause)::int4 as movements, sum(gross)::int8 as "grossCents", sum(commission)::int8 as "commissionCents",
  sum(net)::int8 as "netCents", sum(reserved)::int8 as "reservedCents"
from shares group by kind`;

type Ends = Pick<
  SaidByBooks,
  'openingCents' | 'closingCents' | 'reservedOpeningCents' | 'reservedClosingCents'
>;

/** Of a partner, from one moment on and until another. */
export async function saidByBooks(
  owner: pg.Pool,
  partnerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<SaidByBooks> {
  const values = [partnerId, from, until];
  const { rows: ends } = await owner.query<Ends>(ENDS_SQL, values);
  const { rows } = await owner.query<Sum & { kind: string; reservedCents: bigint }>(MOVED_SQL, values);
  const [end] = ends;
  if (end === undefined) throw new Error('The books say nothing.');
  const reserved = (wanted: string): bigint => rows.find(({ kind }) => kind === wanted)?.reservedCents ?? 0n;
  return {
    ...end,
    reserve: ['withdrawal_authorised', 'withdrawal_approved', 'withdrawal_released'].map(reserved),
    ...sumsOf(
      rows.flatMap(({ kind: posting, ...sum }) => {
        const kind = KINDS[posting];
        return kind === undefined ? [] : [{ kind, ...sum }];
      }),
    ),
  };
}
