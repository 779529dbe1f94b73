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

-- The statement may have waited for the transaction's lock, and somebody may have asked meanwhile. A volatile function looks anew.
create function overtake_request(moved_id uuid, by_kind text, by_id text, by_name text) returns table (request_id uuid, request_action text)
language sql volatile as $$
  update public.second_person_request
  set status = 'overtaken', decided_by_kind = by_kind, decided_by_id = by_id, decided_by = by_name, decided_at = now()
  where subject_type = 'transaction' and subject_id = moved_id::text and status = 'open'
  returning id, action
$$;
revoke execute on function overtake_request(uuid, text, text, text) from public;
grant execute on function overtake_request(uuid, text, text, text) to vezne_console, vezne_admin;
