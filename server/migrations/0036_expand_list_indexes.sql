-- Outside a transaction: the indexes are built while others write.
-- A partner's list has a page at once, whatever it is filtered by. None of these names a transaction's state, so that a decision changes
-- no key of an index on `transaction`.

-- All of a type. It is over expressions, so that no other statement can take it: with the columns, a create looked for a returning
-- player among all deposits of the partner, at four times its cost.
create index concurrently if not exists transaction_of_type on transaction ((type || ''), (uuid_send(partner_id) || uuid_send(id)));
-- then
-- Late money, which people enter one by one. Its rejection is told to nobody, so the index below does not know of it.
create index concurrently if not exists transaction_late_of_partner on transaction (partner_id, id) where original_transaction_id is not null;
-- then
-- What ended so. Events never change, and come with the decision.
create index concurrently if not exists event_of_outcome on event (type, partner_id, transaction_id);
