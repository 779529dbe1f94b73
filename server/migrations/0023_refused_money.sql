-- Money that came and was refused is in the books all the same: at its bank account, and unallocated. What is open of it is kept for
-- each deposit, and only the transfers themselves move it, so that never more leaves than is open.
-- The version before this one runs beside this schema for a while: it names no refused money, and refuses as it did, outside the books.

-- The rejected deposit whose money a transfer puts into unallocated, or takes from there.
alter table ledger_transfer add column refused_transaction_id uuid;
alter table ledger_transfer
  add constraint ledger_transfer_refused_fkey foreign key (refused_transaction_id) references transaction not valid;

-- Late money may be money that was refused before. Nobody changes it afterwards: it is in nobody's grant.
alter table transaction add column refused_transaction_id uuid;
alter table transaction
  add constraint transaction_refused_fkey foreign key (refused_transaction_id) references transaction not valid,
  add constraint transaction_refused check (
    refused_transaction_id is null or (original_transaction_id is not null and refused_transaction_id <> id)
  ) not valid;

alter table ledger_operation add column refused_transaction_id uuid;
alter table ledger_operation drop constraint ledger_operation_kind;
alter table ledger_operation
  add constraint ledger_operation_refused_fkey foreign key (refused_transaction_id) references transaction not valid,
  add constraint ledger_operation_kind check (kind in (
    'settled_to_partner', 'topped_up', 'internal_transfer_sent', 'internal_transfer_arrived', 'bank_fee_charged',
    'returned_to_sender', 'adjusted'
  )) not valid,
  -- What is returned is of a deposit. An adjustment may put right what was said of one.
  add constraint ledger_operation_refused check (
    case kind when 'returned_to_sender' then refused_transaction_id is not null when 'adjusted' then true
      else refused_transaction_id is null end
  ) not valid,
  -- Money never leaves for a stranger by one hand, and both have typed where it goes.
  add constraint ledger_operation_return check (
    kind <> 'returned_to_sender' or (confirmed_by is not null and (said ? 'sentTo') is true)
  ) not valid;

alter table ledger_transfer drop constraint ledger_transfer_kind;
alter table ledger_transfer add constraint ledger_transfer_kind check (kind in (
  'deposit_approved', 'deposit_refused', 'refused_money_credited', 'deposit_corrected', 'withdrawal_authorised',
  'withdrawal_released', 'withdrawal_approved', 'payout_returned', 'settled_to_partner', 'topped_up', 'internal_transfer_sent',
  'internal_transfer_arrived', 'bank_fee_charged', 'returned_to_sender', 'adjusted'
)) not valid;

create table refused_money (
  transaction_id uuid primary key references transaction,
  bank_account_id uuid not null references bank_account,
  -- What came by the books, and what of it neither was credited nor went back.
  amount_cents int8 not null,
  open_cents int8 not null,
  since timestamptz not null default now(),
  constraint refused_money_amount check (amount_cents >= 0),
  constraint refused_money_open check (open_cents between 0 and amount_cents)
) with (fillfactor = 70);
-- The oldest first.
create index refused_money_open_since on refused_money (since, transaction_id) where open_cents > 0;
alter table refused_money enable row level security;
create policy reads on refused_money for select to vezne_console, vezne_admin, vezne_worker using (true);
grant select on refused_money to vezne_console, vezne_admin, vezne_worker;

-- Nobody writes it but this: it has no other grant. Whoever posts holds the lock of the unallocated account, and a deposit's refused
-- money is at one account, so two ways out never pass together.
create function move_refused_money() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  moved_cents int8;
  moved_at uuid;
begin
  select case a.id when new.credit_account_id then new.amount_cents else -new.amount_cents end, a.bank_account_id
  into strict moved_cents, moved_at
  from public.ledger_account a
  where a.id in (new.debit_account_id, new.credit_account_id) and a.kind = 'unallocated';
  if moved_cents > 0 and new.kind in ('deposit_refused', 'adjusted') then
    insert into public.refused_money as r (transaction_id, bank_account_id, amount_cents, open_cents)
    select t.id, moved_at, moved_cents, moved_cents from public.transaction t
    where t.id = new.refused_transaction_id and t.type = 'deposit' and t.status = 'rejected'
    on conflict (transaction_id) do update
      set amount_cents = r.amount_cents + moved_cents, open_cents = r.open_cents + moved_cents, bank_account_id = moved_at
      -- Of what was said of a wrong account nothing is left before it is said of the right one.
      where r.bank_account_id = moved_at or r.amount_cents = 0;
  else
    update public.refused_money r
    set open_cents = r.open_cents + moved_cents,
      -- An adjustment says that less came. Everything else takes from what came, or puts it back.
      amount_cents = r.amount_cents + case new.kind when 'adjusted' then moved_cents else 0 end
    where r.transaction_id = new.refused_transaction_id and r.bank_account_id = moved_at;
  end if;
  if not found then
    raise check_violation using constraint = 'refused_money_account', message = 'No refused money of this deposit is at this account.';
  end if;
  return null;
end
$$;
revoke execute on function move_refused_money() from public;
create trigger ledger_transfer_of_refused_money after insert on ledger_transfer for each row
  when (new.refused_transaction_id is not null) execute function move_refused_money();
