-- Before this version nothing could be decided, so events and decided rows are few and these indexes are built in a blink.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, adding-not-nullable-field

-- What decisions need beside the states: who worked on a withdrawal, how many steps a transaction has, and what a second
-- look at an approved deposit found.

-- The number of steps is kept in the row, so that whoever holds the row's lock knows the next number. A step that was
-- committed while a statement waited for the lock is not in its snapshot, and counting steps would miss it.
alter table transaction add column step_count int4 not null default 1;
update transaction set step_count = last.step_no
from (select transaction_id, max(step_no) as step_no from transaction_step group by transaction_id) as last
where last.transaction_id = transaction.id and last.step_no <> 1;

alter table transaction
  add column taken_by text,
  add column authorised_by text,
  -- A wrong approval was put right; the status stays.
  add column corrected_at timestamptz;

-- Which decision made a step. A decision whose answer was lost finds out by it whether it was made.
alter table transaction_step add column decision_id uuid;

alter table transaction
  add constraint transaction_step_count check (step_count >= 1) not valid,
  -- Nobody's word is enough to send money: an approved payout was taken and authorised, and names who did it.
  add constraint transaction_payout_people check (
    case
      when type = 'deposit' or stage = 'queued' then taken_by is null and authorised_by is null
      when stage = 'taken' then taken_by is not null and authorised_by is null
      when stage = 'authorised' or status = 'approved' then taken_by is not null and authorised_by is not null
      else authorised_by is null or taken_by is not null
    end
  ) not valid,
  add constraint transaction_people_names check (
    char_length(taken_by) between 1 and 128 and char_length(authorised_by) between 1 and 128
  ) not valid,
  add constraint transaction_correction check (corrected_at is null or (type = 'deposit' and status = 'approved')) not valid;

-- A corrected deposit may turn out to be no money at all; then nothing is charged and nothing is credited.
alter table transaction
  drop constraint transaction_actual_amount,
  drop constraint transaction_commission,
  drop constraint transaction_net_amount,
  drop constraint transaction_player_amount;
alter table transaction
  add constraint transaction_actual_amount check (
    actual_amount_cents > 0 or (actual_amount_cents = 0 and corrected_at is not null)
  ) not valid,
  add constraint transaction_commission check (
    commission_cents = case when status = 'rejected' or actual_amount_cents = 0 then 0 else
      (coalesce(actual_amount_cents, amount_cents) * commission_basis_points + 5000) / 10000 + commission_fixed_cents end
  ) not valid,
  add constraint transaction_net_amount check (
    case
      when type = 'withdrawal' then net_amount_cents is null
      when net_amount_cents is null then false
      when status = 'rejected' or actual_amount_cents = 0 then net_amount_cents = 0
      else net_amount_cents = coalesce(actual_amount_cents, amount_cents) - commission_cents and net_amount_cents > 0
    end
  ) not valid,
  add constraint transaction_player_amount check (
    case
      when status = 'rejected' or actual_amount_cents = 0 then player_amount_cents = 0
      when settlement_mode = 'fee_on_top' then player_amount_cents = coalesce(actual_amount_cents, amount_cents)
      else player_amount_cents = coalesce(actual_amount_cents, amount_cents) - commission_cents and player_amount_cents > 0
    end
  ) not valid;

-- Late money comes with the code of the deposit it was late for.
drop index transaction_reference_code_key;
create unique index transaction_reference_code_key on transaction (reference_code)
  where reference_code is not null and original_transaction_id is null;
-- Of the late money for one deposit, one waits at a time: the same money must not be entered twice.
create unique index transaction_late_money_key on transaction (original_transaction_id)
  where original_transaction_id is not null and status = 'waiting_confirmation';

alter table transaction_step drop constraint transaction_step_trigger;
alter table transaction_step add constraint transaction_step_trigger check (trigger in (
  'create', 'confirm_sent', 'confirm_on_behalf', 'approve', 'reject', 'expire', 'cancel', 'take', 'release', 'authorise',
  'release_authorised', 'payout_returned', 'account_changed', 'correct'
)) not valid;

-- Events are numbered for each partner without a gap, in the order in which they are committed: whoever has read up to a
-- number has missed nothing below it. The number comes from this row, whose lock the decision holds until it is committed.
create table event_feed (
  partner_id uuid primary key references partner,
  last_no int8 not null default 0,
  constraint event_feed_last_no check (last_no >= 0)
) with (fillfactor = 50);
insert into event_feed (partner_id, last_no)
select partner.id, (select count(*) from event where event.partner_id = partner.id) from partner;

alter table event add column step_no int4, add column feed_no int8;
update event set step_no = (select step_count from transaction where transaction.id = event.transaction_id), feed_no = numbered.feed_no
from (select id, row_number() over (partition by partner_id order by id) as feed_no from event) as numbered
where numbered.id = event.id;
alter table event alter column step_no set not null, alter column feed_no set not null;

alter table event drop constraint event_once, drop constraint event_type, drop constraint event_status;
alter table event
  add constraint event_of_step foreign key (transaction_id, step_no) references transaction_step not valid,
  add constraint event_feed_no check (feed_no >= 1) not valid,
  add constraint event_type check (type in (
    'deposit.approved', 'deposit.rejected', 'deposit.corrected', 'withdrawal.approved', 'withdrawal.rejected'
  )) not valid,
  add constraint event_status check (
    status = case type when 'deposit.corrected' then 'approved' else split_part(type, '.', 2) end
  ) not valid;
-- A step is told once, and so is an outcome; only corrections can be several.
create unique index event_step_key on event (transaction_id, step_no);
create unique index event_once on event (transaction_id, type) where type <> 'deposit.corrected';
drop index event_partner_list;
create unique index event_feed_key on event (partner_id, feed_no);

-- Above this amount it takes two people to let money leave.
alter table platform_settings add column four_eyes_cents int8 not null default 10000000;
alter table platform_settings
  add constraint four_eyes_amount check (four_eyes_cents between 0 and 999999999999) not valid;
