import { REFERENCE_CODE_ALPHABET } from '@vezne/domain/reference-code';
import { ENDED_DEPOSITS } from './kinds.ts';

/**
 * The statements that write one batch of a seeded history, in the order in which they run. The tables seed_kind, seed_step,
 * seed_posting, seed_partner and seed_bank are there; seed_event and seed_transfer are made anew for each batch, and seed_row is a view of its
 * rows. They run with session_replication_role = replica: triggers and foreign keys are off.
 */

const CODES = REFERENCE_CODE_ALPHABET;
/** Codes of real deposits come in no order either. A factor without a common divisor gives every number another code. */
const CODE_NUMBER = `(n * 48271 + 7) % ${CODES.length ** 8}`;
const REFERENCE_CODE = Array.from(
  { length: 8 },
  (_, place) =>
    `substr('${CODES}', (${CODE_NUMBER} / ${CODES.length ** place} % ${CODES.length})::int + 1, 1)`,
).join(' || ');

const ENDED = ENDED_DEPOSITS.map((kind) => `'${kind}'`);

/** A number that looks random and is the same in every run. */
const drawn = (salt: number, below: number | string): string =>
  `((hashint8extended(n, ${salt}) & 2147483647) % ${below})`;

const COMMISSION = (gross: string): string => `(${gross} * basis_points + 5000) / 10000 + fixed_cents`;

/**
 * $1 and $2: the first number and the one after the last. $3 and $4: when number 0 would be and how many seconds lie between two.
 * $5: deposits since this number may still wait for payment. $6: the number of players. Number 0 is three years older.
 */
export function rowsSql({ table, isRandom }: { table: string; isRandom: boolean }): string {
  return `
create unlogged table ${table} as
with numbered as (
  select n, ${drawn(1, 10_000)} as drawn, ${drawn(2, 10_000)} as of_partner, 10000 + ${drawn(3, 490_000)} as amount_cents,
    $3::timestamptz + n * $4::float8 * interval '1 second' - case n when 0 then interval '3 years' else interval '0' end as created_at
  from generate_series($1::int8, $2::int8 - 1) as n
), drawn_kinds as (
  select numbered.*, p.*, case
      when n = 0 then 'not_paid' when k.kind is null or p.is_steady then 'approved'
      when k.kind = 'expired' and n >= $5 then 'waiting_payment' else k.kind
    end as drawn_kind
  from numbered left join seed_kind k on numbered.drawn >= k.share_from and numbered.drawn < k.share_to
    join seed_partner p on case n when 0 then p.is_steady else of_partner >= p.share_from and of_partner < p.share_to end
), named as (
  select d.*,
    case when drawn_kind like 'late%' and (lag(drawn_kind in (${ENDED.join(', ')}) and not is_steady) over (order by n)) is not true
      then 'approved' else drawn_kind end as kind,
    ${isRandom ? `'ord-' || md5(n::text)` : `'order-' || lpad(n::text, 10, '0')`} as own_reference, ${REFERENCE_CODE} as own_code,
    ${drawn(4, '$6::int4')} as player,
    (lpad(to_hex((extract(epoch from created_at) * 1000)::int8), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8'
      || substr(md5(n::text), 1, 15))::uuid as id
  from drawn_kinds d
), followed as (
  -- Late money has everything of the deposit before it but the amount.
  select named.*, kind like 'late%' as is_late, lag(id) over w as original_id, lag(partner_id) over w as original_partner,
    lag(own_reference) over w as original_reference, lag(own_code) over w as original_code, lag(player) over w as original_player
  from named window w as (order by n)
), completed as (
  select f.n, f.id, f.kind, f.created_at, f.amount_cents, is_late, case when is_late then original_id end as original_transaction_id,
    case when is_late then original_partner else partner_id end as partner_id,
    case when is_late then original_reference else own_reference end as external_reference,
    case when k.type = 'deposit' then case when is_late then original_code else own_code end end as reference_code,
    case when is_late then original_player else player end as player, k.type, k.status, k.stage, k.reason_code, k.step_count,
    case kind when 'corrected' then amount_cents * 9 / 10 else amount_cents end as gross
  from followed f join seed_kind k using (kind)
), priced as (
  select c.*, p.place as partner_place, p.balance_id, p.reserved_id, p.commission_id, p.fixed_cents, p.mode, p.basis_points,
    b.bank_account_id, b.bank_id, b.unallocated_id
  from completed c join seed_partner p using (partner_id) join seed_bank b on b.place = ${drawn(5, 1_000_000)} % (select count(*) from seed_bank)
)
select *, ${COMMISSION('amount_cents')} as first_commission, amount_cents - (${COMMISSION('amount_cents')}) as first_net,
  ${COMMISSION('gross')} as last_commission, gross - (${COMMISSION('gross')}) as last_net,
  amount_cents - gross - (${COMMISSION('amount_cents')}) + (${COMMISSION('gross')}) as net_less,
  (${COMMISSION('amount_cents')}) - (${COMMISSION('gross')}) as commission_less,
  amount_cents - case mode when 'fee_on_top' then 0 else ${COMMISSION('amount_cents')} end as paid,
  amount_cents + case mode when 'fee_on_top' then ${COMMISSION('amount_cents')} else 0 end as cost
from priced order by n`;
}

