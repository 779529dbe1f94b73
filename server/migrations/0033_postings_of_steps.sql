-- What a step posts is of that step. Until now a transfer had to agree with its transaction's amounts only where it approved,
-- authorised or refused; a step that moves no money, such as a hold, could carry a correction or a return between any accounts.

-- Between which accounts a step moves money, and under which name. A test compares it with the domain.
create or replace function is_of_step(type text, trigger text, kind text, debit text, credit text) returns boolean
language sql immutable parallel safe as $$
  select type || ' ' || trigger || ' ' || kind || ' ' || debit || ' ' || credit = any (array[
    'deposit approve deposit_approved bank partner_balance',
    'deposit approve deposit_approved bank partner_commission',
    'deposit approve refused_money_credited unallocated partner_balance',
    'deposit approve refused_money_credited unallocated partner_commission',
    'deposit reject deposit_refused bank unallocated',
    'deposit correct deposit_corrected bank partner_balance',
    'deposit correct deposit_corrected bank partner_commission',
    'deposit correct deposit_corrected partner_balance bank',
    'deposit correct deposit_corrected partner_commission bank',
    'deposit correct deposit_corrected bank bank',
    'deposit correct deposit_corrected unallocated partner_balance',
    'deposit correct deposit_corrected unallocated partner_commission',
    'deposit correct deposit_corrected partner_balance unallocated',
    'deposit correct deposit_corrected partner_commission unallocated',
    'deposit account_corrected deposit_account_corrected bank bank',
    'withdrawal authorise withdrawal_authorised partner_balance partner_reserved',
    'withdrawal approve withdrawal_approved partner_reserved bank',
    'withdrawal approve withdrawal_approved partner_reserved partner_commission',
    'withdrawal release_authorised withdrawal_released partner_reserved partner_balance',
    'withdrawal reject withdrawal_released partner_reserved partner_balance',
    'withdrawal account_corrected withdrawal_account_corrected bank bank',
    'withdrawal payout_returned payout_returned bank partner_balance',
    'withdrawal payout_returned payout_returned bank_fees partner_balance',
    'withdrawal payout_returned payout_returned partner_commission partner_balance'
  ])
$$;

-- What all transfers of a transaction have moved by now, on every account: it follows from its state, its terms and its last step.
-- `vezne ledger verify` compares every transaction with it. A row may be zero, and an account may have two rows.
create or replace function postings_of(t transaction, last transaction_step)
returns table (kind text, partner_id uuid, bank_account_id uuid, cents int8)
language sql stable parallel safe as $$
  select demanded.kind, demanded.partner_id, demanded.bank_account_id, demanded.cents
  from (
    select t.type = 'deposit' and t.status = 'approved' as is_credited,
      -- The version before migration 0023 left what it refused outside the books.
      t.type = 'deposit' and t.status = 'rejected' and exists (
        select from public.ledger_transfer refused where refused.transaction_id = t.id and refused.kind = 'deposit_refused'
      ) as is_refused,
      t.type = 'withdrawal' and t.stage is not distinct from 'authorised' as is_set_aside,
      t.type = 'withdrawal' and t.status = 'approved' as is_paid,
      t.type = 'withdrawal' and t.status = 'rejected' and last.trigger = 'payout_returned' as is_returned,
      coalesce(t.actual_amount_cents, t.amount_cents) as came_cents,
      -- What the player was paid, of a payout whose amounts the return has set to zero.
      t.amount_cents - case t.settlement_mode when 'fee_on_top' then 0 else
        (t.amount_cents * t.commission_basis_points + 5000) / 10000 + t.commission_fixed_cents
      end as paid_cents,
      case when last.said ->> 'fee' ~ '^[0-9]{1,15}[.][0-9]{2}$' then replace(last.said ->> 'fee', '.', '')::int8 else 0 end as fee_cents,
      case when last.said ->> 'arrivedAtAccountId' ~ '^[0-9a-f-]{36}$' then (last.said ->> 'arrivedAtAccountId')::uuid
        else t.bank_account_id end as arrived_at
  ) as state cross join lateral (values
    ('partner_balance', t.partner_id, null::uuid, case when is_credited or is_set_aside or is_paid then t.balance_impact_cents end),
    ('partner_reserved', t.partner_id, null, case when is_set_aside then -t.balance_impact_cents end),
    ('partner_commission', t.partner_id, null, case when is_credited or is_paid then t.commission_cents end),
    ('bank', null, t.bank_account_id, case
      when is_refused or (is_credited and t.refused_transaction_id is null) then came_cents
      when is_paid then -t.player_amount_cents
      when is_returned then -paid_cents
    end),
    ('unallocated', null, t.bank_account_id, case
      when is_refused then came_cents when is_credited and t.refused_transaction_id is not null then -came_cents
    end),
    ('bank', null, arrived_at, case when is_returned then paid_cents - fee_cents end),
    ('bank_fees', null, null, case when is_returned then fee_cents end)
  ) as demanded (kind, partner_id, bank_account_id, cents)
  where demanded.cents is not null
