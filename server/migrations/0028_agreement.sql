-- squawk-ignore-file require-concurrent-index-creation
-- The database believes no process. What one statement writes of a transaction agrees with itself: the state, its step, its event,
-- the number of that event in the feed, and the books. A process that was taken over can't tell a partner of money that no
-- transaction has, nor move a balance without its entry.
--
-- Each rule is one look at all rows that a statement wrote, when it has ended: a statement writes all of it or nothing. So a rule
-- costs the same for one row and, nearly, for a hundred, and sees what the other parts of the statement wrote.
-- The functions run as the owner, who sees every row. The owner itself stands above these rules, as it does above the policies
-- (row_security_active): it migrates and restores, and no process runs as it. `vezne ledger verify` finds what it breaks.

-- The events that steps make. The list of edges is in packages/domain; a test compares both.
create function event_of_step(type text, trigger text) returns text
language sql immutable parallel safe as $$
  select type || case trigger
    when 'approve' then '.approved'
    when 'correct' then '.corrected'
    when 'reject' then '.rejected'
    when 'expire' then '.rejected'
    when 'cancel' then '.rejected'
    when 'payout_returned' then '.rejected'
  end
$$;

-- Where a step may lead. Most edges change the state; some are recorded and leave it.
create function is_edge(type text, from_status text, from_stage text, trigger text, to_status text, to_stage text) returns boolean
language sql immutable parallel safe as $$
  select type || ' ' || coalesce(from_stage, from_status) || ' ' || trigger || ' ' || coalesce(to_stage, to_status) = any (array[
    'deposit waiting_payment confirm_sent waiting_confirmation',
    'deposit waiting_payment confirm_on_behalf waiting_confirmation',
    'deposit waiting_payment expire rejected',
    'deposit waiting_payment cancel rejected',
    'deposit waiting_payment account_changed waiting_payment',
    'deposit waiting_confirmation approve approved',
    'deposit waiting_confirmation reject rejected',
    'deposit waiting_confirmation hold waiting_confirmation',
    'deposit waiting_confirmation unhold waiting_confirmation',
    'deposit approved correct approved',
    'deposit approved account_corrected approved',
    'withdrawal queued take taken',
    'withdrawal queued cancel rejected',
    'withdrawal queued reject rejected',
    'withdrawal taken release queued',
    'withdrawal taken authorise authorised',
    'withdrawal taken reject rejected',
    'withdrawal authorised part_sent authorised',
    'withdrawal authorised hand_over authorised',
    'withdrawal authorised release_authorised queued',
    'withdrawal authorised approve approved',
    'withdrawal authorised reject rejected',
    'withdrawal approved account_corrected approved',
    'withdrawal approved payout_returned rejected'
  ])
$$;

-- Which accounts grow by a debit.
create function grows_by_debit(kind text) returns boolean
language sql immutable parallel safe as $$ select kind in ('bank', 'bank_fees', 'in_transit', 'receivable') $$;

-- Between which accounts an operation moves money. A test compares it with the domain.
create function is_of_operation(kind text, debit text, credit text, place int4) returns boolean
language sql immutable parallel safe as $$
  select kind = 'adjusted' or kind || ' ' || place || ' ' || debit || ' ' || credit = any (array[
    'settled_to_partner 1 partner_balance bank',
    'topped_up 1 bank partner_balance',
    'internal_transfer_sent 1 in_transit bank',
    'internal_transfer_arrived 1 bank in_transit',
    'internal_transfer_arrived 2 bank_fees in_transit',
    'internal_transfer_returned 1 bank in_transit',
    'internal_transfer_returned 2 bank_fees in_transit',
    'bank_fee_charged 1 bank_fees bank',
    'returned_to_sender 1 unallocated bank',
    'misdirected_sent 1 receivable bank',
    'misdirected_recovered 1 bank receivable'
  ])
$$;

-- A new transaction has its first step. Late money has two, and everything else of its original.
create function hold_new_transactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.id into broken from added
  where (
    select step.status = added.status and step.stage is not distinct from added.stage and case
      when added.original_transaction_id is null then added.step_count = 1 and step.trigger = 'create'
      else added.step_count = 2 and step.trigger = 'confirm_on_behalf' and (
        select original.original_transaction_id is null and original.type = added.type
          and original.status in ('approved', 'rejected') and original.external_reference = added.external_reference
          and original.customer_id = added.customer_id and original.currency = added.currency
          and original.reference_code is not distinct from added.reference_code
          and original.commission_basis_points = added.commission_basis_points
          and original.commission_fixed_cents = added.commission_fixed_cents
          and original.settlement_mode = added.settlement_mode
        from public.transaction original join public.transaction_step first on first.transaction_id = added.id
        where original.id = added.original_transaction_id and first.step_no = 1 and first.trigger = 'create'
      )
    end
    from public.transaction_step step where step.transaction_id = added.id and step.step_no = added.step_count
  ) is not true limit 1;
  if found then
    raise check_violation using constraint = 'transaction_begins_with_its_step',
      message = format('Transaction %s has to begin with its own step, and late money as its original.', broken);
  end if;
  return null;
