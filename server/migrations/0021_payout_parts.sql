-- A payout may be sent in several transfers, an authorised payout may be handed over, and a deposit may be held.
-- The version before this one runs beside this schema for a while: it writes none of it, and finds what it needs unchanged.
-- The indexes are over rows that hardly exist yet, so they are built in a blink.
-- squawk-ignore-file require-concurrent-index-creation

-- Each transfer of a payout that is sent in parts. What was sent is never changed and never taken back.
create table payout_transfer (
  transaction_id uuid not null references transaction,
  number int4 not null,
  amount_cents int8 not null,
  bank_reference text not null,
  sent_by text not null,
  sent_by_id text not null,
  at timestamptz not null default now(),
  primary key (transaction_id, number),
  -- The same transfer must not be recorded twice.
  constraint payout_transfer_once unique (transaction_id, bank_reference),
  constraint payout_transfer_number check (number >= 1),
  constraint payout_transfer_amount check (amount_cents > 0),
  constraint payout_transfer_bank_reference check (char_length(bank_reference) between 1 and 64),
  constraint payout_transfer_sent_by check (char_length(sent_by) between 1 and 128 and char_length(sent_by_id) between 1 and 128)
);
alter table payout_transfer enable row level security;
create policy all_rows on payout_transfer to vezne_console, vezne_admin using (true) with check (true);
grant select, insert on payout_transfer to vezne_console, vezne_admin;

-- The sum of the parts. It is in the row so that its rule holds under the row's lock, and so that a fingerprint changes with it.
alter table transaction add column parts_sent_cents int8 not null default 0;
-- Parts are sent while the payout is authorised, and never more than the player is paid. A payout with parts is approved when
-- they add up, and ends otherwise only when the bank sends it back: money that has left is not released and not rejected.
alter table transaction add constraint transaction_parts_sent check (
  parts_sent_cents = 0 or (
    type = 'withdrawal' and parts_sent_cents > 0 and case
      when stage = 'authorised' then parts_sent_cents <= player_amount_cents
      when status = 'approved' then parts_sent_cents = player_amount_cents
      else status = 'rejected' and reason_code = 'payout_returned'
    end
  )
) not valid;

-- Nobody else writes the sum: it has no grant. The update waits for the row's lock, so two parts at once never pass together.
create function add_payout_transfer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.transaction set parts_sent_cents = parts_sent_cents + new.amount_cents
  where id = new.transaction_id and stage = 'authorised';
  if not found then
    raise check_violation using constraint = 'transaction_parts_sent', message = 'Parts are sent while a payout is authorised.';
  end if;
  return null;
end
$$;
revoke execute on function add_payout_transfer() from public;
create trigger payout_transfer_added after insert on payout_transfer for each row execute function add_payout_transfer();

-- A deposit that waits for a decision can be held until a time. Any decision ends it.
alter table transaction add column held_until timestamptz, add column hold_reason text;
alter table transaction
  add constraint transaction_hold check (
    (held_until is null) = (hold_reason is null)
    and (held_until is null or (type = 'deposit' and status = 'waiting_confirmation'))
  ) not valid,
  add constraint transaction_hold_reason check (hold_reason in ('bank_down', 'eft_next_day', 'player_asked')) not valid;
grant update (held_until, hold_reason) on transaction to vezne_console, vezne_admin;
-- Those that come last in the queue.
create index transaction_deposits_held on transaction (id) where held_until is not null;

alter table transaction_step drop constraint transaction_step_trigger;
alter table transaction_step add constraint transaction_step_trigger check (trigger in (
  'create', 'confirm_sent', 'confirm_on_behalf', 'approve', 'reject', 'expire', 'cancel', 'take', 'release', 'authorise',
  'release_authorised', 'part_sent', 'hand_over', 'payout_returned', 'hold', 'unhold', 'account_changed', 'correct'
)) not valid;

-- How far books and banks differ, as people found when money left: the newest first.
create index transaction_step_drift on transaction_step (at) where said ? 'bankBalance';
create index ledger_operation_drift on ledger_operation (at) where said ? 'bankBalance';
