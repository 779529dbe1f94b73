-- In a transaction of its own, so that the check of the old rows doesn't hold the locks that adding the rules took.
alter table audit_seal validate constraint audit_seal_form;
alter table second_person_request validate constraint second_person_request_names;
alter table transaction_step validate constraint transaction_step_two_names;
alter table ledger_operation validate constraint ledger_operation_two_names;