end
$$;

-- A transaction moves by one step, along an edge, and whoever has to be told of the step is told. A full join, since of a few rows
-- PostgreSQL would compare each with each, and keep that plan for a freeze that moves thousands.
create function hold_moved_transactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select coalesce(after.id, before.id) into broken from before full join after on after.id = before.id
  where (
    select after.step_count = before.step_count + 1 and step.status = after.status and step.stage is not distinct from after.stage
      and public.is_edge(after.type, before.status, before.stage, step.trigger, after.status, after.stage)
      and case
        when public.event_of_step(after.type, step.trigger) is null then true
        -- See hold_new_events.
        when after.original_transaction_id is not null and after.status = 'rejected' then true
        else (select true from public.event where event.transaction_id = after.id and event.step_no = after.step_count)
      end
    from public.transaction_step step where step.transaction_id = after.id and step.step_no = after.step_count
  ) is not true limit 1;
  if found then
    raise check_violation using constraint = 'transaction_moves_by_its_step',
      message = format('Transaction %s has to move by one step, which is told to its partner.', broken);
  end if;
  return null;
end
$$;

-- A step is the last of its transaction and has its state. Two people in a step have confirmed it in this very transaction.
create function hold_new_steps() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.transaction_id into broken from added
  where (
    select (
        (added.step_no = t.step_count and added.status = t.status and added.stage is not distinct from t.stage)
        -- Late money begins with two.
        or (added.step_no = 1 and t.step_count = 2 and t.original_transaction_id is not null and added.status = 'waiting_payment')
      )
      and (added.actor_kind <> 'partner' or added.actor = t.partner_id::text)
      and (added.asked_by_id is null or exists (
        select from public.second_person_request asked
        where asked.status = 'confirmed' and asked.decided_at = now() and asked.decided_by_id = added.actor_id
          and asked.asked_by_id = added.asked_by_id
          and (asked.subject_type <> 'transaction' or asked.subject_id = added.transaction_id::text)
      ))
    from public.transaction t where t.id = added.transaction_id
  ) is not true limit 1;
  if found then
    raise check_violation using constraint = 'step_agrees_with_its_transaction',
      message = format('The step of transaction %s has to be its last, with its state, by the people who confirmed it.', broken);
  end if;
  return null;
end
$$;

create index second_person_request_confirmed on second_person_request (decided_at) where status = 'confirmed';

-- An event says what its transaction says, of the step that makes it, with a number that the feed has given.
create function hold_new_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.transaction_id into broken from added
  where (
    select added.step_no = t.step_count and added.type = public.event_of_step(t.type, step.trigger)
      -- A late entry that is rejected is our own affair.
      and (t.original_transaction_id is null or t.status <> 'rejected')
      and added.partner_id = t.partner_id and added.status = t.status and added.external_reference = t.external_reference
      and added.original_transaction_id is not distinct from t.original_transaction_id
      and added.reference_code is not distinct from t.reference_code and added.currency = t.currency
      and added.amount_cents = t.amount_cents and added.actual_amount_cents is not distinct from t.actual_amount_cents
      and added.commission_cents = t.commission_cents and added.net_amount_cents is not distinct from t.net_amount_cents
      and added.balance_impact_cents = t.balance_impact_cents and added.reason_code is not distinct from t.reason_code
      -- What the partner is to credit: the refund of a payout that was not made, and otherwise what the transaction says.
      and added.player_amount_cents = case added.type when 'withdrawal.rejected' then t.amount_cents else t.player_amount_cents end
    from public.transaction t join public.transaction_step step on step.transaction_id = t.id
    where t.id = added.transaction_id and step.step_no = added.step_no
  ) is not true limit 1;
  if not found then
    -- A number that the feed has not given would be read as a gap, or never.
    select told.partner_id into broken from (select partner_id, max(feed_no) as last_no from added group by partner_id) as told
    where (select told.last_no <= feed.last_no from public.event_feed feed where feed.partner_id = told.partner_id) is not true
    limit 1;
  end if;
  if found then
    raise check_violation using constraint = 'event_agrees_with_its_transaction',
      message = format('The event of %s has to say what the transaction and its step say, with a number of the feed.', broken);
  end if;
  return null;
