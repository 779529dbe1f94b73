-- What the player says of the sender, as a decision has to compare it: as it is at this moment, and not as it was when the decision's statement
-- began. That may have waited for the deposit's lock meanwhile, and a subquery sees what was there before the wait. A volatile function looks anew.
create function sender_said(deposit_id uuid) returns text language sql volatile as $$
  select row(d.sender_name, d.iban_last_four, extract(epoch from d.sent_at))::text
  from public.sender_detail d where d.transaction_id = deposit_id
$$;
revoke execute on function sender_said(uuid) from public;
grant execute on function sender_said(uuid) to vezne_console, vezne_admin, vezne_worker;
