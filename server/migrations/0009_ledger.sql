-- The books. A transfer takes an amount from one account (debit) to another (credit), so every posting balances by
-- construction; each account numbers its entries and keeps the balance after each. Nothing here is ever changed or removed
-- but the running balance and count of an account, which the entry that moves them carries too.

create table ledger_account (
  id int8 generated always as identity primary key,
  kind text not null,
  partner_id uuid references partner,
  bank_account_id uuid references bank_account,
  -- In the account's normal sign: a deposit raises a bank account, and raises what we owe the partner.
  balance_cents int8 not null default 0,
  entry_count int8 not null default 0,
  constraint ledger_account_kind check (kind in (
    'bank', 'unallocated', 'partner_balance', 'partner_reserved', 'partner_commission', 'bank_fees', 'in_transit', 'owner_funds'
  )),
  constraint ledger_account_owner check (
    case
      when kind in ('bank', 'unallocated') then bank_account_id is not null and partner_id is null
      when kind in ('partner_balance', 'partner_reserved', 'partner_commission') then partner_id is not null and bank_account_id is null
      else partner_id is null and bank_account_id is null
    end
  ),
  -- What is set aside was set aside before it is used.
  constraint ledger_account_reserved check (kind <> 'partner_reserved' or balance_cents >= 0),
  constraint ledger_account_entry_count check (entry_count >= 0 and (entry_count > 0 or balance_cents = 0)),
  constraint ledger_account_name unique nulls not distinct (kind, partner_id, bank_account_id)
) with (fillfactor = 50);

-- Every partner and every bank account has its accounts, and a partner its feed of events, from its first moment. Runs as
-- the owner: who adds a partner needs no right to write in the books.
create function open_books() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'partner' then
    insert into public.ledger_account (kind, partner_id)
    select kind, new.id from unnest(array['partner_balance', 'partner_reserved', 'partner_commission']) as kind;
    insert into public.event_feed (partner_id) values (new.id);
  else
    insert into public.ledger_account (kind, bank_account_id)
    select kind, new.id from unnest(array['bank', 'unallocated']) as kind;
  end if;
  return null;
end
$$;
revoke execute on function open_books() from public;
create trigger partner_books after insert on partner for each row execute function open_books();
create trigger bank_account_books after insert on bank_account for each row execute function open_books();

-- A partner that was added between these two migrations has no feed yet.
insert into event_feed (partner_id) select id from partner on conflict (partner_id) do nothing;
insert into ledger_account (kind) values ('bank_fees'), ('in_transit'), ('owner_funds');
insert into ledger_account (kind, partner_id)
select kind, partner.id from partner, unnest(array['partner_balance', 'partner_reserved', 'partner_commission']) as kind;
insert into ledger_account (kind, bank_account_id)
select kind, bank_account.id from bank_account, unnest(array['bank', 'unallocated']) as kind;

-- Money that moves without a transaction of a player.
create table ledger_operation (
  id uuid primary key,
  kind text not null,
  partner_id uuid references partner,
  bank_account_id uuid references bank_account,
  amount_cents int8 not null,
  -- An internal transfer arrives once.
  sent_operation_id uuid,
  actor text not null,
  -- The second person, where it took two.
  confirmed_by text,
  note text not null,
  at timestamptz not null default now(),
  constraint ledger_operation_kind check (kind in (
    'settled_to_partner', 'topped_up', 'internal_transfer_sent', 'internal_transfer_arrived', 'bank_fee_charged', 'adjusted'
  )),
  constraint ledger_operation_amount check (amount_cents > 0),
  constraint ledger_operation_partner check ((partner_id is not null) = (kind in ('settled_to_partner', 'topped_up'))),
  constraint ledger_operation_bank_account check ((bank_account_id is null) = (kind = 'adjusted')),
  constraint ledger_operation_sent check ((sent_operation_id is not null) = (kind = 'internal_transfer_arrived')),
  constraint ledger_operation_arrives_once unique (sent_operation_id),
  constraint ledger_operation_sent_fkey foreign key (sent_operation_id) references ledger_operation,
  constraint ledger_operation_people check (
    char_length(actor) between 1 and 128 and char_length(confirmed_by) between 1 and 128
    and lower(btrim(confirmed_by)) <> lower(btrim(actor))
  ),
  -- An adjustment is whatever two people agree on, and never the wish of one.
  constraint ledger_operation_adjustment check (kind <> 'adjusted' or confirmed_by is not null),
  constraint ledger_operation_note check (char_length(note) between 1 and 1024)
);

create sequence ledger_transfer_id as int8 no cycle;

