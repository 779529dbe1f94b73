-- Outside a transaction: the index is built while others write.
-- The latest requests that have ended. A browser gives some of them their ids, so ids say nothing of the time.
create index concurrently if not exists second_person_request_asked on second_person_request (asked_at, id);
