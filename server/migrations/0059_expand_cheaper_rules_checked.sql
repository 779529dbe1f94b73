-- Outside a transaction: the rows are checked while others write.
alter table transaction validate constraint transaction_external_reference_next;
-- then
alter table transaction validate constraint transaction_reference_code_next;
