-- A partner's list has a page at once, whatever it is filtered by. None of these names a transaction's state, so that a decision changes
-- no key of an index on `transaction`.
-- They are built while nobody writes, so creates wait until they are there: migrate an installation with millions of transactions at a quiet hour.
-- squawk-ignore-file require-concurrent-index-creation

-- All of a type. It is over expressions, so that no other statement can take it: with the columns, a create looked for a returning
-- player among all deposits of the partner, at four times its cost.
create index transaction_of_type on transaction ((type || ''), (uuid_send(partner_id) || uuid_send(id)));
-- Late money, which people enter one by one. Its rejection is told to nobody, so the index below does not know of it.
create index transaction_late_of_partner on transaction (partner_id, id) where original_transaction_id is not null;
-- What ended so. Events never change, and come with the decision.
create index event_of_outcome on event (type, partner_id, transaction_id);