-- What moved, and why: the step of a transaction, or an operation.
create table ledger_transfer (
  id int8 primary key,
  kind text not null,
  transaction_id uuid,
  step_no int4,
  operation_id uuid references ledger_operation,
  -- Among the transfers of one cause.
  position int4 not null,
  debit_account_id int8 not null,
  credit_account_id int8 not null,
  amount_cents int8 not null,
  at timestamptz not null default now(),
  constraint ledger_transfer_kind check (kind in (
    'deposit_approved', 'deposit_corrected', 'withdrawal_authorised', 'withdrawal_released', 'withdrawal_approved',
    'payout_returned', 'settled_to_partner', 'topped_up', 'internal_transfer_sent', 'internal_transfer_arrived',
    'bank_fee_charged', 'adjusted'
  )),
  constraint ledger_transfer_cause check (
    (transaction_id is null) <> (operation_id is null) and (transaction_id is null) = (step_no is null)
  ),
  constraint ledger_transfer_step foreign key (transaction_id, step_no) references transaction_step,
  constraint ledger_transfer_position check (position >= 1),
  constraint ledger_transfer_amount check (amount_cents > 0),
  constraint ledger_transfer_accounts check (debit_account_id <> credit_account_id),
  constraint ledger_transfer_debit foreign key (debit_account_id) references ledger_account,
  constraint ledger_transfer_credit foreign key (credit_account_id) references ledger_account,
  -- Each cause posts once.
  constraint ledger_transfer_of_step unique (transaction_id, step_no, position),
  constraint ledger_transfer_of_operation unique (operation_id, position)
);

-- The two sides of a transfer. Numbers come from the account's row, under its lock: in the order of their numbers, entries
-- and the balances after them are a chain without a gap.
create table ledger_entry (
  account_id int8 not null,
  entry_no int8 not null,
  transfer_id int8 not null,
  -- In the account's normal sign.
  amount_cents int8 not null,
  balance_after_cents int8 not null,
  primary key (account_id, entry_no),
  constraint ledger_entry_account foreign key (account_id) references ledger_account,
  constraint ledger_entry_transfer foreign key (transfer_id) references ledger_transfer,
  constraint ledger_entry_once unique (transfer_id, account_id),
  constraint ledger_entry_no check (entry_no >= 1),
  constraint ledger_entry_amount check (amount_cents <> 0)
);

-- Each real movement of money at a bank, once, whichever side knows of it first: our books, or a line of the bank's
-- statement. The other side attaches to it and posts nothing; a movement with one side only is what the drift report shows.
create table bank_movement (
  id int8 generated always as identity primary key,
  bank_account_id uuid not null references bank_account,
  -- Positive: money came in.
  amount_cents int8 not null,
  transaction_id uuid,
  step_no int4,
  operation_id uuid references ledger_operation,
  statement_line_id uuid,
  at timestamptz not null default now(),
  constraint bank_movement_amount check (amount_cents <> 0),
  constraint bank_movement_cause check (
    (transaction_id is null) = (step_no is null) and num_nonnulls(transaction_id, operation_id) <= 1
  ),
  constraint bank_movement_side check (num_nonnulls(transaction_id, operation_id, statement_line_id) >= 1),
  constraint bank_movement_step foreign key (transaction_id, step_no) references transaction_step,
  constraint bank_movement_of_step unique (transaction_id, step_no),
  constraint bank_movement_of_operation unique (operation_id, bank_account_id),
  constraint bank_movement_of_statement_line unique (statement_line_id)
);
create index bank_movement_by_account on bank_movement (bank_account_id, id);

-- What takes two people waits here for the second.
create table second_person_request (
  id uuid primary key,
  action text not null,
  -- What is asked for, in full; amounts as strings.
  details jsonb not null,
  note text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  status text not null default 'open',
  decided_by text,
  decided_at timestamptz,
  constraint second_person_request_action check (action in ('deposit.correct', 'ledger.post')),
  constraint second_person_request_status check (status in ('open', 'confirmed', 'withdrawn')),
  constraint second_person_request_decided check (
    (status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)
  ),
  constraint second_person_request_people check (
    char_length(asked_by) between 1 and 128 and char_length(decided_by) between 1 and 128
  ),
  constraint second_person_request_second check (status <> 'confirmed' or lower(btrim(decided_by)) <> lower(btrim(asked_by))),
  constraint second_person_request_note check (char_length(note) between 1 and 1024)
);
create index second_person_request_open on second_person_request (id) where status = 'open';

-- Rows of a partner's books are no other partner's to see.
alter table event_feed enable row level security;
alter table ledger_account enable row level security;
alter table ledger_operation enable row level security;
alter table ledger_transfer enable row level security;
alter table ledger_entry enable row level security;
create policy all_rows on event_feed to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on ledger_account to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on ledger_operation to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on ledger_transfer to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
create policy all_rows on ledger_entry to vezne_console, vezne_worker, vezne_admin using (true) with check (true);
