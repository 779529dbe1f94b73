-- Operators freeze accounts at the console too. The watch of a frozen account begins and ends with its status, whoever changes that: the
-- console needs no right to delete from the table, which would also be one to lock all of it. What was open on the account is moved by
-- the worker, which looks every second.
create function keep_watch_of_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from public.bank_account_freeze where bank_account_id = new.id;
  if new.status = 'frozen' then
    insert into public.bank_account_freeze (bank_account_id) values (new.id);
  end if;
  return null;
end
$$;
revoke execute on function keep_watch_of_frozen() from public;
create trigger bank_account_watched after update on bank_account for each row
  when ((old.status = 'frozen') <> (new.status = 'frozen'))
  execute function keep_watch_of_frozen();

-- To end a freeze takes two people, also where the account stays disabled: deposits that are still on it would be watched by nobody.
create or replace function hold_bank_account_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  wanted text := case
    when tg_op = 'INSERT' then 'bank_account.add'
    when new.status = 'enabled' then 'bank_account.enable'
    else 'bank_account.disable'
  end;
begin
  if pg_has_role((select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
    return new;
  end if;
  if tg_op = 'INSERT' and new.status <> 'disabled' then
    raise insufficient_privilege using message = 'A bank account begins disabled.';
  end if;
  if not exists (
    select from public.second_person_request r
    where r.subject_type = 'bank_account' and r.subject_id = new.id::text and r.action = wanted
      and r.status = 'confirmed' and r.decided_at = now() and r.asked_at < now()
      and (tg_op = 'UPDATE' or (
        -- What the program does with it, and what the second person has read.
        r.details ->> 'iban' = new.iban and r.details ->> 'holderName' = new.holder_name and r.details ->> 'bankName' = new.bank_name
        and r.after ->> 'iban' = new.iban and r.after ->> 'holderName' = new.holder_name and r.after ->> 'bankName' = new.bank_name
      ))
  ) then
    raise insufficient_privilege
      using message = 'A bank account is added, enabled or unfrozen only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
create trigger bank_account_unfrozen before update on bank_account for each row
  when (old.status = 'frozen' and new.status = 'disabled')
  execute function hold_bank_account_to_requests();
