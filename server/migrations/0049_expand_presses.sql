-- What a press said, as a hash: the amount, the account, the reason and the rest of what came with its id. The same id with other words is
-- another decision, and must not be answered as the first one was. Null: nobody pressed, or a process of an earlier version wrote the step.
alter table transaction_step add column press_hash bytea;
