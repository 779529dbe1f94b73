-- In a transaction of its own, so that the check of the old rows doesn't hold the locks that adding the rules took.
alter table ledger_account validate constraint ledger_account_kind;
alter table ledger_operation validate constraint ledger_operation_payout_fkey;
alter table ledger_operation validate constraint ledger_operation_kind;
alter table ledger_operation validate constraint ledger_operation_sent;
alter table ledger_operation validate constraint ledger_operation_fee;
alter table ledger_operation validate constraint ledger_operation_payout;
alter table ledger_operation validate constraint ledger_operation_misdirected;
alter table ledger_transfer validate constraint ledger_transfer_kind;
alter table transaction_step validate constraint transaction_step_trigger;