$$;

-- A transfer has its two sides in the entries, and comes with its cause, in its amount. A step that approves, authorises or refuses
-- posts what the row says. What the others post is a difference: with it, all transfers of the transaction are what its state demands.
-- Approvals are most of what is posted, and they pay for the first look alone: one query for everything cost twice as much, since
-- PostgreSQL makes all of its parts ready before it knows whether a row needs them.
create or replace function hold_new_transfers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken int8;
  last_id int8;
  has_steps boolean;
  has_rare_kinds boolean;
  has_operations boolean;
begin
  select max(id), bool_or(transaction_id is not null), bool_or(operation_id is not null),
    bool_or(transaction_id is not null and kind not in ('deposit_approved', 'deposit_refused', 'withdrawal_authorised', 'withdrawal_approved'))
  into last_id, has_steps, has_operations, has_rare_kinds from added;
  -- A number ahead of the sequence would be met by whoever is given it later.
  if last_id > coalesce(pg_sequence_last_value('public.ledger_transfer_id'), 0) then
    raise check_violation using constraint = 'ledger_transfer_has_its_number',
      message = format('Transfer %s has to have a number that the sequence has given.', last_id);
  end if;

  if has_steps then
    select added.id into broken from added
    where added.transaction_id is not null and (
      select added.step_no = t.step_count and coalesce(debit.partner_id, t.partner_id) = t.partner_id
        and coalesce(credit.partner_id, t.partner_id) = t.partner_id
        and public.is_of_step(t.type, step.trigger, added.kind, debit.kind, credit.kind)
        and added.refused_transaction_id is not distinct from
          case added.kind when 'deposit_refused' then t.id else t.refused_transaction_id end
        and case
          when added.kind in ('deposit_approved', 'refused_money_credited') then
            -- Late money that was refused before is at the bank already.
            (added.kind = 'refused_money_credited') = (t.refused_transaction_id is not null)
            and debit.bank_account_id = t.bank_account_id
            and case credit.kind
              when 'partner_balance' then added.position = 1 and added.amount_cents = t.net_amount_cents
              when 'partner_commission' then added.position = 2 and added.amount_cents = t.commission_cents
            end
          when added.kind = 'deposit_refused' then
            debit.bank_account_id = t.bank_account_id and credit.bank_account_id = t.bank_account_id and added.position = 1
            and added.amount_cents = t.actual_amount_cents and t.refused_transaction_id is null
          when added.kind = 'withdrawal_authorised' then
            added.position = 1 and added.amount_cents = -t.balance_impact_cents
          when added.kind = 'withdrawal_approved' then
            case credit.kind
              when 'bank' then
                added.position = 1 and added.amount_cents = t.player_amount_cents and credit.bank_account_id = t.bank_account_id
              when 'partner_commission' then added.position = 2 and added.amount_cents = t.commission_cents
            end
          -- The others are added up below.
          else true
        end
      from public.transaction t, public.transaction_step step, public.ledger_account debit, public.ledger_account credit,
        public.ledger_entry debited, public.ledger_entry credited
      where t.id = added.transaction_id and step.transaction_id = added.transaction_id and step.step_no = added.step_no
        and debit.id = added.debit_account_id and credit.id = added.credit_account_id
        and debited.transfer_id = added.id and debited.account_id = added.debit_account_id
        and credited.transfer_id = added.id and credited.account_id = added.credit_account_id
    ) is not true limit 1;
  end if;

  if broken is null and has_rare_kinds then
    select added.id into broken from added
    where added.transaction_id is not null
      and added.kind not in ('deposit_approved', 'deposit_refused', 'withdrawal_authorised', 'withdrawal_approved')
      and (
        select case when added.kind = 'refused_money_credited' then
          -- Nobody alone gives refused money to another player, nor credits what they refused themselves.
          step.asked_by_id is not null or exists (
            select from public.transaction refused left join public.transaction_step refusal
              on refusal.transaction_id = refused.id and refusal.step_no = refused.step_count and refusal.trigger = 'reject'
            where refused.id = t.refused_transaction_id and refused.partner_id = t.partner_id and refused.customer_id = t.customer_id
              and coalesce(refusal.actor_id, refusal.actor) is distinct from step.actor_id
              and refusal.asked_by_id is distinct from step.actor_id
          )
        else not exists (
          select from (
            select account.kind, account.partner_id, account.bank_account_id, entry.amount_cents as cents
            from public.ledger_transfer posted join public.ledger_entry entry on entry.transfer_id = posted.id
              join public.ledger_account account on account.id = entry.account_id
            where posted.transaction_id = t.id
            union all
            select demanded.kind, demanded.partner_id, demanded.bank_account_id, -demanded.cents
            from public.postings_of(t, step) as demanded
          ) as compared group by kind, partner_id, bank_account_id having sum(cents) <> 0
        ) end
        from public.transaction t, public.transaction_step step
        where t.id = added.transaction_id and step.transaction_id = added.transaction_id and step.step_no = added.step_no
      ) is not true limit 1;
  end if;

  if broken is null and has_operations then
    select added.id into broken from added
    where added.transaction_id is null and (
      select operation.at = now() and added.kind = operation.kind
        and added.refused_transaction_id is not distinct from operation.refused_transaction_id
        and public.is_of_operation(added.kind, debit.kind, credit.kind, added.position)
        -- What a bank kept of a transfer between our accounts comes second.
        and added.amount_cents = case added.position when 1 then operation.amount_cents else operation.fee_cents end
        -- Two people have agreed on the accounts of an adjustment. All others are those of the operation.
        and case when added.kind = 'adjusted' then
          -- Without a deposit's name it takes what other adjustments put there, and leaves what is open of refused deposits.
          debit.kind <> 'unallocated' or added.refused_transaction_id is not null or debit.balance_cents >= (
            select coalesce(sum(refused.open_cents), 0) from public.refused_money refused
            where refused.open_cents > 0 and refused.bank_account_id = debit.bank_account_id
          )
        else
          coalesce(debit.bank_account_id, operation.bank_account_id) is not distinct from operation.bank_account_id
          and coalesce(credit.bank_account_id, operation.bank_account_id) is not distinct from operation.bank_account_id
          and coalesce(debit.partner_id, operation.partner_id) is not distinct from operation.partner_id
          and coalesce(credit.partner_id, operation.partner_id) is not distinct from operation.partner_id
        end
      from public.ledger_operation operation, public.ledger_account debit, public.ledger_account credit, public.ledger_entry debited,
        public.ledger_entry credited
      where operation.id = added.operation_id and debit.id = added.debit_account_id and credit.id = added.credit_account_id
        and debited.transfer_id = added.id and debited.account_id = added.debit_account_id
        and credited.transfer_id = added.id and credited.account_id = added.credit_account_id
    ) is not true limit 1;
  end if;

  if broken is not null then
    raise check_violation using constraint = 'ledger_transfer_agrees_with_its_cause',
      message = format('Transfer %s has to have two entries, and the amount and the accounts of its cause.', broken);
  end if;
  return null;
end
$$;
