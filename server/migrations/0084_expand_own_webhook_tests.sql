-- Whose a test is, is asked by its endpoint alone. All endpoints of the partner were read for it, but only where there was a test: so the time of an
-- answer told whether another partner had one with that id.
alter policy own_rows on webhook_test using (exists (select from webhook_endpoint e where e.id = webhook_test.endpoint_id));
