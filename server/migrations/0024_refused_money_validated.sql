-- In a transaction of its own, so that the check of the old rows doesn't hold the locks that adding the rules took.
alter table ledger_transfer validate constraint ledger_transfer_refused_fkey;
alter table ledger_transfer validate constraint ledger_transfer_kind;
alter table transaction validate constraint transaction_refused_fkey;
alter table transaction validate constraint transaction_refused;
alter table ledger_operation validate constraint ledger_operation_refused_fkey;
alter table ledger_operation validate constraint ledger_operation_kind;
alter table ledger_operation validate constraint ledger_operation_refused;
alter table ledger_operation validate constraint ledger_operation_return;