end
$$;

-- A feed counts its events. With the rule above no number is used before it is given.
create function hold_moved_feeds() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select coalesce(after.partner_id, before.partner_id) into broken
  from before full join after on after.partner_id = before.partner_id
  where (
    select count(*) = after.last_no - before.last_no from public.event
    where event.partner_id = after.partner_id and event.feed_no > before.last_no and event.feed_no <= after.last_no
  ) is not true limit 1;
  if found then
    raise check_violation using constraint = 'event_feed_counts_its_events',
      message = format('The feed of partner %s has to move by the events that were added.', broken);
  end if;
  return null;
end
$$;

-- A transfer has its two sides in the entries, and comes with its cause, in its amount. What a correction, a return or a rejection
-- posts depends on more than the row that is left: `vezne ledger verify` adds those up.
create function hold_new_transfers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken int8;
begin
  select added.id into broken from added
  where case when added.transaction_id is null then (
    select operation.at = now() and added.kind = operation.kind
      and added.refused_transaction_id is not distinct from operation.refused_transaction_id
      and public.is_of_operation(added.kind, debit.kind, credit.kind, added.position)
      -- What a bank kept of a transfer between our accounts comes second.
      and added.amount_cents = case added.position when 1 then operation.amount_cents else operation.fee_cents end
      -- Two people have agreed on the accounts of an adjustment. All others are those of the operation.
      and (added.kind = 'adjusted' or (
        coalesce(debit.bank_account_id, operation.bank_account_id) is not distinct from operation.bank_account_id
        and coalesce(credit.bank_account_id, operation.bank_account_id) is not distinct from operation.bank_account_id
        and coalesce(debit.partner_id, operation.partner_id) is not distinct from operation.partner_id
        and coalesce(credit.partner_id, operation.partner_id) is not distinct from operation.partner_id
      ))
    from public.ledger_operation operation, public.ledger_account debit, public.ledger_account credit, public.ledger_entry debited,
      public.ledger_entry credited
    where operation.id = added.operation_id and debit.id = added.debit_account_id and credit.id = added.credit_account_id
      and debited.transfer_id = added.id and debited.account_id = added.debit_account_id
      and credited.transfer_id = added.id and credited.account_id = added.credit_account_id
  ) else (
    select added.step_no = t.step_count and coalesce(debit.partner_id, t.partner_id) = t.partner_id
      and coalesce(credit.partner_id, t.partner_id) = t.partner_id
      and case
        when added.kind in ('deposit_approved', 'refused_money_credited') then
          -- Late money that was refused before is at the bank already.
          debit.kind = case when t.refused_transaction_id is null then 'bank' else 'unallocated' end
          and debit.bank_account_id = t.bank_account_id
          and added.refused_transaction_id is not distinct from t.refused_transaction_id
          and (added.kind = 'refused_money_credited') = (t.refused_transaction_id is not null)
          and case credit.kind
            when 'partner_balance' then added.position = 1 and added.amount_cents = t.net_amount_cents
            when 'partner_commission' then added.position = 2 and added.amount_cents = t.commission_cents
          end
        when added.kind = 'deposit_refused' then
          debit.kind = 'bank' and credit.kind = 'unallocated' and debit.bank_account_id = t.bank_account_id
          and credit.bank_account_id = t.bank_account_id and added.position = 1 and t.status = 'rejected'
          and added.amount_cents = t.actual_amount_cents and added.refused_transaction_id = t.id
        when added.kind = 'withdrawal_authorised' then
          debit.kind = 'partner_balance' and credit.kind = 'partner_reserved' and added.position = 1
          and added.amount_cents = -t.balance_impact_cents
        when added.kind = 'withdrawal_approved' then
          debit.kind = 'partner_reserved' and case credit.kind
            when 'bank' then
              added.position = 1 and added.amount_cents = t.player_amount_cents and credit.bank_account_id = t.bank_account_id
            when 'partner_commission' then added.position = 2 and added.amount_cents = t.commission_cents
          end
        when added.kind = 'withdrawal_released' then
          debit.kind = 'partner_reserved' and credit.kind = 'partner_balance' and added.position = 1
          and added.amount_cents = (
            select reserved.amount_cents from public.ledger_transfer reserved
            where reserved.transaction_id = t.id and reserved.kind = 'withdrawal_authorised'
            order by reserved.step_no desc limit 1
          )
        else true
      end
    from public.transaction t, public.ledger_account debit, public.ledger_account credit, public.ledger_entry debited,
      public.ledger_entry credited
    where t.id = added.transaction_id and debit.id = added.debit_account_id and credit.id = added.credit_account_id
      and debited.transfer_id = added.id and debited.account_id = added.debit_account_id
      and credited.transfer_id = added.id and credited.account_id = added.credit_account_id
  ) end is not true limit 1;
  if found then
    raise check_violation using constraint = 'ledger_transfer_agrees_with_its_cause',
      message = format('Transfer %s has to have two entries, and the amount and the accounts of its cause.', broken);
  end if;
  return null;
