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
