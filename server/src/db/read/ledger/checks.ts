import type pg from 'pg';
import { withTimeout } from '../../../concurrency/timeout.ts';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import { CORRECT, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import { RESERVED_BY_PARTNER } from '../../open-transactions.ts';
import type { StatementOptions } from '../../statement.ts';
import { WHOLE_LEDGER } from './scope.ts';
import type { LedgerScope } from './scope.ts';

const DEBIT_NORMAL = Object.entries(ACCOUNT_KINDS)
  .filter(([, { normalSide }]) => normalSide === 'debit')
  .map(([kind]) => kind);

/** The steps that partners are told of, and the words for them: a deposit that is approved is deposit.approved. */
const TOLD_AS = new Map<StepTrigger, string>([
  ...TRANSITIONS.flatMap(({ trigger, event }) =>
    event === null ? [] : [[trigger, event.replace(/^.*\./, '')] as const],
  ),
  [CORRECT, 'corrected'],
]);
const TELLING_TRIGGERS = [...TOLD_AS.keys()].map((trigger) => `'${trigger}'`).join(', ');
const TOLD_TYPE = `t.type || case s.trigger ${[...TOLD_AS]
  .map(([trigger, word]) => `when '${trigger}' then '.${word}'`)
  .join(' ')} end`;

/** What of an account's entries is new. */
const NEW_ENTRIES = 'e.account_id = start.account_id and e.entry_no > start.entry_no';

/** What operations moved at each account, of which not all are counted. */
const operated = (scope: LedgerScope): string => `
      select e.account_id, sum(e.amount_cents) as total
      from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ${scope.start} as start on ${NEW_ENTRIES}
      where t.operation_id is not null and ${scope.ofOperation('t.operation_id')} group by e.account_id`;

/** What adjustments moved at each account. People make them, so there are few. */
const ADJUSTED = `
      select e.account_id, sum(e.amount_cents) as total
      from ledger_operation o join ledger_transfer t on t.operation_id = o.id and t.kind = 'adjusted' join ledger_entry e on e.transfer_id = t.id
      where o.kind = 'adjusted'`;

/**
 * The rules of the books and of what partners are told, as queries that find violations: `subject` says where, `expected` what the entries say, `found`
 * what is stored. $1 lists the kinds of accounts that grow by debits.
 *
 * A rule reads the whole of what it is about, or what is new since a checkpoint at which it held. Rows of the books, steps and events are only
 * added, by grants and triggers, so what held of them still does: the owner alone could have changed it, and `--full` finds that.
 * - The sums of an account go on from the balance of the checkpoint, with the entries that have higher numbers.
 * - What is said of a transaction is looked at for every one that anything was written of, with all of its rows, old and new.
 * - What people did one by one (operations, adjustments, misdirected payouts), what is open, and the balances are always read whole.
 */
function checksOf(scope: LedgerScope) {
  const { ofTransaction, start } = scope;
  return {
    'a balance is the sum of its entries, and the balance after the last of them': `
    with summed as (
      select e.account_id, sum(e.amount_cents)::int8 as total, count(*) as entries, max(e.entry_no) as last_no
      from ${start} as start join ledger_entry e on ${NEW_ENTRIES} group by e.account_id
    ), known as (
      select start.account_id, start.balance_cents + coalesce(s.total, 0) as total, start.entry_no + coalesce(s.entries, 0) as entries,
        coalesce(s.last_no, start.entry_no) as last_no
      from ${start} as start left join summed s on s.account_id = start.account_id
    )
    select 'account ' || a.id as subject, k.total || ' after ' || k.entries || ' entries' as expected,
      a.balance_cents || ' after ' || a.entry_count || ' entries' as found
    from ledger_account a join known k on k.account_id = a.id
      left join ledger_entry last on last.account_id = a.id and last.entry_no = k.last_no
    where a.balance_cents <> k.total or a.entry_count <> k.entries or a.entry_count <> k.last_no
      or a.balance_cents <> coalesce(last.balance_after_cents, 0)`,
    'each balance follows from the one before it, and the numbers have no gap': `
    select 'account ' || account_id || ' entry ' || entry_no as subject, previous || ' at entry ' || previous_no as expected,
      before || ' before entry ' || entry_no as found
    from (
      select e.account_id, e.entry_no, e.balance_after_cents - e.amount_cents as before,
        lag(e.balance_after_cents, 1, start.balance_cents) over in_order as previous,
        lag(e.entry_no, 1, start.entry_no) over in_order as previous_no
      from ${start} as start join ledger_entry e on ${NEW_ENTRIES}
      window in_order as (partition by e.account_id order by e.entry_no)
    ) as chain
    where before <> previous or entry_no <> previous_no + 1`,
    'a transfer has an entry of its amount on each of its two accounts': `
    with sides as (
      select t.id, t.amount_cents, t.debit_account_id, t.credit_account_id,
        case when d.kind = any ($1) then t.amount_cents else -t.amount_cents end as debit_amount,
        case when c.kind = any ($1) then -t.amount_cents else t.amount_cents end as credit_amount
      from ${scope.ofEither('ledger_transfer')} as t
        join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
    ), matched as (
      select s.id, s.amount_cents, count(e.transfer_id) filter (
          where (e.account_id = s.debit_account_id and e.amount_cents = s.debit_amount)
             or (e.account_id = s.credit_account_id and e.amount_cents = s.credit_amount)
        ) as matching, count(e.transfer_id) as entries
      from sides s left join ledger_entry e on e.transfer_id = s.id
      group by s.id, s.amount_cents
    )
    select 'transfer ' || id as subject, 'two entries of ' || amount_cents as expected,
      matching || ' of ' || entries || ' entries' as found
    from matched where matching <> 2 or entries <> 2`,
    'debits equal credits': `
    select 'all accounts' as subject, '0' as expected, difference::text as found
    from (select sum(case when kind = any ($1) then balance_cents else -balance_cents end) as difference from ledger_account) as trial
    where difference <> 0`,
    'a bank account holds what moved there': `
    with moved as (
      select bank_account_id, sum(amount_cents) as total from bank_movement where ${scope.isNewMovement('id')} group by bank_account_id
    )
    select 'account ' || a.id as subject, (start.moved_cents + coalesce(m.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a join ${start} as start on start.account_id = a.id left join moved m on m.bank_account_id = a.bank_account_id
    where a.kind = 'bank' and a.balance_cents <> start.moved_cents + coalesce(m.total, 0)`,
    'what is set aside is what the authorised withdrawals will cost': `
    with authorised as (${RESERVED_BY_PARTNER}
    )
    select 'account ' || a.id as subject, coalesce(r.total, 0)::text as expected, a.balance_cents::text as found
    from ledger_account a left join authorised r on r.partner_id = a.partner_id
    where a.kind = 'partner_reserved' and a.balance_cents <> coalesce(r.total, 0)`,
    'what is open is in the table of open transactions as it is, and nothing else': `
    select 'transaction ' || coalesce(t.id, o.transaction_id) as subject,
      coalesce(concat_ws(' ', t.type, t.status, t.stage), 'not open') as expected,
      coalesce(concat_ws(' ', o.type, o.status, o.stage), 'not there') as found
    from (
      select * from transaction where status in ('waiting_payment', 'waiting_confirmation') and ${ofTransaction('id')}
    ) as t full join open_transaction o on o.transaction_id = t.id
    where (t.partner_id, t.type, t.status, t.stage, t.original_transaction_id, t.amount_cents, t.bank_account_id, t.expires_at, t.held_until)
      is distinct from (o.partner_id, o.type, o.status, o.stage, o.original_transaction_id, o.amount_cents, o.bank_account_id, o.expires_at, o.held_until)`,
    'a partner has what its transactions and operations add up to': `
    with decided as (
      select partner_id, sum(balance_impact_cents) as total from transaction
      where (status = 'approved' or (type = 'withdrawal' and status = 'waiting_confirmation' and stage = 'authorised'))
        and ${ofTransaction('id')}
      group by partner_id
    ), operated as (${operated(scope)}
    ), known as (
      select start.account_id,
        start.balance_cents - coalesce(b.total, 0) + coalesce(o.total, 0) as total
      from ${start} as start left join ${scope.before} as b on b.account_id = start.account_id
        left join operated o on o.account_id = start.account_id
    )
    select 'account ' || a.id as subject, (k.total + coalesce(d.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a join known k on k.account_id = a.id left join decided d on d.partner_id = a.partner_id
    where a.kind = 'partner_balance' and a.balance_cents <> k.total + coalesce(d.total, 0)`,
    'commission is what the approved transactions say, and what operations moved': `
    with approved as (
      select partner_id, sum(commission_cents) as total from transaction where status = 'approved' and ${ofTransaction('id')}
      group by partner_id
    ), operated as (${operated(scope)}
    ), known as (
      select start.account_id,
        start.balance_cents - coalesce(b.total, 0) + coalesce(o.total, 0) as total
      from ${start} as start left join ${scope.before} as b on b.account_id = start.account_id
        left join operated o on o.account_id = start.account_id
    )
    select 'account ' || a.id as subject, (k.total + coalesce(d.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a join known k on k.account_id = a.id left join approved d on d.partner_id = a.partner_id
    where a.kind = 'partner_commission' and a.balance_cents <> k.total + coalesce(d.total, 0)`,
    'what is in transit was sent and has not arrived, and what operations moved': `
    with sent as (
      select sum(o.amount_cents) as total from ledger_operation o
      where o.kind = 'internal_transfer_sent' and not exists (select from ledger_operation a where a.sent_operation_id = o.id)
    ), adjusted as (${ADJUSTED} group by e.account_id
    )
    select 'account ' || a.id as subject, (coalesce(s.total, 0) + coalesce(j.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a cross join sent s left join adjusted j on j.account_id = a.id
    where a.kind = 'in_transit' and a.balance_cents <> coalesce(s.total, 0) + coalesce(j.total, 0)`,
    'of each payout that went wrong, what is out is what left, less what came back and was given up': `
    with moved as (
      select o.payout_id, sum(e.amount_cents) as total
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
        left join ledger_operation o on o.id = t.operation_id
      where a.kind = 'receivable' group by o.payout_id
    )
    select 'payout ' || coalesce(m.payout_id, k.payout_id)::text as subject, coalesce(m.total, 0)::text as expected,
      coalesce(k.sent_cents - k.recovered_cents - k.written_off_cents, 0)::text as found
    from moved m full join misdirected_payout k on k.payout_id = m.payout_id
    where coalesce(m.total, 0) <> coalesce(k.sent_cents - k.recovered_cents - k.written_off_cents, 0)`,
    'a transaction is where its last step has left it': `
    select 'transaction ' || t.id as subject, t.step_count || ' steps to ' || coalesce(t.stage, t.status) as expected,
      c.steps || ' steps to ' || coalesce(s.stage, s.status, 'nothing') as found
    from transaction t cross join lateral (
        select count(*) as steps, max(step_no) as last_no from transaction_step where transaction_id = t.id
      ) as c
      left join transaction_step s on s.transaction_id = t.id and s.step_no = t.step_count
    where ${ofTransaction('t.id')} and (t.step_count is distinct from c.steps or t.step_count is distinct from c.last_no
      or s.status is distinct from t.status or s.stage is distinct from t.stage)`,
    // A late entry that is rejected is not told. Earlier versions told of it.
    'whatever ends or corrects a transaction is told, and nothing else is': `
    select 'transaction ' || s.transaction_id || ' step ' || s.step_no as subject,
      case when e.id is null then 'an event' else 'no event' end as expected,
      case when e.id is null then 'none' else e.type end as found
    from transaction_step s left join event e on e.transaction_id = s.transaction_id and e.step_no = s.step_no
    where ${ofTransaction('s.transaction_id')} and (s.trigger in (${TELLING_TRIGGERS})) <> (e.id is not null)
      and (e.id is not null or s.status <> 'rejected' or not exists (
        select from transaction t where t.id = s.transaction_id and t.original_transaction_id is not null))`,
    'an event says what its transaction and its step say': `
    with stood as (
      select e.*, t.type as of_type, t.settlement_mode, s.status as stepped_to, ${TOLD_TYPE} as told_as,
        coalesce(e.actual_amount_cents, e.amount_cents) as gross,
        case when e.status = 'rejected' or e.actual_amount_cents = 0 then 0 else
          (coalesce(e.actual_amount_cents, e.amount_cents) * t.commission_basis_points + 5000) / 10000 + t.commission_fixed_cents
        end as commission,
        -- What of the transaction never changes, and what has not changed since its last step.
        (e.partner_id, e.external_reference, e.currency, e.amount_cents) = (t.partner_id, t.external_reference, t.currency, t.amount_cents)
          and e.original_transaction_id is not distinct from t.original_transaction_id
          and e.reference_code is not distinct from t.reference_code
          and (e.step_no <> t.step_count or (
            e.actual_amount_cents is not distinct from t.actual_amount_cents and e.reason_code is not distinct from t.reason_code
          )) as is_same
      from event e left join transaction t on t.id = e.transaction_id
        left join transaction_step s on s.transaction_id = e.transaction_id and s.step_no = e.step_no
      where ${ofTransaction('e.transaction_id')}
    ), expected as (
      select *, case when of_type = 'withdrawal' then null when status = 'rejected' then 0 else gross - commission end as net,
        case
          when status = 'rejected' then case of_type when 'withdrawal' then amount_cents else 0 end
          when settlement_mode = 'fee_on_top' then gross else gross - commission
        end as player,
        case
          when status = 'rejected' then 0 when of_type = 'deposit' then gross - commission
          when settlement_mode = 'fee_on_top' then -(amount_cents + commission) else -amount_cents
        end as impact
      from stood
    )
    select 'event ' || id || ' of transaction ' || transaction_id as subject,
      coalesce(told_as, 'no event') || ' player ' || coalesce(player::text, '-') || ' impact ' || coalesce(impact::text, '-')
        || case when is_same then '' else ', and the fields of the transaction' end as expected,
      type || ' player ' || player_amount_cents || ' impact ' || balance_impact_cents as found
    from expected
    where (
      is_same and type = told_as and status = stepped_to and commission_cents = commission and net_amount_cents is not distinct from net
      and player_amount_cents = player and balance_impact_cents = impact
    ) is not true`,
    'an approval is told with what was posted': `
    select 'event ' || e.id || ' of transaction ' || e.transaction_id as subject,
      coalesce(p.total, 0)::text as expected, told.total::text as found
    from event e cross join lateral (
        select case e.type when 'deposit.approved' then e.net_amount_cents + e.commission_cents else -e.balance_impact_cents end as total
      ) as told cross join lateral (
        select sum(amount_cents) as total from ledger_transfer
        where transaction_id = e.transaction_id and step_no = e.step_no
          and kind in ('deposit_approved', 'refused_money_credited', 'withdrawal_approved')
      ) as p
    where ${ofTransaction('e.transaction_id')} and e.type in ('deposit.approved', 'withdrawal.approved')
      and told.total is distinct from coalesce(p.total, 0)`,
    'a step has posted under its own names, between its own accounts': `
    select 'transaction ' || x.transaction_id || ' step ' || x.step_no || ' transfer ' || x.id as subject,
      'what ' || s.trigger || ' posts' as expected, x.kind || ' from ' || d.kind || ' to ' || c.kind as found
    from ledger_transfer x join transaction t on t.id = x.transaction_id
      join transaction_step s on s.transaction_id = x.transaction_id and s.step_no = x.step_no
      join ledger_account d on d.id = x.debit_account_id join ledger_account c on c.id = x.credit_account_id
    where ${ofTransaction('x.transaction_id')} and (not is_of_step(t.type, s.trigger, x.kind, d.kind, c.kind)
      or t.partner_id <> coalesce(d.partner_id, t.partner_id) or t.partner_id <> coalesce(c.partner_id, t.partner_id))`,
    'a transaction has moved what its state and its history demand, on every account': `
    with compared as (
      select x.transaction_id as id, a.kind, a.partner_id, a.bank_account_id, 0::int8 as expected, e.amount_cents as found
      from ledger_transfer x join ledger_entry e on e.transfer_id = x.id join ledger_account a on a.id = e.account_id
      where x.transaction_id is not null and ${ofTransaction('x.transaction_id')}
      union all
      select (last.t).id, demanded.kind, demanded.partner_id, demanded.bank_account_id, demanded.cents, 0
      -- The last step first: otherwise what is demanded was worked out for every step, and most of it thrown away.
      from (
        select t, s from transaction t join transaction_step s on s.transaction_id = t.id and s.step_no = t.step_count
        where ${ofTransaction('t.id')} offset 0
      ) as last cross join lateral postings_of(last.t, last.s) as demanded
    )
    select 'transaction ' || id || ' at ' || kind || coalesce(' ' || partner_id, ' ' || bank_account_id, '') as subject,
      sum(expected)::text as expected, sum(found)::text as found
    from compared group by id, kind, partner_id, bank_account_id having sum(expected) <> sum(found)`,
    'a bank movement of a step is what the step posted at that account': `
    with compared as (
      select x.transaction_id as id, x.step_no, a.bank_account_id, e.amount_cents as expected, 0::int8 as found
      from ledger_transfer x join ledger_entry e on e.transfer_id = x.id join ledger_account a on a.id = e.account_id
      where x.transaction_id is not null and a.kind = 'bank' and ${ofTransaction('x.transaction_id')}
      union all
      select transaction_id, step_no, bank_account_id, 0, amount_cents from bank_movement
      where transaction_id is not null and ${ofTransaction('transaction_id')}
    )
    select 'transaction ' || id || ' step ' || step_no || ' at bank ' || bank_account_id as subject,
      sum(expected)::text as expected, sum(found)::text as found
    from compared group by id, step_no, bank_account_id having sum(expected) <> sum(found)`,
    'unallocated money is what is open of refused deposits, and what adjustments moved': `
    with refused as (
      select bank_account_id, sum(open_cents) as total from refused_money where open_cents > 0 group by bank_account_id
    ), adjusted as (${ADJUSTED} and t.refused_transaction_id is null group by e.account_id
    )
    select 'account ' || a.id as subject, (coalesce(r.total, 0) + coalesce(o.total, 0))::text as expected, a.balance_cents::text as found
    from ledger_account a left join refused r on r.bank_account_id = a.bank_account_id left join adjusted o on o.account_id = a.id
    where a.kind = 'unallocated' and a.balance_cents <> coalesce(r.total, 0) + coalesce(o.total, 0)`,
    'adjustments that name no refused deposit took no more from unallocated than they put there': `
    select 'account ' || a.id as subject, 'at least 0' as expected, sum(e.amount_cents)::text as found
    from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
    where a.kind = 'unallocated' and t.refused_transaction_id is null group by a.id having sum(e.amount_cents) < 0`,
    'what is open of a refused deposit is what its transfers left': `
    with moved as (
      select t.refused_transaction_id as id, sum(case a.id when t.credit_account_id then t.amount_cents else -t.amount_cents end) as total
      from ledger_transfer t join ledger_account a on a.id in (t.debit_account_id, t.credit_account_id) and a.kind = 'unallocated'
      where t.refused_transaction_id is not null and ${ofTransaction('t.refused_transaction_id')} group by t.refused_transaction_id
    ), kept as (
      select transaction_id, open_cents from refused_money where ${ofTransaction('transaction_id')}
    )
    select 'deposit ' || coalesce(m.id, r.transaction_id) as subject, coalesce(m.total, 0)::text as expected,
      coalesce(r.open_cents, 0)::text as found
    from moved m full join kept r on r.transaction_id = m.id
    where coalesce(m.total, 0) <> coalesce(r.open_cents, 0)`,
    'late money that was refused before is credited out of it': `
    with credited as (
      select t.transaction_id as id, sum(case a.id when t.debit_account_id then t.amount_cents else -t.amount_cents end) as total
      from ledger_transfer t join ledger_account a on a.id in (t.debit_account_id, t.credit_account_id) and a.kind = 'unallocated'
      where t.refused_transaction_id is not null and t.kind in ('refused_money_credited', 'deposit_corrected')
        and ${ofTransaction('t.transaction_id')}
      group by t.transaction_id
    )
    select 'transaction ' || d.id as subject, d.actual_amount_cents::text as expected, coalesce(c.total, 0)::text as found
    from transaction d left join credited c on c.id = d.id
    where d.refused_transaction_id is not null and ${ofTransaction('d.id')} and d.status = 'approved' and d.actual_amount_cents <> coalesce(c.total, 0)`,
    'an operation has moved its own amount, between its own accounts': `
    select 'operation ' || o.id || ' transfer ' || t.id as subject, o.kind || ' ' || o.amount_cents as expected,
      t.kind || ' ' || t.amount_cents || ' from ' || d.kind || ' to ' || c.kind as found
    from ledger_transfer t join ledger_operation o on o.id = t.operation_id
      join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
    where (t.kind = o.kind and is_of_operation(t.kind, d.kind, c.kind, t.position)
      and t.amount_cents = case t.position when 1 then o.amount_cents else o.fee_cents end
      and (t.kind = 'adjusted' or (
        coalesce(d.bank_account_id, o.bank_account_id) is not distinct from o.bank_account_id
        and coalesce(c.bank_account_id, o.bank_account_id) is not distinct from o.bank_account_id
        and coalesce(d.partner_id, o.partner_id) is not distinct from o.partner_id
        and coalesce(c.partner_id, o.partner_id) is not distinct from o.partner_id
      ))) is not true`,
    'an operation has posted, and one that two people agreed on is what they were asked': `
    select 'operation ' || o.id as subject,
      case when not exists (select from ledger_transfer t where t.operation_id = o.id) then 'a transfer'
        when r.id is null then 'a request' else 'as the request says' end as expected,
      o.kind || ' ' || o.amount_cents || ' by ' || o.actor || coalesce(' and ' || o.confirmed_by, '') as found
    from ledger_operation o left join second_person_request r on r.id = o.id
    where not exists (select from ledger_transfer t where t.operation_id = o.id)
      -- Earlier versions kept names only.
      or (o.confirmed_by_id is not null and (
        r.action = 'ledger.post' and r.status = 'confirmed' and r.asked_by_id = o.actor_id and r.decided_by_id = o.confirmed_by_id
        and r.decided_at = o.at and r.details ->> 'kind' = o.kind and r.details ->> 'amountCents' = o.amount_cents::text
        and (r.details ->> 'feeCents')::int8 is not distinct from o.fee_cents
        and r.details ->> 'partnerId' is not distinct from o.partner_id::text
        and r.details ->> 'bankAccountId' is not distinct from o.bank_account_id::text
        and r.details ->> 'payoutId' is not distinct from o.payout_id::text
        and r.details ->> 'refusedTransactionId' is not distinct from o.refused_transaction_id::text
        -- Of an IBAN that both typed, the request keeps a digest.
        and (r.details ->> 'ibanDigest' is null or r.details ->> 'ibanDigest' = encode(sha256(convert_to(
          coalesce(o.refused_transaction_id::text, '') || ' ' || (o.said ->> 'sentTo'), 'UTF8')), 'hex'))
      ) is not true)`,
    'a step that two people agreed on was confirmed by its actor at that moment': `
    select 'transaction ' || s.transaction_id || ' step ' || s.step_no as subject,
      'a request of ' || s.asked_by || ' that ' || s.actor || ' confirmed' as expected, 'none' as found
    from transaction_step s
    where s.asked_by_id is not null and ${ofTransaction('s.transaction_id')} and not exists (
      select from second_person_request r
      where r.status = 'confirmed' and r.decided_at = s.at and r.decided_by_id = s.actor_id and r.asked_by_id = s.asked_by_id
        and (r.subject_type <> 'transaction' or r.subject_id = s.transaction_id::text))`,
    'what a step or an operation wrote has its time': `
    select 'event ' || e.id || ' of transaction ' || e.transaction_id as subject, s.at::text as expected, e.occurred_at::text as found
    from event e join transaction_step s on s.transaction_id = e.transaction_id and s.step_no = e.step_no
    where ${ofTransaction('e.transaction_id')} and e.occurred_at <> s.at
    union all
    select 'transfer ' || t.id, coalesce(s.at, o.at)::text, t.at::text
    from ${scope.ofEither('ledger_transfer')} as t left join transaction_step s on s.transaction_id = t.transaction_id and s.step_no = t.step_no
      left join ledger_operation o on o.id = t.operation_id where t.at <> coalesce(s.at, o.at)
    union all
    select 'bank movement ' || m.id, coalesce(s.at, o.at)::text, m.at::text
    from ${scope.ofEither('bank_movement')} as m left join transaction_step s on s.transaction_id = m.transaction_id and s.step_no = m.step_no
      left join ledger_operation o on o.id = m.operation_id where m.at <> coalesce(s.at, o.at)`,
    'a transaction is told of in the order of its steps': `
    select 'event ' || id || ' of transaction ' || transaction_id as subject, 'after ' || previous as expected, feed_no::text as found
    from (
      select id, transaction_id, feed_no, lag(feed_no) over (partition by transaction_id order by step_no) as previous from event
      where ${ofTransaction('transaction_id')}
    ) as told where feed_no < previous`,
    'the events of a partner are counted without a gap': `
    with told as (
      select e.partner_id, count(*) as events, max(e.feed_no) as last_no
      from ${scope.feeds} as known join event e on e.partner_id = known.partner_id and e.feed_no > known.feed_no group by e.partner_id
    )
    select 'partner ' || f.partner_id as subject, (known.feed_no + coalesce(t.events, 0))::text as expected, f.last_no::text as found
    from event_feed f join ${scope.feeds} as known on known.partner_id = f.partner_id left join told t on t.partner_id = f.partner_id
    where f.last_no <> known.feed_no + coalesce(t.events, 0) or f.last_no <> coalesce(t.last_no, known.feed_no)`,
  } as const;
}

export type LedgerCheck = keyof ReturnType<typeof checksOf>;

export const LEDGER_CHECKS = Object.keys(checksOf(WHOLE_LEDGER)) as LedgerCheck[];

export interface LedgerDifference {
  subject: string;
  expected: string;
  found: string;
}

/** Violations of a rule of the books, at most `limit` of them, as a transaction sees them. */
export async function findDifferences(
  client: pg.PoolClient,
  check: LedgerCheck,
  { scope, limit, timeoutMs }: StatementOptions & { scope: LedgerScope; limit: number },
): Promise<LedgerDifference[]> {
  const query = differencesQuery(check, { scope, limit });
  return (await withTimeout(timeoutMs, client.query<LedgerDifference>(query))).rows;
}

export function differencesQuery(
  check: LedgerCheck,
  { scope, limit }: { scope: LedgerScope; limit: number },
): { text: string; values: unknown[] } {
  const rule = checksOf(scope)[check];
  // Not every rule uses every parameter, and PostgreSQL has to know the types of all.
  const text = `with parameters as (select ${scope.parameters})
    select * from (${rule}) as difference order by subject limit ${limit}`;
  // Thousands of ids take longer to send and to plan with than many a rule takes to look.
  const values = [DEBIT_NORMAL, ...scope.values].map((value, index) =>
    Array.isArray(value) && !isNamed(rule, index + 1) ? [] : value,
  );
  return { text, values };
}

function isNamed(sql: string, parameter: number): boolean {
  return new RegExp(String.raw`\$${parameter}(?!\d)`).test(sql);
}