/** What the last state of a row says of its money. `r` is the row. */
const IS_DEPOSIT = `r.type = 'deposit'`;
const PLAYER = `case when r.mode = 'fee_on_top' then r.gross else r.gross - r.last_commission end`;

export const TRANSACTIONS_SQL = `
insert into transaction (id, partner_id, type, status, stage, external_reference, original_transaction_id, currency, amount_cents,
  actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points,
  commission_fixed_cents, settlement_mode, customer_id, customer_username, customer_full_name, customer_email, bank_account_id,
  reference_code, reference_number, redirect_url, page_key_version, expires_at, payout_bank_name, payout_holder_name, payout_iban, reason_code,
  created_at, decided_at, step_count, taken_by, taken_by_id, authorised_by, authorised_by_id, corrected_at)
select r.id, r.partner_id, r.type, r.status, r.stage, r.external_reference, r.original_transaction_id, 'TRY', r.amount_cents,
  case when ${IS_DEPOSIT} and (r.status = 'approved' or r.kind = 'refused') then r.gross end,
  case r.status when 'rejected' then 0 else r.last_commission end,
  case when ${IS_DEPOSIT} then case r.status when 'rejected' then 0 else r.last_net end end,
  case r.status when 'rejected' then 0 else ${PLAYER} end,
  case when r.status = 'rejected' then 0 when ${IS_DEPOSIT} then r.last_net else -r.cost end,
  r.basis_points, r.fixed_cents, r.mode, 'player-' || r.player, 'ayse', 'Ayşe Işık', case when ${IS_DEPOSIT} then 'ayse@example.com' end,
  case when ${IS_DEPOSIT} or r.step_count > 2 or r.stage = 'taken' then r.bank_account_id end, r.reference_code,
  case when ${IS_DEPOSIT} and not r.is_late then r.n end,
  case when ${IS_DEPOSIT} then 'https://shop.example/return?order=' || r.n end, case when ${IS_DEPOSIT} then 1 end,
  case when ${IS_DEPOSIT} then r.created_at + interval '1 day' end, case when not ${IS_DEPOSIT} then 'Ziraat Bankası' end,
  case when not ${IS_DEPOSIT} then 'Ayşe Işık' end, case when not ${IS_DEPOSIT} then 'TR330006100519786457841326' end, r.reason_code,
  r.created_at, case when r.status in ('approved', 'rejected') then r.created_at + interval '5 minutes' end, r.step_count,
  w.taken, w.taken, w.authorised, w.authorised, case r.kind when 'corrected' then r.created_at + interval '10 minutes' end
from seed_row r cross join lateral (
  select case when not ${IS_DEPOSIT} and (r.step_count > 2 or r.stage = 'taken') then 'ayse' end as taken,
    case when not ${IS_DEPOSIT} and r.step_count > 2 then 'mehmet' end as authorised
) as w
order by r.n`;

/** What the triggers would have done, which are off: see rowsSql. */
export const OPEN_SQL = `
insert into open_transaction (transaction_id, partner_id, type, status, stage, original_transaction_id, amount_cents, bank_account_id,
  expires_at, held_until, waiting_since)
select t.id, t.partner_id, t.type, t.status, t.stage, t.original_transaction_id, t.amount_cents, t.bank_account_id, t.expires_at,
  t.held_until, case t.status when 'waiting_confirmation' then t.created_at + interval '1 minute' end
from seed_row r join transaction t on t.id = r.id
where r.status in ('waiting_payment', 'waiting_confirmation')`;

/** Of transactions since a time. */
export const PLAYERS_SQL = `
insert into player (partner_id, customer_id, bank_account_id, first_seen_at)
select partner_id, customer_id, (array_agg(bank_account_id order by id desc) filter (where type = 'deposit'))[1], min(created_at)
from transaction where created_at >= $1 group by partner_id, customer_id
on conflict do nothing`;

/** The codes of later deposits are made of later numbers. */
export const NUMBERS_SQL = `select setval('reference_code_block', $1::int8 / 512 + 1)`;

const STEP_AT = `r.created_at + s.after_seconds * interval '1 second'`;

export const STEPS_SQL = `
insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor_id, actor, at)
select r.id, s.step_no, s.trigger, s.status, s.stage, s.actor_kind, case s.actor_kind when 'staff' then 'ayse' end,
  case s.actor_kind when 'partner' then r.partner_id::text when 'staff' then 'ayse' else s.actor_kind end, ${STEP_AT}
from seed_row r join seed_step s using (kind) order by r.n, s.step_no`;

export const EVENTS_SQL = `
create temp table seed_event as
select r.*, s.step_no, s.event, s.status as told_status, ${STEP_AT} as at,
  row_number() over (partition by r.partner_id order by ${STEP_AT}, r.n, s.step_no) as number
from seed_row r join seed_step s using (kind) where s.event is not null`;

