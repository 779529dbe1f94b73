-- Who acted, by an id: names are for reading, and two spellings of one name are one person. Steps of people say by which door
-- they came; before, the command line's were written as those of staff.
-- A person without an id is what the version before this one writes; it runs beside this schema for a while.
alter table transaction_step add column actor_id text;
alter table transaction_step drop constraint transaction_step_actor;
alter table transaction_step
  add constraint transaction_step_actor check (
    actor_kind in ('staff', 'partner_staff', 'partner', 'player', 'command_line', 'system')
  ) not valid,
  add constraint transaction_step_actor_id check (
    char_length(actor_id) between 1 and 128 and (actor_id is null or actor_kind in ('staff', 'partner_staff', 'command_line'))
  ) not valid;

alter table audit_entry add column actor_id text;
alter table audit_entry add constraint audit_entry_actor_id check (char_length(actor_id) between 1 and 128) not valid;

-- What a seal's hash covers: 1 is everything but the id, as it was before there was one; 2 is everything.
alter table audit_seal add column form int4 not null default 1;
alter table audit_seal add constraint audit_seal_form check (form between 1 and 2) not valid;
