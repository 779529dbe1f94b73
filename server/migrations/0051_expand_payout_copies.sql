-- Who copied what of a payout that may be sent: once for each person, authorisation and field. The audit log keeps it; this table is how
-- the second copy of the same field is known, also when both are made in the same moment. It is written under the lock of a payout that is authorised, so it needs no key to its steps.
create table payout_copy (
  transaction_id uuid not null,
  -- The step that authorised it. Once it is released and authorised again, it may be sent again.
  authorised_step int4 not null,
  staff_id uuid not null,
  field text not null,
  at timestamptz not null default now(),
  primary key (transaction_id, authorised_step, staff_id, field),
  constraint payout_copy_by foreign key (staff_id) references staff,
  constraint payout_copy_step check (authorised_step > 1),
  constraint payout_copy_field check (field in ('iban', 'holder', 'amount'))
);
alter table payout_copy enable row level security;
create policy all_rows on payout_copy to vezne_console using (true) with check (true);
grant select, insert (transaction_id, authorised_step, staff_id, field) on payout_copy to vezne_console;