/** As a decision that was made at that moment told it: before a correction, with the amount that was asked for. */
export const INSERT_EVENTS_SQL = `
insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, original_transaction_id,
  reference_code, currency, amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents,
  balance_impact_cents, reason_code, occurred_at)
select (lpad(to_hex((extract(epoch from r.at) * 1000)::int8), 12, '0') || '7' || substr(md5('event ' || r.n || ' ' || r.step_no), 1, 3) || '8'
    || substr(md5(r.n || ' ' || r.step_no), 1, 15))::uuid,
  r.partner_id, r.id, r.step_no, feed.last_no + r.number, r.event, r.told_status, r.external_reference, r.original_transaction_id,
  r.reference_code, 'TRY', r.amount_cents, case when ${IS_DEPOSIT} and (r.told_status = 'approved' or r.kind = 'refused') then told.gross end,
  case r.told_status when 'rejected' then 0 else told.commission end,
  case when ${IS_DEPOSIT} then case r.told_status when 'rejected' then 0 else told.gross - told.commission end end,
  case
    when r.told_status = 'rejected' then case when ${IS_DEPOSIT} then 0 else r.amount_cents end
    when r.mode = 'fee_on_top' then told.gross else told.gross - told.commission
  end,
  case when r.told_status = 'rejected' then 0 when ${IS_DEPOSIT} then told.gross - told.commission else -r.cost end,
  case r.told_status when 'rejected' then r.reason_code end, r.at
from seed_event r join event_feed feed using (partner_id) cross join lateral (
  select case r.event when 'deposit.corrected' then r.gross else r.amount_cents end as gross,
    case r.event when 'deposit.corrected' then r.last_commission else r.first_commission end as commission
) as told
order by r.at, r.n`;

export const FEEDS_SQL = `
update event_feed f set last_no = f.last_no + told.events
from (select partner_id, count(*) as events from seed_event group by partner_id) as told where told.partner_id = f.partner_id`;

const ACCOUNT = (
  side: string,
): string => `case p.${side} when 'bank' then r.bank_id when 'unallocated' then r.unallocated_id
    when 'balance' then r.balance_id when 'reserved' then r.reserved_id else r.commission_id end`;
const AMOUNTS = [
  'first_net',
  'first_commission',
  'net_less',
  'commission_less',
  'cost',
  'paid',
  'amount_cents',
];

/** Numbers go on after the last that the sequence has given. */
export const TRANSFERS_SQL = `
create temp table seed_transfer as
select coalesce(pg_sequence_last_value('ledger_transfer_id'), 0) + row_number() over (order by ${STEP_AT}, r.n, p.position) as id, p.name, r.id as transaction_id, p.step_no, p.position,
  p.debit, ${ACCOUNT('debit')} as debit_account_id, p.credit, ${ACCOUNT('credit')} as credit_account_id,
  case p.amount ${AMOUNTS.map((name) => `when '${name}' then r.${name}`).join(' ')} end as amount_cents,
  case r.kind when 'refused' then r.id end as refused_transaction_id, ${STEP_AT} as at, r.bank_account_id
from seed_row r join seed_posting p using (kind) join seed_step s on s.kind = p.kind and s.step_no = p.step_no`;

export const INSERT_TRANSFERS_SQL = `
insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents,
  refused_transaction_id, at)
select id, name, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents, refused_transaction_id, at
from seed_transfer order by id`;

/**
 * Bank accounts grow by debits, all the others here by credits. Amounts fit into int4, whose sums are int8: those of int8 are numeric, and
 * take several times as long.
 */
const SIDES = `(
  select debit_account_id as account_id, id as transfer_id,
    (case debit when 'bank' then amount_cents else -amount_cents end)::int4 as amount_cents
  from seed_transfer
  union all
  select credit_account_id, id, (case credit when 'bank' then -amount_cents else amount_cents end)::int4 from seed_transfer
)`;

export const ENTRIES_SQL = `
insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents)
select side.account_id, a.entry_count + row_number() over in_order, side.transfer_id, side.amount_cents,
  a.balance_cents + sum(side.amount_cents) over in_order
from ${SIDES} as side join ledger_account a on a.id = side.account_id
window in_order as (partition by side.account_id order by side.transfer_id rows unbounded preceding)
order by side.transfer_id`;

export const BALANCES_SQL = `
update ledger_account a set balance_cents = a.balance_cents + added.cents, entry_count = a.entry_count + added.entries
from (select account_id, sum(amount_cents) as cents, count(*) as entries from ${SIDES} as side group by account_id) as added
where added.account_id = a.id`;

export const MOVEMENTS_SQL = `
insert into bank_movement (bank_account_id, amount_cents, transaction_id, step_no, at)
select bank_account_id, sum(case when debit = 'bank' then amount_cents else -amount_cents end), transaction_id, step_no, at
from seed_transfer where debit = 'bank' or credit = 'bank'
group by bank_account_id, transaction_id, step_no, at order by min(id)`;

export const REFUSED_MONEY_SQL = `
insert into refused_money (transaction_id, bank_account_id, amount_cents, open_cents, since)
select transaction_id, bank_account_id, amount_cents, amount_cents, at from seed_transfer where refused_transaction_id is not null`;
