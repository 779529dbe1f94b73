-- Each process writes only what it is there for, in its own name and at its own time. What agrees with what is 0028's; here is who may
-- write it. Rules for a role stand in policies, which cost next to nothing.

-- Partners' requests create and cancel, and players press the button; the api says nothing in anybody else's name.
drop policy all_rows on transaction_step;
create policy reads on transaction_step for select to vezne_api, vezne_console, vezne_worker, vezne_admin using (true);
create policy of_partners_and_players on transaction_step for insert to vezne_api with check (
  at = now() and asked_by_id is null and said is null
  and actor_kind = case trigger when 'create' then 'partner' when 'cancel' then 'partner' when 'confirm_sent' then 'player' end
);
-- Jobs let deposits expire and move them away from a frozen account.
create policy of_jobs on transaction_step for insert to vezne_worker with check (
  at = now() and asked_by_id is null and said is null and actor_kind = 'system' and trigger in ('expire', 'account_changed')
);
-- People do the rest: at the console as staff, and at the command line under the name that they give there.
create policy of_staff on transaction_step for insert to vezne_console with check (
  at = now() and actor_kind = 'staff' and trigger not in ('confirm_sent', 'expire', 'cancel')
);
create policy of_command_line on transaction_step for insert to vezne_admin with check (
  at = now() and actor_kind = 'command_line' and trigger not in ('confirm_sent', 'expire', 'cancel')
);

-- People enter late money and create nothing else; 0028 compares it with its original. What partners create is never late money.
drop policy all_rows on transaction;
create policy reads_of_people on transaction for select to vezne_console, vezne_admin using (true);
create policy decisions on transaction for update to vezne_console, vezne_admin
  using (true) with check (decided_at is null or decided_at <= now());
create policy late_money on transaction for insert to vezne_console, vezne_admin with check (
  type = 'deposit' and status = 'waiting_confirmation' and original_transaction_id is not null and created_at = now()
);
alter policy first_states on transaction with check (
  original_transaction_id is null and step_count = 1 and created_at = now()
  and case type when 'deposit' then status = 'waiting_payment' else stage is not distinct from 'queued' end
);

-- Events are told when they happen.
drop policy all_rows on event;
create policy reads_of_people on event for select to vezne_console, vezne_admin using (true);
create policy decisions on event for insert to vezne_console, vezne_admin with check (
  occurred_at = now() and reason_code is distinct from 'partner_cancelled' and reason_code is distinct from 'expired'
);
alter policy cancellations on event with check (status = 'rejected' and reason_code = 'partner_cancelled' and occurred_at = now());
alter policy expirations on event with check (status = 'rejected' and reason_code = 'expired' and occurred_at = now());

-- The audit log: a person comes by the door of the role. The number and the time of an entry are the database's to give.
drop policy new_entries on audit_entry;
create policy of_staff on audit_entry for insert to vezne_console with check (seal_no is null and actor_kind = 'staff');
create policy of_command_line on audit_entry for insert to vezne_admin with check (seal_no is null and actor_kind = 'command_line');
revoke insert on audit_entry from vezne_console, vezne_admin;
grant insert (actor_kind, actor_id, actor, action, subject_type, subject_id, details) on audit_entry to vezne_console, vezne_admin;

-- Requests are asked and ended now, by somebody of this door, and in full. What was asked is in nobody's grant once it is written.
drop policy asked on second_person_request;
create policy asked_by_staff on second_person_request for insert to vezne_console with check (
  status = 'open' and asked_by_kind = 'staff' and asked_at = now() and expires_at > now()
  and num_nulls(asked_by_id, subject_type, subject_id, before, after, fingerprint) = 0
);
create policy asked_at_command_line on second_person_request for insert to vezne_admin with check (
  status = 'open' and asked_by_kind = 'command_line' and asked_at = now() and expires_at > now()
  and num_nulls(asked_by_id, subject_type, subject_id, before, after, fingerprint) = 0
);
drop policy ended on second_person_request;
create policy ended_by_staff on second_person_request for update to vezne_console using (true) with check (
  status in ('confirmed', 'declined', 'withdrawn') and decided_by_kind = 'staff' and decided_at = now()
);
create policy ended_at_command_line on second_person_request for update to vezne_admin using (true) with check (
  status in ('confirmed', 'declined', 'withdrawn') and decided_by_kind = 'command_line' and decided_at = now()
);
alter policy expired on second_person_request with check (status = 'expired' and decided_at = now());

-- An operation that names two people is what the second has just confirmed.
drop policy all_rows on ledger_operation;
create policy reads on ledger_operation for select to vezne_console, vezne_worker, vezne_admin using (true);
create policy posted on ledger_operation for insert to vezne_console, vezne_admin with check (
  at = now() and (confirmed_by is null or exists (
    select from second_person_request asked
    where asked.id = ledger_operation.id and asked.status = 'confirmed' and asked.decided_at = now()
      and asked.asked_by_id = ledger_operation.actor_id and asked.decided_by_id = ledger_operation.confirmed_by_id
  ))
);

-- What one hand has decided on a day only grows.
create function hold_decided_alone() returns trigger
language plpgsql as $$
begin
  raise check_violation using constraint = 'decided_alone_grows', message = 'What one hand has decided on a day only grows.';
end
$$;
revoke execute on function hold_decided_alone() from public;
create trigger decided_alone_grows before update on decided_alone for each row
  when (new.sum_cents < old.sum_cents and row_security_active('public.decided_alone'::regclass::oid))
  execute function hold_decided_alone();

-- Large objects belong to no table and have no grants of ours: any role could fill the disk with them, or hide something there.
-- Their functions are the superuser's, so that an owner without its rights is only told that nothing was revoked; `vezne migrate`
-- then says what is left to do.
do $$
declare
  large_object_function regprocedure;
begin
  for large_object_function in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname like 'lo\_%' or proname in ('loread', 'lowrite'))
  loop
    begin
      execute format('revoke execute on function %s from public', large_object_function);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end
$$;
