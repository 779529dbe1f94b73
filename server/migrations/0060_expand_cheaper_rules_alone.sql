-- The new rules take the place and the names of the old ones. They say the same.
-- harmless: the rule stays, under the same name
alter table transaction drop constraint transaction_external_reference;
-- harmless: nothing knows it by the other name
alter table transaction rename constraint transaction_external_reference_next to transaction_external_reference;
-- harmless: the rule stays, under the same name
alter table transaction drop constraint transaction_reference_code;
-- harmless: nothing knows it by the other name
alter table transaction rename constraint transaction_reference_code_next to transaction_reference_code;
