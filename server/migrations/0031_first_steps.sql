-- One look at a new transaction and its first step instead of two, since creates are what the service does most. The rule of 0028 for
-- a new transaction compares its first step whole; the rule for steps looks at the later ones, row by row, so that a first step costs
-- it nothing. Nobody adds a first step to a transaction that has one: they share a primary key.

create or replace function hold_new_transactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.id into broken from added
  where (
    select step.status = added.status and step.stage is not distinct from added.stage and case
      when added.original_transaction_id is null then
        added.step_count = 1 and step.trigger = 'create' and step.actor = added.partner_id::text
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
          -- Who confirmed the second step is looked at with that step.
          and first.status = 'waiting_payment' and first.stage is null and first.actor_id is not distinct from step.actor_id
          and first.asked_by_id is not distinct from step.asked_by_id
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

-- A step is the last of its transaction and has its state. Two people in a step have confirmed it in this very transaction.
create or replace function hold_new_steps() returns trigger
language plpgsql security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  if (
    select new.step_no = t.step_count and new.status = t.status and new.stage is not distinct from t.stage
      and (new.actor_kind <> 'partner' or new.actor = t.partner_id::text)
      and (new.asked_by_id is null or exists (
        select from public.second_person_request asked
        where asked.status = 'confirmed' and asked.decided_at = now() and asked.decided_by_id = new.actor_id
          and asked.asked_by_id = new.asked_by_id
          and (asked.subject_type <> 'transaction' or asked.subject_id = new.transaction_id::text)
      ))
    from public.transaction t where t.id = new.transaction_id
  ) is not true then
    raise check_violation using constraint = 'step_agrees_with_its_transaction',
      message = format('The step of transaction %s has to be its last, with its state, by the people who confirmed it.', new.transaction_id);
  end if;
  return null;
end
$$;

drop trigger step_agrees on transaction_step;
create trigger step_agrees after insert on transaction_step
  for each row when (new.step_no > 1 and row_security_active('public.transaction_step'::regclass::oid)) execute function hold_new_steps();
