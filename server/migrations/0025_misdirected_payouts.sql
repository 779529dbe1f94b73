-- What really happened can always be booked: a payout that went to a wrong account, a transfer between our accounts that came back
-- or arrived short, a returned payout that arrived elsewhere, and money that was booked at the wrong bank account.
-- The version before this one runs beside this schema for a while: it writes none of it, and all that it writes is still accepted.
-- Rules are added without checking old rows; 0026 checks them. The index over movements scans them once under a lock; it is built in a
-- maintenance window where there are millions.
-- squawk-ignore-file require-concurrent-index-creation, disallowed-unique-constraint, constraint-missing-not-valid

alter table ledger_account drop constraint ledger_account_kind;
alter table ledger_account add constraint ledger_account_kind check (kind in (
  'bank', 'unallocated', 'partner_balance', 'partner_reserved', 'partner_commission', 'bank_fees', 'in_transit', 'receivable',
  'owner_funds'
)) not valid;
-- What went to wrong accounts and is to come back. Old installations get it here, as they got the others in 0009.
insert into ledger_account (kind) values ('receivable');

alter table ledger_operation
  -- The payout whose money went wrong.
  add column payout_id uuid,
  -- What a bank kept of a transfer between our accounts. It arrives with the rest.
  add column fee_cents int8;
alter table ledger_operation add constraint ledger_operation_payout_fkey foreign key (payout_id) references transaction not valid;
alter table ledger_operation
  drop constraint ledger_operation_kind,
  drop constraint ledger_operation_sent;
alter table ledger_operation
  add constraint ledger_operation_kind check (kind in (
    'settled_to_partner', 'topped_up', 'internal_transfer_sent', 'internal_transfer_arrived', 'internal_transfer_returned',
    'bank_fee_charged', 'returned_to_sender', 'misdirected_sent', 'misdirected_recovered', 'adjusted'
  )) not valid,
  add constraint ledger_operation_sent check (
    (sent_operation_id is not null) = (kind in ('internal_transfer_arrived', 'internal_transfer_returned'))
  ) not valid,
  add constraint ledger_operation_fee check (
    fee_cents is null or (fee_cents > 0 and kind in ('internal_transfer_arrived', 'internal_transfer_returned'))
  ) not valid,
  -- An adjustment may write off what never comes back.
  add constraint ledger_operation_payout check (
    case when kind in ('misdirected_sent', 'misdirected_recovered') then payout_id is not null
      else payout_id is null or kind = 'adjusted' end
  ) not valid,
  -- Saying that money went wrong takes money out of the bank by a word: never the word of one.
  add constraint ledger_operation_misdirected check (kind <> 'misdirected_sent' or confirmed_by is not null) not valid;

-- A transfer between our accounts arrives whole: what reaches an account, and what the bank kept. At another account than it left,
-- or, if it comes back, at that one.
create function hold_arrival_to_what_was_sent() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from public.ledger_operation sent
    where sent.id = new.sent_operation_id and sent.kind = 'internal_transfer_sent'
      and sent.amount_cents = new.amount_cents + coalesce(new.fee_cents, 0)
      and (sent.bank_account_id = new.bank_account_id) = (new.kind = 'internal_transfer_returned')
  ) then
    raise check_violation using constraint = 'ledger_operation_arrives_whole',
      message = 'A transfer between our accounts arrives whole, at another account or back at its own.';
  end if;
  return null;
end
$$;
revoke execute on function hold_arrival_to_what_was_sent() from public;
create trigger ledger_operation_arrival after insert on ledger_operation for each row
  when (new.kind in ('internal_transfer_arrived', 'internal_transfer_returned'))
  execute function hold_arrival_to_what_was_sent();

alter table ledger_transfer drop constraint ledger_transfer_kind;
alter table ledger_transfer add constraint ledger_transfer_kind check (kind in (
  'deposit_approved', 'deposit_refused', 'refused_money_credited', 'deposit_corrected', 'deposit_account_corrected',
  'withdrawal_authorised', 'withdrawal_released', 'withdrawal_approved', 'withdrawal_account_corrected', 'payout_returned',
  'settled_to_partner', 'topped_up', 'internal_transfer_sent', 'internal_transfer_arrived', 'internal_transfer_returned',
  'bank_fee_charged', 'returned_to_sender', 'misdirected_sent', 'misdirected_recovered', 'adjusted'
)) not valid;

