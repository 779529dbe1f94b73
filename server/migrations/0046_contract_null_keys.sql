-- The indexes of operations and statement lines that have every row of a transaction too. Partial ones took their place.
alter table ledger_transfer drop constraint ledger_transfer_of_operation;
alter table bank_movement drop constraint bank_movement_of_operation, drop constraint bank_movement_of_statement_line;
