-- A copy says who was shown where the money of a payout goes. So it is kept only of a payout that may be sent, as it is authorised now, and in
-- the name of one of the two who may know. The row stays locked until the copy is written: nobody takes the payout away meanwhile.
create function hold_copy_to_hands() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from public.transaction t
  where t.id = new.transaction_id and t.type = 'withdrawal' and t.status = 'waiting_confirmation' and t.stage = 'authorised'
    and new.staff_id::text in (t.taken_by_id, t.authorised_by_id)
  for share;
  if not found or new.authorised_step is distinct from (
    select max(s.step_no) from public.transaction_step s where s.transaction_id = new.transaction_id and s.trigger = 'authorise'
  ) then
    raise insufficient_privilege using message = 'Only whoever took or authorised a payout copies from it, while it is authorised.';
  end if;
  return new;
end
$$;
revoke execute on function hold_copy_to_hands() from public;
create trigger payout_copy_held before insert on payout_copy for each row
  when (row_security_active('public.payout_copy'::regclass::oid)) execute function hold_copy_to_hands();

-- A request about a transaction that has moved on since can't be confirmed, and while it is open nobody can ask for the next one. So the
-- statement that moves the transaction ends it, in the name of whoever moved it. The table of requests is small.
-- squawk-ignore-file constraint-missing-not-valid
alter table second_person_request drop constraint second_person_request_status;
alter table second_person_request add constraint second_person_request_status check (
  status in ('open', 'confirmed', 'declined', 'withdrawn', 'expired', 'overtaken')
);
alter policy ended_by_staff on second_person_request with check (
  status in ('confirmed', 'declined', 'withdrawn', 'overtaken') and decided_by_kind = 'staff' and decided_at = now()
);
alter policy ended_at_command_line on second_person_request with check (
  status in ('confirmed', 'declined', 'withdrawn', 'overtaken') and decided_by_kind = 'command_line' and decided_at = now()
);

-- The statement may have waited for the transaction's lock, and somebody may have asked meanwhile. A volatile function looks anew. Every
-- decision calls it, so its plan is kept.
create function overtake_request(moved_id uuid, by_kind text, by_id text, by_name text) returns table (request_id uuid, request_action text)
language plpgsql volatile as $$
begin
  return query update public.second_person_request request
  set status = 'overtaken', decided_by_kind = by_kind, decided_by_id = by_id, decided_by = by_name, decided_at = pg_catalog.now()
  where request.subject_type = 'transaction' and request.subject_id = moved_id::text and request.status = 'open'
  returning request.id, request.action;
end
$$;
revoke execute on function overtake_request(uuid, text, text, text) from public;
grant execute on function overtake_request(uuid, text, text, text) to vezne_console, vezne_admin;

-- Whoever had an authorised payout in hand, or authorised it, was shown where the money goes and could have sent it. So somebody else says that
-- it was not sent, when it is rejected, released or handed over. Handles are unique: the same name is the same person at another door.
create function hold_new_undoing_steps() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if (
    select before.stage = 'authorised' from public.transaction_step before
    where before.transaction_id = new.transaction_id and before.step_no = new.step_no - 1
  ) and exists (
    select from public.transaction_step hand
    where hand.transaction_id = new.transaction_id and hand.step_no < new.step_no and hand.trigger in ('take', 'hand_over', 'authorise')
      -- Since it was in the queue for the last time.
      and hand.step_no > coalesce((
        select max(queued.step_no) from public.transaction_step queued
        where queued.transaction_id = new.transaction_id and queued.step_no < new.step_no and queued.stage = 'queued'
      ), 0)
      and (hand.actor_id = new.actor_id or hand.actor = new.actor)
  ) then
    raise check_violation using constraint = 'undone_by_another',
      message = format('Payout %s is authorised: another person than those who had it in hand or authorised it takes it back.', new.transaction_id);
  end if;
  return null;
end
$$;
revoke execute on function hold_new_undoing_steps() from public;
create trigger step_undoes after insert on transaction_step for each row
  when (new.trigger in ('reject', 'release_authorised', 'hand_over') and row_security_active('public.transaction_step'::regclass::oid))
  execute function hold_new_undoing_steps();