-- A correction of the account moves money at two: one movement for each.
alter table bank_movement drop constraint bank_movement_of_step;
alter table bank_movement add constraint bank_movement_of_step unique (transaction_id, step_no, bank_account_id);

alter table transaction_step drop constraint transaction_step_trigger;
alter table transaction_step add constraint transaction_step_trigger check (trigger in (
  'create', 'confirm_sent', 'confirm_on_behalf', 'approve', 'reject', 'expire', 'cancel', 'take', 'release', 'authorise',
  'release_authorised', 'part_sent', 'hand_over', 'payout_returned', 'hold', 'unhold', 'account_changed', 'correct',
  'account_corrected'
)) not valid;

-- Of each payout that went wrong: how much left, how much came back, how much was given up. Never more comes back than is out.
create table misdirected_payout (
  payout_id uuid primary key references transaction,
  sent_cents int8 not null default 0,
  recovered_cents int8 not null default 0,
  written_off_cents int8 not null default 0,
  -- Since when something is out.
  since timestamptz not null default now(),
  constraint misdirected_payout_amounts check (sent_cents > 0 and recovered_cents >= 0 and written_off_cents >= 0),
  constraint misdirected_payout_out check (recovered_cents + written_off_cents <= sent_cents)
);
-- What is out, the oldest first.
create index misdirected_payout_open on misdirected_payout (since) where recovered_cents + written_off_cents < sent_cents;
alter table misdirected_payout enable row level security;
create policy reads on misdirected_payout for select to vezne_console, vezne_worker, vezne_admin using (true);
grant select on misdirected_payout to vezne_console, vezne_worker, vezne_admin;

-- The sums follow the books, and nothing else: it is the transfers at `receivable` that are counted, and no role may write the sums.
-- The row is locked after the account, which every such transfer has locked before, so nobody waits for each other in a circle.
create function count_receivable() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  payout uuid := (select o.payout_id from public.ledger_operation o where o.id = new.operation_id and o.kind = new.kind);
  is_raised boolean := exists (select from public.ledger_account a where a.id = new.debit_account_id and a.kind = 'receivable');
begin
  if payout is null or (new.kind <> 'adjusted' and is_raised <> (new.kind = 'misdirected_sent')) then
    raise check_violation using constraint = 'misdirected_payout_cause',
      message = 'What is receivable is money of a payout that went to a wrong account.';
  end if;
  if new.kind = 'misdirected_sent' then
    insert into public.misdirected_payout as known (payout_id, sent_cents) values (payout, new.amount_cents)
    on conflict (payout_id) do update set
      sent_cents = known.sent_cents + excluded.sent_cents,
      since = case when known.recovered_cents + known.written_off_cents = known.sent_cents then now() else known.since end;
    return null;
  end if;
  update public.misdirected_payout set
    recovered_cents = recovered_cents + case new.kind when 'adjusted' then 0 else new.amount_cents end,
    written_off_cents = written_off_cents
      + case when new.kind <> 'adjusted' then 0 when is_raised then -new.amount_cents else new.amount_cents end
  where payout_id = payout;
  if not found then
    raise check_violation using constraint = 'misdirected_payout_out', message = 'Nothing of this payout is out.';
  end if;
  return null;
end
$$;
revoke execute on function count_receivable() from public;
-- The account is one row that never goes, so its number can stand in the condition: no other transfer pays for this rule.
do $$
declare
  receivable int8 := (select id from ledger_account where kind = 'receivable');
begin
  execute format(
    'create trigger ledger_transfer_of_receivable after insert on ledger_transfer for each row '
    'when (new.debit_account_id = %1$s or new.credit_account_id = %1$s) execute function count_receivable()',
    receivable
  );
end
$$;