end
$$;

-- An entry has a number that its account has given. Of the numbers that are given, the next rule checks the chain.
create function hold_new_entries() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken int8;
begin
  select last.account_id into broken from (select account_id, max(entry_no) as entry_no from added group by account_id) as last
  where (select last.entry_no <= account.entry_count from public.ledger_account account where account.id = last.account_id) is not true
  limit 1;
  if found then
    raise check_violation using constraint = 'ledger_entry_has_its_number',
      message = format('An entry of account %s has to have a number that the account has given.', broken);
  end if;
  return null;
end
$$;

-- A balance moves by its entries: each follows from the one before it, and is one side of its transfer.
create function hold_moved_balances() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken int8;
begin
  select coalesce(after.id, before.id) into broken from before full join after on after.id = before.id
  where (
    select count(*) = after.entry_count - before.entry_count and bool_and(
        entry.balance_after_cents = entry.previous_cents + entry.amount_cents
        and (entry.entry_no < after.entry_count or entry.balance_after_cents = after.balance_cents)
        and entry.amount_cents = case when (after.id = transfer.debit_account_id) = public.grows_by_debit(after.kind)
          then transfer.amount_cents else -transfer.amount_cents end
        and after.id in (transfer.debit_account_id, transfer.credit_account_id)
      )
    from (
      select entry_no, transfer_id, amount_cents, balance_after_cents,
        lag(balance_after_cents, 1, before.balance_cents) over (order by entry_no) as previous_cents
      from public.ledger_entry
      where account_id = after.id and entry_no > before.entry_count and entry_no <= after.entry_count
    ) as entry cross join lateral (
      select debit_account_id, credit_account_id, amount_cents from public.ledger_transfer where id = entry.transfer_id limit 1
    ) as transfer
  ) is not true limit 1;
  if found then
    raise check_violation using constraint = 'ledger_account_moves_by_its_entries',
      message = format('Account %s has to move by its entries, each following from the one before.', broken);
  end if;
  return null;
end
$$;

revoke execute on function hold_new_transactions(), hold_moved_transactions(), hold_new_steps(), hold_new_events(),
  hold_moved_feeds(), hold_new_transfers(), hold_new_entries(), hold_moved_balances() from public;

create trigger transaction_begins after insert on transaction referencing new table as added
  for each statement when (row_security_active('public.transaction'::regclass::oid)) execute function hold_new_transactions();
create trigger transaction_moves after update on transaction referencing old table as before new table as after
  for each statement when (row_security_active('public.transaction'::regclass::oid)) execute function hold_moved_transactions();
create trigger step_agrees after insert on transaction_step referencing new table as added
  for each statement when (row_security_active('public.transaction_step'::regclass::oid)) execute function hold_new_steps();
create trigger event_agrees after insert on event referencing new table as added
  for each statement when (row_security_active('public.event'::regclass::oid)) execute function hold_new_events();
create trigger event_feed_counts after update on event_feed referencing old table as before new table as after
  for each statement when (row_security_active('public.event_feed'::regclass::oid)) execute function hold_moved_feeds();
create trigger ledger_transfer_agrees after insert on ledger_transfer referencing new table as added
  for each statement when (row_security_active('public.ledger_transfer'::regclass::oid)) execute function hold_new_transfers();
create trigger ledger_entry_numbers after insert on ledger_entry referencing new table as added
  for each statement when (row_security_active('public.ledger_entry'::regclass::oid)) execute function hold_new_entries();
create trigger ledger_account_moves after update on ledger_account referencing old table as before new table as after
  for each statement when (row_security_active('public.ledger_account'::regclass::oid)) execute function hold_moved_balances();
