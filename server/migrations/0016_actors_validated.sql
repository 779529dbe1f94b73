-- In a transaction of its own, so that the check of the old rows doesn't hold the lock that adding the rules took.
alter table transaction_step validate constraint transaction_step_actor;
alter table transaction_step validate constraint transaction_step_actor_id;
alter table audit_entry validate constraint audit_entry_actor_id;
alter table audit_seal validate constraint audit_seal_form;
